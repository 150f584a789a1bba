import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveAccountServices } from '../live-account-services.ts';
import { createApiCredential as contract } from './contract.ts';
import { createApiCredential } from './logic.ts';

export const handler = endpointHandler(contract, createApiCredential, liveAccountServices);
