import * as v from 'valibot';
import { changeEffect, siteChange } from '#shared/contract/site-changes.ts';
import { ownPartition } from '#shared/facts/stored-index/items/keys.ts';
import { type IndexReader, readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { NewSiteChange, SiteChange } from '../ports/site-performance.ts';
import { dateOf, dayOf } from './day-ranges.ts';

/** Days after a change for which its effect is measured. */
export const measuredAfter = [14, 28] as const;
export const changeLimit = 1_000;

const kept = v.object({
  ...v.omit(siteChange, ['effect', 'next_at']).entries,
  effect: v.nullable(changeEffect),
});
export type KeptChange = v.InferOutput<typeof kept>;

const prefixOf = (site: string) => `h#${site}#`;
const keyOf = (accountId: string, { site, id }: Pick<KeptChange, 'site' | 'id'>) => ({
  pk: ownPartition(accountId),
  sk: `${prefixOf(site)}${id}`,
});

/** The changes of a site, or of all sites, the newest first. */
export async function readChanges(
  table: IndexReader,
  accountId: string,
  site?: string,
): Promise<readonly KeptChange[]> {
  const prefix = site === undefined ? 'h#' : prefixOf(site);
  const items = await readAll(table, ownPartition(accountId), { prefix });
  return items
    .map(({ d }) => v.parse(kept, d))
    .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
}

/** Keeps a change from now on, and gives it as callers see it. */
export async function recordChange(
  table: IndexTable,
  accountId: string,
  { site, now, at, what, pages }: NewSiteChange & { readonly site: string; readonly now: number },
): Promise<SiteChange> {
  if ((await readChanges(table, accountId)).length >= changeLimit)
    throw new ServiceError(
      'validation_error',
      `An account has at most ${changeLimit} changes. Remove one of GET /v1/me/sites/${site}/changes first.`,
    );
  const recordedAt = isoTime(now);
  const change = { site, at: at ?? recordedAt.slice(0, 10), what, pages, recorded_at: recordedAt };
  const kept = { id: newId('chg', now), ...change, effect: null };
  await saveChange(table, accountId, kept, { isNew: true });
  return shownChange(kept);
}

/** Not written where an effect is to be kept of a change that was removed meanwhile. */
export async function saveChange(
  table: IndexTable,
  accountId: string,
  change: KeptChange,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  await table.put(
    { ...keyOf(accountId, change), d: change },
    isNew ? [] : [{ test: 'equals', path: ['d', 'id'], value: change.id }],
  );
}

/** False where there is no such change. */
export async function removeChange(
  table: IndexTable,
  accountId: string,
  change: Pick<KeptChange, 'site' | 'id'>,
): Promise<boolean> {
  const key = keyOf(accountId, change);
  if (!(await table.get(key, true))) return false;
  await table.change([{ remove: key }]);
  return true;
}

export function shownChange(change: KeptChange): SiteChange {
  const next = measuredAfter.find((days) => days > (change.effect?.days ?? 0));
  return { ...change, next_at: next === undefined ? null : dateOf(dayOf(change.at) + next) };
}

/** Tells the pages of a change by their addresses; a pattern without a scheme is a path, and `*` is any text. */
export function pageMatcher(patterns: readonly string[]): (page: string) => boolean {
  const tests = patterns.map((pattern) => {
    const source = pattern
      .split('*')
      .map((part) => part.replaceAll(/[$()+.?[\\\]^{|}]/gu, '\\$&'))
      .join('.*');
    return { isPath: pattern.startsWith('/'), expression: new RegExp(`^${source}$`, 'u') };
  });
  return (page) => {
    const url = URL.parse(page);
    const path = url ? `${url.pathname}${url.search}` : page;
    return tests.some(({ isPath, expression }) => expression.test(isPath ? path : page));
  };
}
