import { accountEndpoint } from '../account-services.ts';
import { revokeApiCredential as contract } from './contract.ts';
import { revokeApiCredential } from './logic.ts';

export const createHandler = accountEndpoint(contract, revokeApiCredential);
