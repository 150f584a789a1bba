import { toolCatalog } from '#functions/tools/catalog.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { isQuestionId, noSuchQuestion } from '../saved-question.ts';
import { questionRecord, type WorkspaceLogic } from '../workspace-services.ts';
import type { scheduleQuestion as contract } from './contract.ts';

export const scheduleQuestion: WorkspaceLogic<typeof contract> = async (
  { caller, parameters, body, now },
  { questions, schedules },
) => {
  const { accountId } = caller.account;
  const id = parameters.question_id ?? '';
  const question = isQuestionId(id) ? await questions.find(accountId, id) : undefined;
  if (!question) throw noSuchQuestion();
  const price = priceOf(question.tool);
  if (body.monthly_budget < price) throw budgetTooSmall(price);
  const terms = {
    day: body.day,
    monthlyBudget: body.monthly_budget,
    price,
    isPaused: body.status === 'paused',
  };
  const set = await schedules.set(accountId, id, terms);
  if (!set) throw noSuchQuestion();
  return { body: questionRecord(set, now) };
};

/** What is free is not kept, so that it has no history to ask for. */
function priceOf(name: string): number {
  const price = toolCatalog.find((tool): boolean => tool.name === name)?.credits ?? 0;
  if (price > 0) return price;
  throw new ServiceError(
    'validation_error',
    `Answers of ${name} cost nothing and are not kept, so it cannot be asked weekly. Schedule a question of another tool.`,
  );
}

function budgetTooSmall(price: number): ServiceError {
  const message = `One call costs ${price} credits: send a budget of at least ${price}.`;
  return new ServiceError('validation_error', `${message} The schedule was not changed.`, {
    faults: [{ pointer: '/monthly_budget', loc: ['body', 'monthly_budget'], type: 'min_value', message }],
  });
}
