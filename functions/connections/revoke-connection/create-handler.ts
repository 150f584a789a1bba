import { connectionEndpoint } from '../connection-services.ts';
import { revokeConnection as contract } from './contract.ts';
import { revokeConnection } from './logic.ts';

export const createHandler = connectionEndpoint(contract, revokeConnection);
