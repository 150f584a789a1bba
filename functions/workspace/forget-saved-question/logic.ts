import { isQuestionId, noSuchQuestion } from '../saved-question.ts';
import type { WorkspaceLogic } from '../workspace-services.ts';
import type { forgetSavedQuestion as contract } from './contract.ts';

export const forgetSavedQuestion: WorkspaceLogic<typeof contract> = async (
  { caller, parameters },
  { questions },
) => {
  const id = parameters.question_id ?? '';
  if (!(isQuestionId(id) && (await questions.forget(caller.account.accountId, id)))) throw noSuchQuestion();
  return { body: { id, status: 'forgotten' } };
};
