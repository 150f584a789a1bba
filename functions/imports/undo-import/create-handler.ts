import { importEndpoint } from '../import-endpoint.ts';
import { undoImport as contract } from './contract.ts';
import { undoImport } from './logic.ts';

export const createHandler = importEndpoint(contract, undoImport);
