import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveConnectionServices } from '../live-connection-services.ts';
import { listConnections as contract } from './contract.ts';
import { listConnections } from './logic.ts';

export const handler = endpointHandler(contract, listConnections, liveConnectionServices);
