import { workspaceEndpoint } from '../workspace-services.ts';
import { shareAnswer as contract } from './contract.ts';
import { shareAnswer } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, shareAnswer);
