import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { refusalKinds } from '#shared/facts/search-console/google-refusal.ts';
import { countDays, type Day, hasDays } from './day-ranges.ts';

export const connectionSort = 'g!';
export const propertyPrefix = 'g#';
export const duePartition = 'G!due';
export const dueSort = (accountId: string, propertyId: string) => `${accountId}#${propertyId}`;

/** `gsc_` and twenty hexadecimal digits: the same for the same property of Google. */
export const propertyIdOf = (property: string) =>
  `gsc_${createHash('sha256').update(property).digest('hex').slice(0, 20)}`;

const moment = v.number();

/** A connection of an account to Google. Tokens are sealed; nothing here may be shown as it is. */
export const connectionItem = v.object({
  kind: v.picklist(['person', 'service_account']),
  state: v.picklist(['connected', 'paused']),
  connected_at: moment,
  reason: v.nullable(v.picklist(refusalKinds)),
  /** Sealed; empty of a service account. */
  refresh: v.string(),
  access: v.string(),
  access_until: moment,
  properties: v.array(v.object({ property: v.string(), permission: v.string() })),
});
export type KeptConnection = v.InferOutput<typeof connectionItem>;

const ranges = v.array(v.tuple([v.number(), v.number()]));

/**
 * Days of one search type: to be fetched, those whose rows are kept by day, by week and by month,
 * and those whose search appearance was read, which it was not from the beginning.
 */
const typeState = v.object({
  todo: ranges,
  days: ranges,
  weeks: ranges,
  months: ranges,
  appearances: v.optional(ranges),
});
export type TypeState = v.InferOutput<typeof typeState>;
export const noDays: TypeState = { todo: [], days: [], weeks: [], months: [] };

export const propertyItem = v.object({
  property: v.string(),
  /** The domain that it is, or is part of. */
  site: v.string(),
  permission: v.string(),
  is_chosen: v.boolean(),
  /** Before it nothing was ever asked: sixteen months before the connection. */
  first_day: v.number(),
  /** The last day that Google calls final, of any search type. */
  last_final: v.nullable(v.number()),
  /** By search type; one without a single day in Google's totals is absent. */
  types: v.record(v.string(), typeState),
  /** What is fetched of the day in work, so that a run goes on within it. */
  part: v.nullable(v.object({ type: v.string(), day: v.number(), lists: v.array(v.string()) })),
  /** Blocks that nothing reads any more, until they are removed. */
  drop: v.array(v.string()),
  /** What Google refused last; until then nothing is asked. */
  waits: v.nullable(v.object({ reason: v.picklist(refusalKinds), until: moment, times: v.number() })),
  synced_at: v.nullable(moment),
  /** The last day whose totals were compared with their usual range; null before. */
  watched_until: v.optional(v.nullable(v.number()), null),
  /** Of lasting falls of its clicks by 30%, the share that would be told within two and seven days; null where that is not known. */
  finds: v.optional(v.nullable(v.object({ within_2_days: v.number(), within_7_days: v.number() })), null),
  /** The Pacific day whose share of URL inspections is done. */
  inspected_on: v.optional(v.nullable(v.number()), null),
  /**
   * The period that the tools were last given, as `from..to`, and every import
   * that lies there for it or is about to; empty before.
   */
  presented: v.string(),
  /** Queries, pages and pairs that the tools were given: what it costs to give them again. */
  presented_rows: v.optional(v.number(), 0),
});
export type KeptProperty = v.InferOutput<typeof propertyItem>;

export const presentedImports = ({ presented }: KeptProperty): string[] =>
  presented.split(' ').filter((word) => word.startsWith('imp_'));

/** The domain that a property is, or is part of. */
export function siteOfProperty(property: string): string {
  const named = normalizeDomain(property.replace(/^sc-domain:/u, ''));
  return named.ok ? named.domain : property;
}

/** Days whose rows are still to come, over all search types. */
export function countTodo({ types }: KeptProperty): number {
  return Object.values(types).reduce((sum, { todo }) => sum + countDays(todo), 0);
}

/** A property of which nothing was asked yet; before its first day nothing ever is. */
export function newProperty(property: string, firstDay: number): KeptProperty {
  return {
    property,
    site: siteOfProperty(property),
    permission: '',
    is_chosen: true,
    first_day: firstDay,
    last_final: null,
    types: {},
    part: null,
    drop: [],
    waits: null,
    synced_at: null,
    watched_until: null,
    finds: null,
    inspected_on: null,
    presented: '',
    presented_rows: 0,
  };
}

export const dueItem = v.object({ due_at: moment, lease_until: moment });

/** Lists of rows that a day has, by their letter in keys. */
export const rowLists = {
  q: ['query'],
  p: ['page'],
  x: ['query', 'page'],
  c: ['country'],
  v: ['device'],
  a: ['searchAppearance'],
} as const;
export type RowList = keyof typeof rowLists;
export const rowListNames: readonly RowList[] = ['q', 'p', 'x', 'c', 'v', 'a'];

/** Whether the day was asked for the list: appearances were not from the beginning. */
export const isRead = (state: TypeState, list: RowList, day: Day) =>
  list !== 'a' || hasDays(state.appearances ?? [], day, day);
