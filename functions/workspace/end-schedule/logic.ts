import { isQuestionId, noSuchQuestion } from '../saved-question.ts';
import { questionRecord, type WorkspaceLogic } from '../workspace-services.ts';
import type { endSchedule as contract } from './contract.ts';

export const endSchedule: WorkspaceLogic<typeof contract> = async (
  { caller, parameters, now },
  { schedules },
) => {
  const id = parameters.question_id ?? '';
  const ended = isQuestionId(id) ? await schedules.end(caller.account.accountId, id) : undefined;
  if (!ended) throw noSuchQuestion();
  return { body: questionRecord(ended, now) };
};
