import { importEndpoint } from '../import-endpoint.ts';
import { getUpload as contract } from './contract.ts';
import { getUpload } from './logic.ts';

export const createHandler = importEndpoint(contract, getUpload);
