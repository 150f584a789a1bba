import type { Versioned } from '#shared/facts/search-console/connection-store.ts';
import {
  addDays,
  countDays,
  type DayRanges,
  dateOf,
  pacificDay,
} from '#shared/facts/search-console/day-ranges.ts';
import { GoogleRefusal, refusalWords } from '#shared/facts/search-console/google-refusal.ts';
import {
  countTodo,
  type KeptConnection,
  type KeptProperty,
  newProperty,
  presentedImports,
  propertyIdOf,
  siteOfProperty,
  type TypeState,
} from '#shared/facts/search-console/kept-items.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';

import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { searchConsoleServices } from './services.ts';

export type ConnectionServices = Awaited<ReturnType<typeof searchConsoleServices>>;

/** What an account is told where the operator has set no client at Google. */
export const notSetUp =
  'Search Console cannot be connected on this service yet: upload an export instead. Its operator can set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, as docs/search-console.md says.';

/** The connection as its owner sees it: no token, and what to do where it stands still. */
export async function shownConnection({ store, google }: ConnectionServices, accountId: string) {
  const [connection, properties] = await Promise.all([
    store.connection(accountId),
    store.properties(accountId),
  ]);
  const kept = new Map(properties.map(({ data }) => [data.property, data]));
  const listed = connection?.data.properties ?? [];
  const gone = [...kept.values()].filter(
    ({ property }) => !listed.some((each) => each.property === property),
  );
  const stateWithout = google ? ('not_connected' as const) : ('unavailable' as const);
  return {
    state: connection?.data.state ?? stateWithout,
    sign_in: google
      ? google.settings.service_account
        ? ('service_account' as const)
        : ('google' as const)
      : null,
    message: messageOf(connection?.data.reason ?? null, google !== undefined),
    connected_at: connection ? isoTime(connection.data.connected_at) : null,
    properties: [...listed, ...gone].map(({ property, permission }) =>
      shownProperty({ property, permission }, kept.get(property)),
    ),
  };
}

function messageOf(reason: keyof typeof refusalWords | null, isSetUp: boolean): string | null {
  if (reason !== null) return refusalWords[reason];
  return isSetUp ? null : notSetUp;
}

function shownProperty(
  { property, permission }: { readonly property: string; readonly permission: string },
  kept: KeptProperty | undefined,
) {
  const held = Object.values(kept?.types ?? {}).map(heldDays);
  const firsts = held.flatMap(([first]) => (first ? [first[0]] : []));
  return {
    property,
    site: siteOfProperty(property),
    permission,
    chosen: kept?.is_chosen ?? false,
    first_day: firsts.length > 0 ? dateOf(Math.min(...firsts)) : null,
    last_day: kept && kept.last_final !== null ? dateOf(kept.last_final) : null,
    days_done: held.reduce((sum, ranges) => sum + countDays(ranges), 0),
    days_left: kept ? countTodo(kept) : 0,
    synced_at: kept && kept.synced_at !== null ? isoTime(kept.synced_at) : null,
    finds: kept?.finds ?? null,
    refused: kept?.waits
      ? {
          reason: kept.waits.reason,
          message: refusalWords[kept.waits.reason],
          until: isoTime(kept.waits.until),
        }
      : null,
  };
}

function heldDays({ days, weeks, months }: TypeState): DayRanges {
  return [...weeks, ...months].reduce<DayRanges>((all, [from, to]) => addDays(all, from, to), days);
}

/** Google keeps sixteen months. */
const oldestDays = 487;

