import { createEventLog } from '#shared/callers/watch/event-log.ts';
import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import type { Caller } from '#test/support/service/callers.ts';
import { dyingAfter } from '#test/support/stores/dying-client.ts';
import type { WalkedService } from '../walked-service.ts';
import { answering, asking, expectStatus, freshWord, type Step, step } from './walk.ts';
import { expectCode, mcp, openAccount, readResource } from './ways.ts';

const question = {
  name: 'Our rivals',
  tool: 'discover_competitors',
  args: { domain: 'trailpeak.example' },
};

const weekly = { schedule: { every: 'week', time_zone: 'Europe/Berlin' }, monthly_budget: 25 };

/** What an account does with answers that it keeps, and others with those it shares. */
export const workspaceSteps: Readonly<Record<string, readonly Step[]>> = {
  share_answer: [
    ...asking(201, async (caller) => {
      const path = `/v1/me/answers/${await paidAnswer(caller)}/shares`;
      return (asker) => asker.post(path, {}, { 'idempotency-key': freshWord() });
    }),
    step('gives its first answer again, without the link', async (service) => {
      const caller = await service.openAccount(10);
      const path = `/v1/me/answers/${await paidAnswer(caller)}/shares`;
      const headers = { 'idempotency-key': freshWord() };
      for (const _ of ['first', 'again']) expectStatus(await caller.post(path, {}, headers), 201);
    }),
    refusedAfterClaim(`/v1/me/answers/req_${'0'.repeat(26)}/shares`, {}, 404),
    step('says that the answer is gone', async (service) => {
      const caller = await service.openAccount(10);
      const path = `/v1/me/answers/${await paidAnswer(caller)}/shares`;
      await service.operators.moveToFiles(caller.accountId);
      expectStatus(await caller.post(path, {}), 201);
      await service.operators.loseFiles(`answers/${caller.accountId}/`);
      expectStatus(await caller.post(path, {}), 404);
    }),
  ],
  share_site: [
    ...asking(201, async (caller, service) => {
      await service.operators.bring(caller.accountId);
      return (asker) => asker.post('/v1/me/sites/own-walk.example/shares', { compare: 'previous_period' });
    }),
    step('gives its first answer again, without the link', async (service) => {
      const caller = await service.openAccount(1);
      await service.operators.bring(caller.accountId);
      const headers = { 'idempotency-key': freshWord() };
      for (const _ of ['first', 'again'])
        expectStatus(await caller.post('/v1/me/sites/own-walk.example/shares', {}, headers), 201);
    }),
    refusedAfterClaim('/v1/me/sites/unknown.example/shares', {}, 404),
  ],
  list_shares: asking(200, async () => (asker) => asker.get('/v1/me/shares')),
  withdraw_share: asking(200, async (caller) => {
    const { id } = await share(caller);
    return (asker) => asker.post(`/v1/me/shares/${id}/withdraw`, {});
  }),
  open_shared_answer: [
    step('answers a visitor', async (service) => {
      const { token } = await share(await service.openAccount(10));
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ token });
      expectStatus(await service.send('/v1/shared-answers', { method: 'POST', headers, body }), 200);
    }),
    ...answering(200, async (caller) => {
      const { token } = await share(caller);
      return (asker) => asker.post('/v1/shared-answers', { token });
    }),
    step('says that the answer is gone', async (service) => {
      const caller = await service.openAccount(10);
      const { token } = await share(caller);
      await service.operators.moveToFiles(caller.accountId);
      expectStatus(await caller.post('/v1/shared-answers', { token }), 200);
      await service.operators.loseFiles(`answers/${caller.accountId}/`);
      expectStatus(await caller.post('/v1/shared-answers', { token }), 404);
    }),
    step('counts a call with too large a body', async (service) => {
      const caller = await service.openAccount(1);
      expectStatus(await caller.post('/v1/shared-answers', 'a'.repeat(70_000)), 413);
    }),
  ],
  create_tracker: [
    ...asking(201, async () => (asker) => asker.post('/v1/me/trackers', { ...question, ...weekly })),
    step('gives its first answer again', async (service) => {
      const caller = await service.openAccount(1);
      const headers = { 'idempotency-key': freshWord() };
      for (const _ of ['first', 'again'])
        expectStatus(await caller.post('/v1/me/trackers', question, headers), 201);
    }),
    refusedAfterClaim('/v1/me/trackers', { ...question, args: { domain: 'no domain' } }, 422),
  ],
  list_trackers: asking(200, async () => (asker) => asker.get('/v1/me/trackers')),
  get_tracker: asking(200, async (caller) => {
    const path = await track(caller);
    return (asker) => asker.get(path);
  }),
  change_tracker: asking(200, async (caller) => {
    const path = await track(caller);
    return (asker) => asker.patch(path, { name: 'Others', ...weekly });
  }),
  remove_tracker: [
    ...asking(200, async (caller) => {
      const path = await track(caller);
      return (asker) => asker.delete(path);
    }),
  ],
  run_tracker: [
    ...asking(201, async (caller) => {
      const path = await track(caller);
      return (asker) => asker.post(`${path}/run`, {});
    }),
    step('gives its first answer again', async (service) => {
      const caller = await service.openAccount(1);
      const path = await track(caller);
      const headers = { 'idempotency-key': freshWord() };
      for (const _ of ['first', 'again']) expectStatus(await caller.post(`${path}/run`, {}, headers), 201);
    }),
    refusedAfterClaim(`/v1/me/trackers/trk_${'0'.repeat(26)}/run`, {}, 404),
  ],
  list_rules: asking(200, async () => (asker) => asker.get('/v1/me/rules')),
  set_rule: asking(
    200,
    async () => (asker) => asker.post('/v1/me/rules', { type: 'link.lost', is_on: false }),
  ),
  remove_rule: asking(200, async (caller) => {
    const { body } = expectStatus(await caller.post('/v1/me/rules', { type: 'link.lost' }), 200);
    return (asker) => asker.delete(`/v1/me/rules/${body.id}`);
  }),
  list_events: [
    ...asking(200, async () => (asker) => asker.get('/v1/me/events')),
    step('completes an event whose writer died', async (service) => {
      const caller = await service.openAccount(1);
      await writeAndDie(service, caller);
      const { body } = expectStatus(await caller.get('/v1/me/events'), 200);
      if (body.events.length !== 1) throw new Error('The event is not there.');
    }),
  ],
  get_ranks: asking(200, async (caller, service) => {
    // More queries than one item holds, so that keywords are looked up in several.
    await service.operators.bring(caller.accountId, undefined, undefined, 1_000);
    const path = await trackRanks(caller, service);
    return (asker) => asker.get(`${path}/ranks?search_console=true`);
  }),
  keep_rank_dataset: asking(200, async (caller, service) => {
    const path = await trackRanks(caller, service);
    return (asker) => asker.post(`${path}/ranks/dataset`, {});
  }),
  get_tracker_history: asking(200, async (caller) => {
    const path = await track(caller);
    return (asker) => asker.get(`${path}/history`);
  }),
};

