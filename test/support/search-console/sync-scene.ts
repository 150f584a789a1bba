import { randomBytes } from 'node:crypto';
import { createConnectionStore } from '#shared/facts/search-console/connection-store.ts';
import { dateOf, dayOf } from '#shared/facts/search-console/day-ranges.ts';
import {
  createGoogleClient,
  newVerifier,
  parseGoogleSettings,
} from '#shared/facts/search-console/google-client.ts';
import { countTodo, newProperty, propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { createKeptRows } from '#shared/facts/search-console/kept-rows.ts';
import { sealTokens } from '#shared/facts/search-console/open-connection.ts';
import { runDueSyncs, type SyncServices, syncDue } from '#shared/facts/search-console/run-syncs.ts';
import { listFor, type SliceQuestion, slicePeriod } from '#shared/facts/search-console/slices.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import type { FakeGoogle } from './fake-google.ts';
import { keptTable } from './kept-table.ts';

/** An account that is connected to the fake, without the service around it. */
export async function syncScene(fake: FakeGoogle, { now = '2026-11-24T12:00:00Z' } = {}) {
  const settings = parseGoogleSettings(
    JSON.stringify({
      client_id: fake.environment.GOOGLE_CLIENT_ID,
      client_secret: fake.environment.GOOGLE_CLIENT_SECRET,
      authorize_url: fake.environment.GOOGLE_AUTHORIZE_URL,
      token_url: fake.environment.GOOGLE_TOKEN_URL,
      revoke_url: fake.environment.GOOGLE_REVOKE_URL,
      api_url: fake.origin,
    }),
  );
  if (!settings) throw new Error('The settings are whole.');
  const google = createGoogleClient(settings);
  const { table, rows, life } = keptTable();
  const store = createConnectionStore(table);
  const time = { now: Date.parse(now) };
  const told: string[] = [];
  const logged: unknown[] = [];
  const log = (message: string, facts: unknown) => void logged.push({ message, facts });
  const services: SyncServices = {
    table,
    store,
    google,
    apiUrl: fake.origin,
    dataKey: randomBytes(32),
    clock: () => time.now,
    pause: async () => {},
    answerMs: 300,
    requestsPerMinute: 10_000_000,
    tellOwner: async (accountId, reason) => void told.push(`${accountId} ${reason}`),
    logger: { info: log, warn: log, error: log },
  };
  return {
    services,
    store,
    table,
    rows,
    life,
    time,
    told,
    logged,
    async connect(accountId: string) {
      const verifier = await newVerifier();
      const signIn = { redirectUri: 'http://127.0.0.1:1/callback', state: 'state', verifier };
      const consent = await fetch(await google.authorizeUrl(signIn), { redirect: 'manual' });
      const callback = new URL(consent.headers.get('location') ?? '').searchParams;
      const tokens = await google.exchange(callback, signIn);
      await store.saveConnection(accountId, await store.connection(accountId), {
        kind: 'person',
        state: 'connected',
        connected_at: time.now,
        reason: null,
        properties: [],
        ...sealTokens(services, accountId, tokens),
      });
    },
    async choose(accountId: string, property: string, firstDay: string) {
      await store.saveProperty(accountId, undefined, newProperty(property, dayOf(firstDay)));
      await store.setDue(accountId, propertyIdOf(property), time.now);
    },
    runDue: () => runDueSyncs(services, () => false),
    sync: (accountId: string, property: string) =>
      syncDue(
        services,
        { accountId, propertyId: propertyIdOf(property), dueAt: time.now, leaseUntil: 0 },
        () => false,
      ),
    async slice(
      accountId: string,
      property: string,
      asked: Partial<Omit<SliceQuestion, 'from' | 'to'>> & { from: string; to: string },
    ) {
      const kept = await store.property(accountId, propertyIdOf(property));
      if (!kept) throw new Error('There is no such property.');
      const question = {
        type: 'web',
        dimensions: [],
        filters: [],
        ...asked,
        from: dayOf(asked.from),
        to: dayOf(asked.to),
      };
      const list = listFor(question);
      if (list === undefined) throw new Error('No list has it all.');
      const rowsOf = createKeptRows(table, ownPartPartition(accountId, propertyIdOf(property)));
      const answer = await slicePeriod(
        { rows: rowsOf, kept: kept.data, isBrand: () => false },
        question,
        list,
      );
      const groups = Object.fromEntries(
        [...answer.groups]
          .map(([key, { clicks, impressions }]) => [key, [clicks, impressions]] as const)
          .sort(),
      );
      return { ...answer, groups, missing: answer.missing.map(dateOf) };
    },
  };
}

export type Scene = Awaited<ReturnType<typeof syncScene>>;

/** Runs what is due, a quarter of an hour apart, for the twelve days that twelve refusals by load can take. */
export async function untilDone(
  scene: Scene,
  accountId = 'acct_a',
  name = 'sc-domain:shop.example',
): Promise<void> {
  for (let run = 0; run < 1_100; run += 1) {
    await scene.runDue();
    const kept = await scene.store.property(accountId, propertyIdOf(name));
    if (kept?.data.synced_at !== null && kept !== undefined && countTodo(kept.data) === 0) return;
    scene.time.now += 16 * 60_000;
  }
  throw new Error('It did not end.');
}
