import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveAccountServices } from '../live-account-services.ts';
import { listUsage as contract } from './contract.ts';
import { listUsage } from './logic.ts';

export const handler = endpointHandler(contract, listUsage, liveAccountServices);
