import { accountEndpoint } from '../account-services.ts';
import { listApiCredentials as contract } from './contract.ts';
import { listApiCredentials } from './logic.ts';

export const createHandler = accountEndpoint(contract, listApiCredentials);
