import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import {
  type DestinationKind,
  type DestinationRecord,
  destinationKinds,
  type MailRhythm,
  mailRhythms,
  offReasons,
  overlapHours,
} from '#shared/contract/destinations.ts';
import { type EventType, eventTypes } from '#shared/contract/events.ts';
import { isoTime } from '#shared/platform/clock.ts';
import {
  changeItem,
  removeItem,
  replaceItem,
  setOrRemoveAll,
  type Test,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import { type DataKey, openText, sealText } from '#shared/platform/secrets/sealed-text.ts';
import { type IdentityTable, listItems, putItem, readItem } from '../identity/identity-table.ts';
import { type Standing, standingItem } from '../identity/person-ref.ts';

const secretBytes = 32;

const destinationItem = v.object({
  account_id: v.string(),
  destination_id: v.string(),
  kind: v.picklist(destinationKinds),
  /** Sealed: the address of a chat's hook is its secret. */
  target: v.string(),
  rhythm: v.picklist(mailRhythms),
  time_zone: v.optional(v.string(), 'UTC'),
  types: v.nullable(v.array(v.picklist(eventTypes))),
  status: v.picklist(['unverified', 'active', 'off']),
  off_because: v.optional(v.picklist(offReasons)),
  /** Sealed; the latest first, those before with the end of their overlap (milliseconds since 1970). */
  secrets: v.array(v.object({ sealed: v.string(), until: v.optional(v.number()) })),
  /** SHA-256 of the code that was sent to it last. */
  code_hash: v.optional(v.string()),
  /** In whose name it was added; absent of who opened the account, and of keys. */
  member: v.optional(standingItem),
  created_at: v.string(),
  rotated_at: v.optional(v.string()),
  /** ISO 8601; absent while deliveries arrive. */
  failing_since: v.optional(v.string()),
  /** Number of the last event that a digest has told. */
  digested: v.optional(v.number()),
  /** Random, new with every change. */
  revision: v.string(),
});
export type Destination = v.InferOutput<typeof destinationItem>;

export interface NewDestination {
  readonly kind: DestinationKind;
  readonly target: string;
  readonly rhythm: MailRhythm;
  /** By which digests come; UTC where it is left out. */
  readonly time_zone?: string | undefined;
  readonly types: readonly EventType[] | null;
  readonly member: Standing | undefined;
  readonly isVerified: boolean;
  /** Number of the account's latest event: a digest tells those after it. */
  readonly after: number;
}

type Changeable =
  | 'types'
  | 'rhythm'
  | 'time_zone'
  | 'status'
  | 'off_because'
  | 'failing_since'
  | 'digested'
  | 'code_hash';
type Changes = {
  readonly [Name in Changeable | 'secrets' | 'rotated_at']?: Destination[Name] | undefined;
};

/** Destinations of accounts. What is sealed in them opens under the service's data key alone. */
export function createDestinationRepository(table: IdentityTable, dataKey: DataKey) {
  const sealed = sealing(dataKey);
  const changeThis = (found: Destination, changes: Changes) => change(table, found, changes);
  return {
    list: (accountId: string): Promise<readonly Destination[]> =>
      listItems(table, destinationItem, keyOf(accountId, '')),

    find: (accountId: string, id: string): Promise<Destination | undefined> =>
      readItem(table, destinationItem, keyOf(accountId, id)),

    /** With its secret, which nothing shows again; only webhooks have one. */
    async add(accountId: string, given: NewDestination) {
      const id = newId('dst', table.clock());
      const secret = given.kind === 'webhook' ? newSecret() : null;
      const names = { account_id: accountId, destination_id: id };
      const destination = { ...names, ...itemOf(given, isoTime(table.clock())) };
      const item: Destination = {
        ...destination,
        target: sealed.seal(destination, given.target),
        secrets: secret === null ? [] : [{ sealed: sealed.seal(destination, secret) }],
      };
      await putItem(table, keyOf(accountId, id), item);
      return { destination: item, secret };
    },

    /** Members that are undefined are taken away. Undefined where another has changed it meanwhile. */
    change: changeThis,

    async remove(accountId: string, id: string): Promise<boolean> {
      await putItem(table, identityKeys.chosenDestinations(accountId), { chosen: true });
      return (await removeItem(table, keyOf(accountId, id))) !== undefined;
    },

    addUsual: (accountId: string, address: string) => addUsual(table, sealed, accountId, address),

    /** A new secret; the one before signs beside it for a day. */
    async rotate(found: Destination) {
      const now = table.clock();
      const secret = newSecret();
      const until = now + overlapHours * 3_600_000;
      const before = found.secrets.slice(0, 1).map((one) => ({ ...one, until }));
      const secrets = [{ sealed: sealed.seal(found, secret) }, ...before];
      const changed = await changeThis(found, { secrets, rotated_at: isoTime(now) });
      return changed && { destination: changed, secret };
    },

    /** A code that proves who reads what is sent there; the one before proves nothing any more. */
    async newCode(found: Destination) {
      const code = randomBytes(18).toString('base64url');
      const changed = await changeThis(found, { code_hash: hashOf(code) });
      return changed && { destination: changed, code };
    },

    isCode({ code_hash }: Destination, code: string): boolean {
      if (code_hash === undefined) return false;
      return timingSafeEqual(Buffer.from(code_hash), Buffer.from(hashOf(code)));
    },

    /** Where it sends to; undefined where it was sealed under another key. */
    targetOf: (destination: Destination): string | undefined => sealed.open(destination, destination.target),

    /** Secrets that sign now, the latest first. */
    secretsOf: (destination: Destination): readonly string[] =>
      destination.secrets.flatMap(({ sealed: text, until }) => {
        const isOver = until !== undefined && until <= table.clock();
        return isOver ? [] : (sealed.open(destination, text) ?? []);
      }),
  };
}

const keyOf = identityKeys.destination;

/** What has a mail of its own anyway is not told a second time. */
const usualMail = {
  kind: 'mail',
  rhythm: 'at_once',
  types: eventTypes.filter((type) => type !== 'balance.low' && type !== 'sync.failed'),
  isVerified: true,
} as const;

/**
 * The mail that an account gets until it chooses otherwise: each event at its own address. Made with the first
 * event of an account without destinations, once; undefined where one was ever removed.
 */
async function addUsual(
  table: IdentityTable,
  sealed: ReturnType<typeof sealing>,
  accountId: string,
  address: string,
): Promise<Destination | undefined> {
  if (await readItem(table, v.object({}), identityKeys.chosenDestinations(accountId))) return undefined;
  const id = `dst_${createHash('sha256').update(accountId).digest('hex').slice(0, 26)}`;
  const name = { account_id: accountId, destination_id: id };
  const usual = itemOf({ ...usualMail, member: undefined, after: 0 }, isoTime(table.clock()));
  const item: Destination = { ...name, ...usual, target: sealed.seal(name, address), secrets: [] };
  await replaceItem(table, { ...keyOf(accountId, id), ...item }, [{ test: 'absent', path: ['revision'] }]);
  return readItem(table, destinationItem, keyOf(accountId, id));
}

const newSecret = () => `whsec_${randomBytes(secretBytes).toString('base64')}`;

type Name = Pick<Destination, 'account_id' | 'destination_id'>;

function sealing(dataKey: DataKey) {
  const purposeOf = ({ account_id, destination_id }: Name) => `destination ${account_id} ${destination_id}`;
  return {
    seal: (name: Name, text: string) => sealText(dataKey, purposeOf(name), text),
    open: (name: Name, text: string) => openText(dataKey, purposeOf(name), text),
  };
}

function itemOf(
  { kind, rhythm, time_zone = 'UTC', types, isVerified, member, after }: Omit<NewDestination, 'target'>,
  created_at: string,
) {
  return {
    kind,
    ...{ rhythm, time_zone },
    types: types && [...types],
    status: isVerified ? ('active' as const) : ('unverified' as const),
    ...(member && { member }),
    created_at,
    digested: after,
    revision: randomUUID(),
  };
}

async function change(
  table: IdentityTable,
  { account_id, destination_id, revision }: Destination,
  changes: Changes,
): Promise<Destination | undefined> {
  const wanted = Object.entries(changes).map(([name, value]) => [name, value ?? null]);
  const steps = setOrRemoveAll({ ...Object.fromEntries(wanted), revision: randomUUID() });
  const isSame: Test = { test: 'equals', path: ['revision'], value: revision };
  const changed = await changeItem(table, keyOf(account_id, destination_id), { checks: [isSame], steps });
  return changed && v.parse(destinationItem, changed);
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

export function takes({ status, types }: Destination, type: EventType): boolean {
  return status === 'active' && (types === null || types.includes(type));
}

export function shownDestination(destination: Destination, target: string | undefined): DestinationRecord {
  const { destination_id: id, kind, rhythm, time_zone, types, status, created_at } = destination;
  return {
    id,
    kind,
    target: kind === 'slack' ? (URL.parse(target ?? '')?.host ?? '') : (target ?? ''),
    rhythm,
    time_zone,
    types,
    status,
    off_because: destination.off_because ?? null,
    failing_since: destination.failing_since ?? null,
    created_at,
    secret_rotated_at: destination.rotated_at ?? null,
  };
}
