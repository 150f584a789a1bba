import { workspaceEndpoint } from '../workspace-services.ts';
import { forgetSavedQuestion as contract } from './contract.ts';
import { forgetSavedQuestion } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, forgetSavedQuestion);
