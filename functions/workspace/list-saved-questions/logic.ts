import { questionRecord, type WorkspaceLogic } from '../workspace-services.ts';
import type { listSavedQuestions as contract } from './contract.ts';

export const listSavedQuestions: WorkspaceLogic<typeof contract> = async (
  { caller, now },
  { questions },
) => ({
  body: (await questions.list(caller.account.accountId)).map((question) => questionRecord(question, now)),
});
