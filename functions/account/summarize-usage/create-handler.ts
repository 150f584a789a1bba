import { accountEndpoint } from '../account-services.ts';
import { summarizeUsage as contract } from './contract.ts';
import { summarizeUsage } from './logic.ts';

export const createHandler = accountEndpoint(contract, summarizeUsage);
