import { importEndpoint } from '../import-endpoint.ts';
import { startUpload as contract } from './contract.ts';
import { startUpload } from './logic.ts';

export const createHandler = importEndpoint(contract, startUpload);
