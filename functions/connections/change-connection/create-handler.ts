import { connectionEndpoint } from '../connection-services.ts';
import { changeConnection as contract } from './contract.ts';
import { changeConnection } from './logic.ts';

export const createHandler = connectionEndpoint(contract, changeConnection);
