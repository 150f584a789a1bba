import { accountEndpoint } from '../account-services.ts';
import { rotateApiCredential as contract } from './contract.ts';
import { rotateApiCredential } from './logic.ts';

export const createHandler = accountEndpoint(contract, rotateApiCredential);
