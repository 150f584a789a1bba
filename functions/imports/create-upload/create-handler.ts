import { importEndpoint } from '../import-endpoint.ts';
import { createUpload as contract } from './contract.ts';
import { createUpload } from './logic.ts';

export const createHandler = importEndpoint(contract, createUpload);
