import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import { removeItem, replaceItem, type Test } from '#shared/platform/dynamo/conditional-writes.ts';
import { queriedItems } from '#shared/platform/dynamo/documents.ts';
import { type IdentityTable, readItem, unixSeconds } from '../identity/identity-table.ts';
import {
  type DetailsDay,
  type PlacesMonth,
  packDetails,
  packPlaces,
  type RankCell,
  unpackDetails,
  unpackPlaces,
  withChecked,
  withDetails,
} from './rank-months.ts';
import { packSetup, type RankSetup, unpackSetup } from './rank-setup.ts';

export type TrackerName = Readonly<Record<'accountId' | 'trackerId', string>>;

const historyDays = 400;
/** A month is kept until its last day is that old. */
const monthSeconds = (historyDays + 31) * 86_400;
/** A replaced setup is read by a check that began with it, for a day at most. */
const replacedSeconds = 3 * 86_400;
/** Writers of one month that meet at most; one run of a tracker writes, and seldom a second. */
const attempts = 10;

const packedItem = v.object({ data: v.instance(Uint8Array), version: v.optional(v.string()) });

export type RankHistory = ReturnType<typeof createRankHistory>;

/**
 * What rank trackers watch and what their checks found. A setup is never changed: another takes its
 * place, so that a check that began with it ends with it. Each market has an item a month with its places,
 * which questions about history read, and one with what stands beside them.
 */
export function createRankHistory(table: IdentityTable) {
  return {
    async putSetup(name: TrackerName, setup: RankSetup): Promise<string> {
      const id = randomUUID();
      await replaceItem(table, { ...setupKey(name, id), data: packSetup(setup) }, []);
      return id;
    },

    async getSetup(name: TrackerName, id: string): Promise<RankSetup> {
      const item = await readItem(table, packedItem, setupKey(name, id));
      if (!item) throw new Error('A rank tracker has lost its setup.');
      return unpackSetup(item.data);
    },

    /** Another has taken its place. */
    async retireSetup(name: TrackerName, id: string): Promise<void> {
      const item = await readItem(table, packedItem, setupKey(name, id));
      const expires_at = unixSeconds(table) + replacedSeconds;
      if (item) await replaceItem(table, { ...setupKey(name, id), data: item.data, expires_at }, []);
    },

    /**
     * Keeps what a check of a day found. The same check again writes the same, and what another found on
     * that day for other keywords stays. `sharesOf` gives the share of voice of each rival.
     */
    async keep(
      name: TrackerName,
      { market, day, cells }: CheckedDay,
      sharesOf: (month: PlacesMonth, details: readonly DetailsDay[]) => Readonly<Record<string, number>>,
    ): Promise<void> {
      const month = day.slice(0, 7);
      // Details first: a day that has its places has what stands beside them.
      const details = await changePacked(table, monthKey(name, market, 'details', month), (packed) => {
        const days = withDetails(packed ? unpackDetails(packed) : [], day, cells);
        return { value: days, packed: packedWithin(days) };
      });
      await changePacked(table, monthKey(name, market, 'places', month), (packed) => {
        const checked = withChecked(packed ? unpackPlaces(packed) : noPlaces, day, cells);
        const rivalShares = sharesOf(checked, details);
        const days = checked.days.map((one) => (one.day === day ? { ...one, rivalShares } : one));
        const value = { ...checked, days };
        return { value, packed: packPlaces(value) };
      });
    },

    /** Months of places in order. */
    async places(name: TrackerName, market: number, months: MonthsAsked): Promise<PlacesMonth[]> {
      return (await readMonths(table, between(name, market, 'places', months), months.isExact)).map(
        unpackPlaces,
      );
    },

    /** What stands beside the places, day by day. */
    async details(name: TrackerName, market: number, months: MonthsAsked): Promise<DetailsDay[]> {
      return (await readMonths(table, between(name, market, 'details', months), months.isExact)).flatMap(
        unpackDetails,
      );
    },

    async remove({ accountId, trackerId }: TrackerName): Promise<void> {
      const { pk } = identityKeys.ranks(accountId, trackerId, '');
      for (const sk of await sortKeys(table, pk)) await removeItem(table, { pk, sk });
    },
  };
}

export interface CheckedDay {
  readonly market: number;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** By the number of the keyword in the setup. */
  readonly cells: ReadonlyMap<number, RankCell>;
}

const noPlaces: PlacesMonth = { days: [], volumes: [] };

const setupKey = ({ accountId, trackerId }: TrackerName, id: string) =>
  identityKeys.ranks(accountId, trackerId, `setup#${id}`);

type Kind = 'places' | 'details';

const monthKey = ({ accountId, trackerId }: TrackerName, market: number, kind: Kind, month: string) =>
  identityKeys.ranks(accountId, trackerId, `${kind}#${market}#${month}`);

type Key = ReturnType<typeof monthKey>;

const between = (name: TrackerName, market: number, kind: Kind, { from, to }: MonthsAsked) =>
  [monthKey(name, market, kind, from), monthKey(name, market, kind, to)] as const;

/** An item has at most 400 kB; addresses that change daily are kept of as many days as fit, the newest. */
const mostBytes = 350_000;

function packedWithin(days: readonly DetailsDay[]): Uint8Array {
  let kept = days;
  for (;;) {
    const packed = packDetails(kept);
    if (packed.length <= mostBytes || kept.length <= 1) return packed;
    kept = kept.slice(Math.ceil(kept.length / 4));
  }
}

/** Reads, changes and writes an item, anew where another has written meanwhile. */
async function changePacked<Value>(
  table: IdentityTable,
  key: Key,
  change: (packed: Uint8Array | undefined) => { readonly value: Value; readonly packed: Uint8Array },
): Promise<Value> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await readItem(table, packedItem, key);
    const { value, packed } = change(found?.data);
    const check: Test =
      found?.version === undefined
        ? { test: 'absent', path: ['version'] }
        : { test: 'equals', path: ['version'], value: found.version };
    const expires_at = unixSeconds(table) + monthSeconds;
    const item = { ...key, data: packed, version: randomUUID(), expires_at };
    if (await replaceItem(table, item, [check])) return value;
  }
  throw new Error('Too many writers of the ranks of a tracker at once.');
}

/** The first and the last month, `YYYY-MM`. */
interface MonthsAsked {
  readonly from: string;
  readonly to: string;
  /** Else what a check has just found may show a moment later, at half the price. */
  readonly isExact?: boolean;
}

async function readMonths(
  table: IdentityTable,
  keys: readonly [Key, Key],
  isExact = false,
): Promise<Uint8Array[]> {
  const [{ pk, sk: first }, { sk: last }] = keys;
  const items = await queriedItems(table.documents, {
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': last },
    ConsistentRead: isExact,
  });
  return items.map((item) => v.parse(packedItem, item).data);
}

async function sortKeys(table: IdentityTable, pk: string): Promise<string[]> {
  const items = await queriedItems(table.documents, {
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'sk',
    ConsistentRead: true,
  });
  return items.map(({ sk }) => String(sk));
}
