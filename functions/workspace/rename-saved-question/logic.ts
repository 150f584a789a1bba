import { isQuestionId, noSuchQuestion } from '../saved-question.ts';
import { questionRecord, type WorkspaceLogic } from '../workspace-services.ts';
import type { renameSavedQuestion as contract } from './contract.ts';

export const renameSavedQuestion: WorkspaceLogic<typeof contract> = async (
  { caller, parameters, body, now },
  { questions },
) => {
  const id = parameters.question_id ?? '';
  const renamed = isQuestionId(id)
    ? await questions.rename(caller.account.accountId, id, body.name)
    : undefined;
  if (!renamed) throw noSuchQuestion();
  return { body: questionRecord(renamed, now) };
};
