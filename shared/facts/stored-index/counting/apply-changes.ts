import { readPosting } from '#shared/facts/stored-index/items/index-items.ts';
import { createDomainTally, type DomainSummary, type PageTotal } from '../items/domain-summary.ts';
import { lostPrefix } from '../items/keys.ts';
import { changedKeywordSet, lacks, type Place } from '../items/keyword-set.ts';
import type { Posting } from '../items/posting.ts';
import type { CountedRows, WholePages } from './counted-head.ts';
import type { RowChange, TouchedDomain } from './touched-domain.ts';

/**
 * What counting all rows of a domain would give after some changed, from what
 * it gave before. Undefined where only the rows themselves tell: the newest
 * one went, a page has several addresses, a sample of keywords lost one, a
 * keyword is not counted yet.
 */
export function applyChanges(
  counted: CountedRows,
  changes: readonly RowChange[],
  { domain, changed }: Pick<TouchedDomain, 'domain' | 'changed'>,
): CountedRows | undefined {
  const { added, removed, last } = addedUp(changes, domain);
  const at = newestOf(counted.summary.at, removed.summary().at, [...last.values()]);
  const pages = changedPages(counted, added, removed);
  const keywords = changedKeywordSet(counted.keywords, placesOf(last));
  if (at === undefined || !pages || !keywords) return undefined;
  if (changed.keys().some((keyword) => !last.has(keyword) && lacks(keywords, keyword))) return undefined;
  const summary = changedSummary(counted.summary, added.summary(), removed.summary());
  if (!isPossible(summary)) return undefined;
  return { summary: { ...summary, pages: pages.size, at }, pages, mixed: counted.mixed, keywords };
}

/** A total that was wrong before may become less than nothing; and nothing has no newest row. */
function isPossible({ intents, ...summary }: DomainSummary): boolean {
  return summary.keywords > 0 && [...intents, ...Object.values(summary)].every((value) => value >= 0);
}

type Tally = ReturnType<typeof createDomainTally>;

/** What came and what went, and how each keyword stands last. */
function addedUp(changes: readonly RowChange[], domain: string) {
  const [added, removed] = [createDomainTally(), createDomainTally()];
  const last = new Map<string, Posting | undefined>();
  for (const { sk, data, isAdded } of changes) {
    const tally = isAdded ? added : removed;
    if (sk.startsWith(lostPrefix)) {
      tally.addLost();
      continue;
    }
    const posting = readPosting({ sk, d: data }, domain);
    tally.add(posting);
    last.set(posting.keyword, isAdded ? posting : undefined);
  }
  return { added, removed, last };
}

function placesOf(last: ReadonlyMap<string, Posting | undefined>): ReadonlyMap<string, Place | undefined> {
  return new Map(
    [...last].map(([keyword, posting]) => [
      keyword,
      posting && { position: posting.position, volume: posting.volume },
    ]),
  );
}

/** When the newest row was seen; undefined where it may be among those that went. */
function newestOf(
  known: number,
  removed: number,
  left: readonly (Posting | undefined)[],
): number | undefined {
  const added = left.reduce((newest, posting) => Math.max(newest, posting?.at ?? 0), 0);
  if (added >= known) return added;
  return removed >= known && known > 0 ? undefined : known;
}

function changedSummary(known: DomainSummary, added: DomainSummary, removed: DomainSummary): DomainSummary {
  const sum = (member: Exclude<keyof DomainSummary, 'intents'>) =>
    known[member] + added[member] - removed[member];
  return {
    keywords: sum('keywords'),
    top3: sum('top3'),
    top10: sum('top10'),
    traffic: sum('traffic'),
    value: sum('value'),
    withVolume: sum('withVolume'),
    withCpc: sum('withCpc'),
    compared: sum('compared'),
    isNew: sum('isNew'),
    up: sum('up'),
    down: sum('down'),
    lost: sum('lost'),
    samples: sum('samples'),
    intents: known.intents.map(
      (count, index) => count + (added.intents[index] ?? 0) - (removed.intents[index] ?? 0),
    ),
    pages: known.pages,
    at: known.at,
  };
}

function changedPages(
  { pages: known, mixed }: WholePages,
  added: Tally,
  removed: Tally,
): ReadonlyMap<string, PageTotal> | undefined {
  const pages = new Map(known);
  const isMixed = ({ key }: PageTotal) =>
    [mixed, added.mixed(), removed.mixed()].some((keys) => keys.has(key));
  const change = (page: PageTotal, sign: 1 | -1): boolean => {
    const before = pages.get(page.key) ?? { ...page, keywords: 0, traffic: 0, withVolume: 0 };
    const after = {
      ...before,
      keywords: before.keywords + sign * page.keywords,
      traffic: before.traffic + sign * page.traffic,
      withVolume: before.withVolume + sign * page.withVolume,
    };
    if (after.keywords === 0) pages.delete(page.key);
    else pages.set(page.key, after);
    return before.url === page.url && after.keywords >= 0 && !isMixed(page);
  };
  const isKnown = [
    ...added.pages().map((page) => change(page, 1)),
    ...removed.pages().map((page) => change(page, -1)),
  ];
  return isKnown.every((each) => each) ? pages : undefined;
}
