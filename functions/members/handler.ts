import { deployed } from '#functions/deployed.ts';
import { createHandler } from './create-handler.ts';

export const handler = deployed(createHandler);
