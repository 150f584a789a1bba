import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveAccountServices } from '../live-account-services.ts';
import { listApiCredentials as contract } from './contract.ts';
import { listApiCredentials } from './logic.ts';

export const handler = endpointHandler(contract, listApiCredentials, liveAccountServices);
