import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ToolContract } from '#shared/contract/tool.ts';
import { duePartition } from '#shared/facts/search-console/kept-items.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import type { Caller } from '#test/support/service/callers.ts';
import { functionNamed } from '../function-named.ts';
import { staleMs } from '../lifelike-database.ts';
import type { WalkedService } from '../walked-service.ts';
import { asking, browserOf, expectStatus, freshWord, type Step, step, type Walk } from './walk.ts';
import { expectCode, openAccount, type Way } from './ways.ts';

const path = '/v1/me/search-console';
const changes = '/v1/me/sites/shop.example/changes';
const recorded = { what: 'New titles', pages: ['/blog/*'] };

const daysAgo = (days: number) => shiftDate(new Date().toISOString().slice(0, 10), -days);

/** What tools are asked about a connected site, and what their answers have. */
export const connectedQuestions: Readonly<
  Record<string, { args(site: string): Readonly<Record<string, unknown>>; readonly wanted: string }>
> = {
  explain_change: {
    args: (site) => ({
      site,
      from: daysAgo(4),
      to: daysAgo(3),
      compare_from: daysAgo(6),
      compare_to: daysAgo(5),
    }),
    wanted: 'oriel://dataset/',
  },
  inspect_search_performance: {
    args: (domain) => ({ domain, dimensions: 'query,page', compare: 'previous_period', limit: 200 }),
    wanted: '"connected":true',
  },
};

/** What an account does with its connection to Search Console. */
export const searchConsoleSteps: Readonly<Record<string, readonly Step[]>> = {
  get_search_console: asking(200, async (caller, service) => {
    await choose(service, caller);
    return (asker) => asker.get(path);
  }),
  connect_search_console: asking(200, async () => (asker) => asker.post(path, {})),
  choose_search_console_properties: asking(200, async (caller, service) => {
    const { property } = await connect(service, caller);
    return (asker) => asker.post(`${path}/properties`, { properties: [property] });
  }),
  disconnect_search_console: [
    ...asking(200, async (caller, service) => {
      await choose(service, caller);
      return (asker) => disconnect(service, asker, { keepsHistory: true });
    }),
    step('deletes what was synced, and what the tools read of it', async (service) => {
      const caller = await service.openAccount(1);
      const { site } = await synced(service, caller);
      // Reads that need not see the latest show what was written a moment later.
      await sleep(400);
      expectStatus(await disconnect(service, caller, { keepsHistory: false }), 200);
      await sleep(400);
      expectStatus(await caller.get(`/v1/me/sites/${site}/performance`), 404);
    }),
  ],
  record_site_change: [
    ...asking(201, async () => (asker) => asker.post(changes, recorded)),
    step(
      'gives its first answer again under the same key, and the key back where it fails',
      async (service) => {
        const caller = await service.openAccount(1);
        const headers = { 'idempotency-key': freshWord() };
        expectStatus(await caller.post(changes, recorded, headers), 201);
        expectStatus(await caller.post(changes, recorded, headers), 201);
        const nowhere = '/v1/me/sites/nowhere/changes';
        expectStatus(await caller.post(nowhere, recorded, { 'idempotency-key': freshWord() }), 404);
      },
    ),
  ],
  list_site_changes: asking(200, async () => (asker) => asker.get(changes)),
  remove_site_change: asking(200, async (caller) => {
    const { body } = expectStatus(await caller.post(changes, recorded), 201);
    return (asker) => asker.delete(`${changes}/${body.id}`);
  }),
  get_site_performance: [
    ...asking(200, async (caller, service) => {
      const { site } = await choose(service, caller);
      return (asker) => asker.get(`/v1/me/sites/${site}/performance?compare=previous_period`);
    }),
    step('slices what was synced by query', async (service) => {
      const caller = await service.openAccount(1);
      const { site } = await synced(service, caller);
      const { body } = expectStatus(
        await caller.get(`/v1/me/sites/${site}/performance?dimensions=query,brand`),
        200,
      );
      if (body.rows.length === 0) throw new Error('There are no rows.');
    }),
  ],
};

