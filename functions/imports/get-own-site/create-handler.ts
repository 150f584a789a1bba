import { importEndpoint } from '../import-endpoint.ts';
import { getOwnSite as contract } from './contract.ts';
import { getOwnSite } from './logic.ts';

export const createHandler = importEndpoint(contract, getOwnSite);