/** Syncs these properties and no others; their totals are asked for at once, so that there is something to see. */
export async function chooseProperties(
  services: ConnectionServices,
  accountId: string,
  chosen: readonly string[],
): Promise<void> {
  const { store, clock } = services;
  const connection = await store.connection(accountId);
  if (!connection || !services.google)
    throw new ServiceError('validation_error', 'Connect Search Console first: POST /v1/me/search-console.');
  const readable = connection.data.properties.filter(({ permission }) => permission !== 'siteUnverifiedUser');
  const unknown = chosen.filter((property) => !readable.some((each) => each.property === property));
  if (unknown.length > 0)
    throw new ServiceError(
      'validation_error',
      `This Google account cannot read ${unknown.join(', ')}. GET /v1/me/search-console lists what it can.`,
    );
  const known = await store.properties(accountId);
  for (const { data, version } of known)
    if (data.is_chosen && !chosen.includes(data.property))
      await store.saveProperty(accountId, { data, version }, { ...data, is_chosen: false });
  for (const { property, permission } of readable.filter((each) => chosen.includes(each.property))) {
    const before = known.find(({ data }) => data.property === property);
    const fresh = newProperty(property, pacificDay(clock()) - oldestDays);
    const now = { ...(before?.data ?? fresh), permission, is_chosen: true, waits: null };
    const saved = await store.saveProperty(accountId, before, now);
    await firstTotals(services, accountId, saved);
    await store.setDue(accountId, propertyIdOf(property), clock());
  }
}

/** What Google refuses now, the sync meets again and tells. */
async function firstTotals(
  { store, table, clock, google }: ConnectionServices,
  accountId: string,
  found: Versioned<KeptProperty>,
): Promise<void> {
  if (!google || found.data.last_final !== null) return;
  const [{ createKeptRows }, { askTotals }, { openConnection }] = await Promise.all([
    import('#shared/facts/search-console/kept-rows.ts'),
    import('#shared/facts/search-console/sync-property.ts'),
    import('#shared/facts/search-console/open-connection.ts'),
  ]);
  const rows = createKeptRows(table, ownPartPartition(accountId, propertyIdOf(found.data.property)));
  try {
    const { data, write } = await askTotals(
      { api: openConnection(google.sync, accountId), rows, clock },
      found.data,
    );
    await store.saveProperty(accountId, found, data);
    await write();
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
  }
}

/** A run that is under way when rows are deleted has ended after this; what it wrote is removed then. */
const sweepMs = 20 * 60_000;

/** Withdraws the grant and forgets it, and deletes what was synced unless it is to stay. */
export async function disconnect(
  services: ConnectionServices,
  accountId: string,
  keepsHistory: boolean,
): Promise<{ readonly revoked: boolean }> {
  const { store, clock } = services;
  const connection = await store.connection(accountId);
  const revoked = await isRevoked(services, accountId, connection?.data);
  await store.removeConnection(accountId);
  for (const kept of await store.properties(accountId)) {
    const propertyId = propertyIdOf(kept.data.property);
    if (keepsHistory)
      await store.saveProperty(accountId, kept, { ...kept.data, is_chosen: false, waits: null });
    else await deleteProperty(services, accountId, kept.data);
    await store.setDue(accountId, propertyId, clock() + sweepMs);
  }
  return { revoked };
}

/** Withdraws the grant of an account that goes; all else of its connection goes with its data. */
export async function revokeGrant(services: ConnectionServices, accountId: string): Promise<void> {
  const connection = await services.store.connection(accountId);
  if (connection) await isRevoked(services, accountId, connection.data);
}

/** False where there is nothing to revoke, and where Google cannot be reached: that holds nobody up. */
async function isRevoked(
  { google }: ConnectionServices,
  accountId: string,
  connection: KeptConnection | undefined,
): Promise<boolean> {
  const { tokenToRevoke } = await import('#shared/facts/search-console/open-connection.ts');
  if (!connection || !google) return false;
  const token = tokenToRevoke(google.sync.dataKey, accountId, connection);
  if (token === undefined) return false;
  return google.sync.google.revoke(token).then(
    () => true,
    () => false,
  );
}

async function deleteProperty({ store, table }: ConnectionServices, accountId: string, data: KeptProperty) {
  const propertyId = propertyIdOf(data.property);
  await store.removeProperty(accountId, propertyId);
  // Loaded where something is deleted: it judges queries by the list of public suffixes.
  const [{ createKeptRows }, { createConsoleStore }] = await Promise.all([
    import('#shared/facts/search-console/kept-rows.ts'),
    import('#shared/facts/own-sites/console-store.ts'),
  ]);
  const console = createConsoleStore(table);
  for (const id of presentedImports(data)) await console.remove(accountId, id);
  await createKeptRows(table, ownPartPartition(accountId, propertyId)).removeAll();
}
