import { workspaceEndpoint } from '../workspace-services.ts';
import { withdrawShare as contract } from './contract.ts';
import { withdrawShare } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, withdrawShare);