/** What the browser and the clock do with a connection. */
export const searchConsoleWalks: readonly Walk[] = [
  {
    name: 'search-console-callback',
    steps: [
      step('connects an account, and goes on with what waited', async (service) => {
        const caller = await service.openAccount(1);
        await choose(service, caller);
        await signInAtGoogle(service, caller);
      }),
    ],
  },
  {
    name: 'sync-search-console',
    steps: [
      step('fetches rows and gives them to the tools', async (service) => {
        await synced(service, await service.openAccount(1));
      }),
      step('writes to the owner when Google has ended the grant', async (service) => {
        await forgetDue(service);
        const caller = await service.openAccount(1);
        await choose(service, caller);
        service.google.endGrants();
        await sync(service);
        const { email } = await service.operations.operator.show(caller.accountId);
        if (!service.running.services.mails.some(({ to }) => to === email)) throw new Error('No mail came.');
      }),
    ],
  },
];

/** A connection of an account, whose person at Google has one property that no other has. */
async function connect(service: WalkedService, caller: Caller, { queries = 6 } = {}) {
  const { state } = service.google;
  const site = `${freshWord()}.example`;
  const property = `sc-domain:${site}`;
  const today = new Date().toISOString().slice(0, 10);
  state.finalUntil = shiftDate(today, -3);
  state.person = site;
  state.people.set(
    site,
    new Map([[property, generatedSite({ site, from: shiftDate(today, -6), to: today, queries })]]),
  );
  await signInAtGoogle(service, caller);
  return { site, property };
}

/** In a browser that is signed in to the account, with a consent at Google in between. */
async function signInAtGoogle(service: WalkedService, caller: Caller): Promise<void> {
  const { body } = expectStatus(await caller.post(path, {}), 200);
  const consent = await fetch(body.authorize_url, { redirect: 'manual' });
  const callback = new URL(consent.headers.get('location') ?? '');
  const { cookie } = await browserOf(service, caller.accountId);
  const back = await service.send(`${callback.pathname}${callback.search}`, {
    headers: { cookie },
    redirect: 'manual',
  });
  const place = expectStatus(back, 303).headers.get('location');
  if (!place?.endsWith('search_console=connected')) throw new Error(`Led to ${place}.`);
}

async function choose(service: WalkedService, caller: Caller, size = {}) {
  const connected = await connect(service, caller, size);
  const body = { properties: [connected.property] };
  expectStatus(await caller.post(`${path}/properties`, body), 200);
  return connected;
}

export async function synced(service: WalkedService, caller: Caller, size = {}) {
  await forgetDue(service);
  const chosen = await choose(service, caller, size);
  await sync(service);
  const [{ days_left, synced_at }] = (await caller.get(path)).body.properties;
  if (synced_at === null) throw new Error(`${days_left} days are left.`);
  return chosen;
}

async function sync({ running }: WalkedService): Promise<void> {
  // The list of what is due may be read as it was before.
  await sleep(staleMs);
  await running.start(functionNamed('sync-search-console'));
}

/** What other steps have left on the list: a run works on all that is due. */
async function forgetDue({ running: { documents, tables } }: WalkedService): Promise<void> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: tables.index,
      KeyConditionExpression: 'pk = :due',
      ExpressionAttributeValues: { ':due': duePartition },
    }),
  );
  for (const { pk, sk } of Items)
    await documents.send(new DeleteCommand({ TableName: tables.index, Key: { pk, sk } }));
}

function disconnect({ send }: WalkedService, { key }: Caller, { keepsHistory }: { keepsHistory: boolean }) {
  return send(`${path}?keep_history=${keepsHistory}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
}

/** A site that the caller has connected: its slices, whole as a dataset, and a list too long for an answer. */
export function connectedSteps(way: Way, { name, example }: ToolContract): Step[] {
  if (name === 'record_change')
    return [
      step('frees the Idempotency-Key of a change too many', async (service) => {
        const caller = await openAccount(service);
        await service.operators.recordChanges(caller.accountId);
        const call = { tool: name, args: example, idempotencyKey: freshWord() };
        await expectCode(service, way, caller, call, 'validation_error');
      }),
    ];
  const question = connectedQuestions[name];
  if (!question) return [];
  return [
    step(`answers of a connected site, and keeps what does not fit (${name})`, async (service) => {
      const caller = await openAccount(service);
      const { site } = await synced(service, caller, { queries: 300 });
      const text = await expectCode(service, way, caller, { tool: name, args: question.args(site) });
      if (!text.includes(question.wanted)) throw new Error(`Not so: ${text.slice(0, 300)}`);
    }),
  ];
}
