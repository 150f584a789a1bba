import { accountEndpoint } from '../account-services.ts';
import { changeApiCredential as contract } from './contract.ts';
import { changeApiCredential } from './logic.ts';

export const createHandler = accountEndpoint(contract, changeApiCredential);
