import { gunzipSync } from 'node:zlib';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { scheduledTools } from '#functions/maintenance/ask-again/contract.ts';
import * as identityKeys from '#shared/callers/identity/identity-keys.ts';
import { openSlots } from '#shared/callers/workspace/plan-asking.ts';
import { createSavedQuestionRepository } from '#shared/callers/workspace/saved-question-repository.ts';
import { createScheduleRepository } from '#shared/callers/workspace/schedule-repository.ts';
import type { Caller } from '#test/support/service/callers.ts';
import { functionNamed } from '../function-named.ts';
import type { WalkedService } from '../walked-service.ts';
import {
  exampleOf,
  expectCode,
  openAccount,
  ownSiteSteps,
  questionSteps,
  recheckSteps,
  sweepAsDead,
} from './tool-walks.ts';
import { type Step, step, type Walk } from './walk.ts';
import type { ToolCall, Way } from './ways.ts';

const functionName = functionNamed('ask-again');
const keyword: ToolCall = { tool: 'inspect_keyword', args: { keyword: 'tent' } };

/** By a schedule that is due in this hour and was set two hours ago. */
const scheduled: Way = {
  functionOf: () => functionName,
  async call(service, caller, call) {
    const questionId = await saveDue(service, caller, call);
    await service.running.start(functionName);
    return resultOf(service, caller, questionId);
  },
};

/** What asks saved questions runs every tool in its own process, so it walks the way of each. */
export const scheduleWalk: Walk = {
  name: 'ask-again',
  steps: [
    ...scheduledTools.flatMap((tool): Step[] => [
      step(`asks again (${tool.name})`, async (service) => {
        await expectCode(service, scheduled, await openAccount(service), exampleOf(tool));
      }),
      ...questionSteps(scheduled, tool),
      ...ownSiteSteps(scheduled, tool),
    ]),
    ...recheckSteps(scheduled),
    step('tells the owner of a question that the tool refuses', async (service) => {
      const caller = await openAccount(service);
      const bad = { tool: 'inspect_keyword', args: { location: 7 } };
      await expectCode(service, scheduled, caller, bad, 'validation_error');
      const { email } = await service.operations.operator.show(caller.accountId);
      if (!service.running.services.mails.some(({ to }) => to === email)) throw new Error('No mail came.');
    }),
    step('gets the first answer again after a run that died', async (service) => {
      const caller = await openAccount(service);
      const questionId = await saveDue(service, caller, keyword);
      await service.running.start(functionName);
      const first = await resultOf(service, caller, questionId, { keeps: true });
      const paid = await caller.balance();
      await looksDied(service, caller, questionId);
      await service.running.start(functionName);
      const again = await resultOf(service, caller, questionId);
      if (again.text !== first.text || (await caller.balance()) !== paid)
        throw new Error('It was asked and charged twice.');
    }),
    step('starts the mail where it takes the balance to the mark', async (service) => {
      await expectCode(service, scheduled, await service.openAccount(101), keyword);
    }),
    step('looks up a usage record whose answer was lost', async (service) => {
      service.running.services.loseAnswerOf(functionName, 'PutItem usage');
      await expectCode(service, scheduled, await openAccount(service), keyword);
    }),
    step('frees the key of a call that was swept', async (service) => {
      const caller = await openAccount(service);
      service.running.services.before(functionName, 'PutItem usage', () => sweepAsDead(service, caller));
      await expectCode(service, scheduled, caller, keyword, 'upstream_timeout');
    }),
    step('tidies an hour up that leads to a question without a schedule', async (service) => {
      const caller = await openAccount(service);
      const questionId = await saveDue(service, caller, keyword);
      const { schedules } = repositories(service);
      await schedules.end(caller.accountId, questionId);
      await service.running.start(functionName);
      const left = await schedules.due(slotNow());
      if (left.some((due) => due.questionId === questionId)) throw new Error('It still leads there.');
    }),
  ],
};

const slotNow = () => openSlots(Date.now())[0] ?? { day: 'monday', hour: 0 };

/** Two hours ago, as far as what they write says. */
function repositories({ running: { documents, tables } }: WalkedService) {
  const identity = { documents, name: tables.identity, clock: () => Date.now() - 7_200_000 };
  return {
    questions: createSavedQuestionRepository(identity),
    schedules: createScheduleRepository(identity),
  };
}

async function saveDue(
  service: WalkedService,
  { accountId }: Caller,
  { tool, args }: ToolCall,
): Promise<string> {
  const { questions, schedules } = repositories(service);
  const { questionId } = await questions.save(accountId, { name: 'Walk', tool, arguments: { ...args } });
  const terms = { ...slotNow(), monthlyBudget: 100, price: 100, isPaused: false };
  await schedules.set(accountId, questionId, terms);
  return questionId;
}

/** The answer that was kept, or why there is none. */
async function resultOf(
  service: WalkedService,
  { accountId }: Caller,
  questionId: string,
  { keeps = false } = {},
) {
  const { questions, schedules } = repositories(service);
  const { asking } = (await questions.find(accountId, questionId)) ?? {};
  // A question that stays due would be asked by the next step too.
  if (!keeps) await schedules.end(accountId, questionId);
  if (asking?.state !== 'asked') return { code: asking?.reason ?? 'not asked', text: JSON.stringify(asking) };
  const kept = await service.operators.objects.get(`answers/${accountId}/${asking.request_id}`);
  return { code: 'ok', text: kept ? gunzipSync(kept).toString() : '' };
}

/** As if the run had died before it wrote what came of the call, long enough ago. */
async function looksDied({ running }: WalkedService, { accountId }: Caller, questionId: string) {
  await running.documents.send(
    new UpdateCommand({
      TableName: running.tables.identity,
      Key: identityKeys.savedQuestion(accountId, questionId),
      UpdateExpression: 'SET asking.#state = :running, asking.reserved = asking.spent, asking.#at = :at',
      ExpressionAttributeNames: { '#state': 'state', '#at': 'at' },
      ExpressionAttributeValues: { ':running': 'running', ':at': Date.now() - 3_600_000 },
    }),
  );
}
