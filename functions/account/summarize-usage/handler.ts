import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveAccountServices } from '../live-account-services.ts';
import { summarizeUsage as contract } from './contract.ts';
import { summarizeUsage } from './logic.ts';

export const handler = endpointHandler(contract, summarizeUsage, liveAccountServices);