/** As the resource that agents read. */
export const agentReadsEvents = step(
  'reads the events of an account, and completes one whose writer died',
  async (service) => {
    const caller = await openAccount(service);
    await writeAndDie(service, caller);
    const text = await readResource(service, caller, 'oriel://account/events');
    if (!text.includes('balance.low')) throw new Error(`It was not read: ${text.slice(0, 300)}`);
  },
);

/** With a budget within what the agent may spend. */
export const agentMakesTracker = step('makes a tracker of ranks for an agent', async (service) => {
  const { accountId } = await openAccount(service);
  const { token } = await service.operators.connect(accountId);
  const watched = { name: 'Walk', site: 'own-walk.example', keywords: ['tea'], ...weekly };
  const agent = service.callerWith(accountId, token);
  const text = await expectCode(service, mcp, agent, { tool: 'create_tracker', args: watched });
  if (!text.includes('"created":true')) throw new Error(`It was not made: ${text.slice(0, 300)}`);
});

function refusedAfterClaim(path: string, body: unknown, status: number): Step {
  return step('gives the Idempotency-Key of a refused call back', async (service) => {
    const caller = await service.openAccount(1);
    expectStatus(await caller.post(path, body, { 'idempotency-key': freshWord() }), status);
  });
}

/** An event that has its number, and nothing else. */
async function writeAndDie({ running: { documents, tables } }: WalkedService, { accountId }: Caller) {
  const table = { documents: dyingAfter(5, documents), name: tables.identity, clock: Date.now };
  const event = { type: 'balance.low', cause: 'walk', summary: 'A walk.', why: 'A walk.' } as const;
  const log = createEventLog(table);
  await log.write(accountId, { ...event, subject: null, link: '/billing', data: {} }).catch(() => {});
}

async function paidAnswer(caller: Caller): Promise<string> {
  const { body } = expectStatus(await caller.post('/v1/tools/inspect_domain', question.args), 200);
  return body.usage.request_id;
}

async function share(caller: Caller): Promise<{ readonly id: string; readonly token: string }> {
  const path = `/v1/me/answers/${await paidAnswer(caller)}/shares`;
  const { url, share: made } = expectStatus(await caller.post(path, { days: 1 }), 201).body;
  return { id: made.id, token: new URL(url).hash.slice(1) };
}

/** A rank tracker that has found something today. */
async function trackRanks(caller: Caller, { running }: WalkedService): Promise<string> {
  const watched = { kind: 'rank', name: 'Ranks', site: 'own-walk.example' };
  const keywords = Array.from({ length: 30 }, (_, number) => ({ keyword: `tea ${number}` }));
  const { body } = expectStatus(
    await caller.post('/v1/me/trackers', { ...watched, keywords, ...weekly }),
    201,
  );
  const { documents, tables } = running;
  const ranks = createRankHistory({ documents, name: tables.identity, clock: Date.now });
  const found = {
    position: 3,
    depth: 10,
    aiOverview: 'none',
    volume: 10,
    url: null,
    features: null,
  } as const;
  const cells = new Map([[0, { ...found, rivals: {} }]]);
  const day = new Date().toISOString().slice(0, 10);
  const name = { accountId: caller.accountId, trackerId: String(body.id) };
  await ranks.keep(name, { market: 0, day, cells }, () => ({}));
  return `/v1/me/trackers/${body.id}`;
}

async function track(caller: Caller): Promise<string> {
  const { body } = expectStatus(await caller.post('/v1/me/trackers', { ...question, ...weekly }), 201);
  return `/v1/me/trackers/${body.id}`;
}
