import { connectionEndpoint } from '../connection-services.ts';
import { listConnections as contract } from './contract.ts';
import { listConnections } from './logic.ts';

export const createHandler = connectionEndpoint(contract, listConnections);
