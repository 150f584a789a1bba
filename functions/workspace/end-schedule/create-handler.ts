import { workspaceEndpoint } from '../workspace-services.ts';
import { endSchedule as contract } from './contract.ts';
import { endSchedule } from './logic.ts';

export const createHandler = workspaceEndpoint(contract, endSchedule);
