import { workspaceEndpoint } from '../workspace-services.ts';
import { listShares as contract } from './contract.ts';
import { listShares } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, listShares);
