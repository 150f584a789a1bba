import { workspaceEndpoint } from '../workspace-services.ts';
import { scheduleQuestion as contract } from './contract.ts';
import { scheduleQuestion } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, scheduleQuestion);
