import { workspaceEndpoint } from '../workspace-services.ts';
import { saveQuestion as contract } from './contract.ts';
import { saveQuestion } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, saveQuestion);
