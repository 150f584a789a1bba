import { accountEndpoint } from '../account-services.ts';
import { createApiCredential as contract } from './contract.ts';
import { createApiCredential } from './logic.ts';

export const createHandler = accountEndpoint(contract, createApiCredential);
