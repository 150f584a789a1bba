import { accountEndpoint } from '../account-services.ts';
import { listUsage as contract } from './contract.ts';
import { listUsage } from './logic.ts';

export const createHandler = accountEndpoint(contract, listUsage);
