import { deployed } from '#functions/deployed.ts';
import { streamAnswers } from '#shared/http/stream-answers.ts';
import { createHandler } from './create-handler.ts';

export const handler = streamAnswers(deployed(createHandler));
