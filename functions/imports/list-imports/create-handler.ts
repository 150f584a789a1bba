import { importEndpoint } from '../import-endpoint.ts';
import { listImports as contract } from './contract.ts';
import { listImports } from './logic.ts';

export const createHandler = importEndpoint(contract, listImports);
