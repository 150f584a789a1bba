import { accountEndpoint } from '../account-services.ts';
import { getCredits as contract } from './contract.ts';
import { getCredits } from './logic.ts';

export const createHandler = accountEndpoint(contract, getCredits);
