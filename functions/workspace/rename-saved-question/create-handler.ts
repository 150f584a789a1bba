import { workspaceEndpoint } from '../workspace-services.ts';
import { renameSavedQuestion as contract } from './contract.ts';
import { renameSavedQuestion } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, renameSavedQuestion);
