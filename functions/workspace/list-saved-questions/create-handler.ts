import { workspaceEndpoint } from '../workspace-services.ts';
import { listSavedQuestions as contract } from './contract.ts';
import { listSavedQuestions } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, listSavedQuestions);
