import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveConnectionServices } from '../live-connection-services.ts';
import { revokeConnection as contract } from './contract.ts';
import { revokeConnection } from './logic.ts';

export const handler = endpointHandler(contract, revokeConnection, liveConnectionServices);
