import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveAccountServices } from '../live-account-services.ts';
import { revokeApiCredential as contract } from './contract.ts';
import { revokeApiCredential } from './logic.ts';

export const handler = endpointHandler(contract, revokeApiCredential, liveAccountServices);
