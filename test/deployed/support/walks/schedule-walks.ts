import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { trackedTools } from '#functions/tools/catalog.ts';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import { createAskings, createTrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Caller } from '#test/support/service/callers.ts';
import { functionNamed } from '../function-named.ts';
import type { WalkedService } from '../walked-service.ts';
import { recheckSteps, renderedStep } from './audit-walks.ts';
import { exampleOf, ownSiteSteps, questionSteps, sweepAsDead } from './tool-walks.ts';
import { expectStatus, freshWord, type Step, step, type Walk } from './walk.ts';
import { expectCode, openAccount, type ToolCall, type Way } from './ways.ts';

const functionName = functionNamed('ask-trackers');
const keyword: ToolCall = { tool: 'inspect_keyword', args: { keyword: 'tent' } };

/** By a tracker that was due an hour ago and was set two hours ago. */
const scheduled: Way = {
  functionOf: () => functionName,
  async call(service, caller, call) {
    const trackerId = await saveDue(service, caller, call);
    await service.running.start(functionName);
    return resultOf(service, caller, trackerId);
  },
};

/** What asks trackers runs every tool in its own process, so it walks the way of each. */
export const scheduleWalk: Walk = {
  name: 'ask-trackers',
  steps: [
    ...trackedTools.flatMap((tool): Step[] => [
      step(`asks (${tool.name})`, async (service) => {
        await expectCode(service, scheduled, await openAccount(service), exampleOf(tool));
      }),
      ...questionSteps(scheduled, tool),
      ...ownSiteSteps(scheduled, tool),
    ]),
    ...recheckSteps(scheduled),
    renderedStep(scheduled),
    step('stops a tracker that its tool refuses', async (service) => {
      const bad = { tool: 'inspect_keyword', args: { location: 7 } };
      await expectCode(service, scheduled, await openAccount(service), bad, 'validation_error');
    }),
    step('checks ranks, and keeps what it found', async (service) => {
      const text = await checkRanks(service, await openAccount(service), ['tea']);
      if (!text.includes('own-walk.example')) throw new Error(`Nothing was checked: ${text}`);
    }),
    step(
      'gives back what a check could not look up',
      async (service) => {
        const caller = await openAccount(service);
        const [found, failing] = [freshWord(), freshWord()];
        const before = await caller.balance();
        service.upstream.fail(({ task }) => (task?.keyword === failing ? 'search_engine_error' : undefined));
        const text = await checkRanks(service, caller, [found, failing]);
        service.upstream.fail(undefined);
        const paid = before - (await caller.balance());
        // Of three credits for two keywords a half, rounded up.
        if (paid !== 1) throw new Error(`${paid} credits were paid: ${text.slice(0, 300)}`);
      },
      { live: true },
    ),
    step('gets the first answer again after a run that died', async (service) => {
      const caller = await openAccount(service);
      const trackerId = await saveDue(service, caller, keyword);
      await service.running.start(functionName);
      const first = await resultOf(service, caller, trackerId, { keeps: true });
      const paid = await caller.balance();
      await looksDied(service, caller, trackerId);
      await service.running.start(functionName);
      const again = await resultOf(service, caller, trackerId);
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
    step('tidies a moment up that leads to a tracker without a schedule', async (service) => {
      const caller = await openAccount(service);
      const trackerId = await saveDue(service, caller, keyword);
      const trackers = repository(service);
      await trackers.unschedule(caller.accountId, trackerId);
      await service.running.start(functionName);
      const left = await trackers.due(Date.now());
      if (left.some((due) => due.tracker_id === trackerId)) throw new Error('It still leads there.');
    }),
  ],
};

/** Has the ranks of a site checked at once, by the run that asks trackers; the answer that was kept. */
async function checkRanks(service: WalkedService, caller: Caller, keywords: readonly string[]) {
  const watched = keywords.map((keyword) => ({ keyword }));
  const tracker = { kind: 'rank', name: 'Walk', site: 'own-walk.example', keywords: watched };
  const terms = { schedule: { every: 'day' }, monthly_budget: 93 };
  const { body } = expectStatus(await caller.post('/v1/me/trackers', { ...tracker, ...terms }), 201);
  expectStatus(await caller.post(`/v1/me/trackers/${body.id}/run`, {}), 201);
  await askingsOf(service).lead({ accountId: caller.accountId, trackerId: body.id }, anHourAgo());
  await service.running.start(functionName);
  const { text } = await resultOf(service, caller, body.id);
  return text;
}

/** Two hours ago, as far as what it writes says. */
function repository({ running: { documents, tables } }: WalkedService) {
  const identity = { documents, name: tables.identity, clock: () => Date.now() - 7_200_000 };
  return Object.assign(createTrackerRepository(identity), { due: createAskings(identity).due });
}

/** In the whole minutes of a schedule. */
const anHourAgo = () => Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;

async function saveDue(
  service: WalkedService,
  { accountId }: Caller,
  { tool, args }: ToolCall,
): Promise<string> {
  const trackers = repository(service);
  const tracker = await trackers.save(accountId, { name: 'Walk', tool, args: { ...args } });
  const hourAgo = anHourAgo();
  const timing = { every: 'day', at: isoTime(hourAgo).slice(11, 16), time_zone: 'UTC' } as const;
  const terms = { timing, monthlyBudget: 100, price: 100, isPaused: false };
  await trackers.schedule(tracker, terms, { next: hourAgo });
  return tracker.trackerId;
}

/** The answer that was kept, or why there is none. */
async function resultOf(
  service: WalkedService,
  { accountId }: Caller,
  trackerId: string,
  { keeps = false } = {},
) {
  const trackers = repository(service);
  const { asking } = (await trackers.find(accountId, trackerId)) ?? {};
  // A tracker that stays due would be asked by the next step too.
  if (!keeps) await trackers.unschedule(accountId, trackerId);
  if (asking?.state !== 'asked') return { code: asking?.reason ?? 'not asked', text: JSON.stringify(asking) };
  const kept = await service.operators.archive.find(accountId, asking.request_id ?? '');
  return { code: 'ok', text: JSON.stringify(kept ?? '') };
}

const askingsOf = ({ running: { documents, tables } }: WalkedService) =>
  createAskings({ documents, name: tables.identity, clock: Date.now });

/** As if the run had died before it wrote what came of the call, long enough ago. */
async function looksDied(service: WalkedService, { accountId }: Caller, trackerId: string) {
  const { running } = service;
  await askingsOf(service).lead({ accountId, trackerId }, anHourAgo());
  await running.documents.send(
    new UpdateCommand({
      TableName: running.tables.identity,
      Key: identityKeys.tracker(accountId, trackerId),
      UpdateExpression: 'SET asking.#state = :running, asking.reserved = asking.spent, asking.#at = :at',
      ExpressionAttributeNames: { '#state': 'state', '#at': 'at' },
      ExpressionAttributeValues: { ':running': 'running', ':at': Date.now() - 3_600_000 },
    }),
  );
}
