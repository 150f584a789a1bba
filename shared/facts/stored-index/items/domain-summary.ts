import * as v from 'valibot';
import { type Intent, intents, type PageRow } from '#shared/contract/rows.ts';
import { type DomainOverview, trafficUnits, visits } from '#shared/facts/ports/search-index.ts';
import { unpack } from './keys.ts';
import { createKeywordSet, type KeywordSet } from './keyword-set.ts';
import { pageKey } from './page-key.ts';
import type { Posting } from './posting.ts';

const intentKeys = [...intents, 'unknown'] as const satisfies readonly (Intent | 'unknown')[];

/** Totals of a domain in a market, added up from its postings. */
const summarySchema = v.object({
  keywords: v.number(),
  top3: v.number(),
  top10: v.number(),
  /** Ten-thousandths of a visit a month. */
  traffic: v.number(),
  /** The same times US cents per click. */
  value: v.number(),
  withVolume: v.number(),
  withCpc: v.number(),
  /** Keywords with an earlier listing to compare with. */
  compared: v.number(),
  isNew: v.number(),
  up: v.number(),
  down: v.number(),
  lost: v.number(),
  /** Counts in the order informational, navigational, commercial, transactional, unknown. */
  intents: v.array(v.number()),
  pages: v.number(),
  /** Unix seconds of the newest observation. */
  at: v.number(),
  samples: v.number(),
});
export type DomainSummary = v.InferOutput<typeof summarySchema>;

export interface PageTotal {
  readonly key: string;
  readonly url: string;
  readonly keywords: number;
  readonly traffic: number;
  readonly withVolume: number;
}

export function parseSummary(value: unknown): DomainSummary {
  return v.parse(summarySchema, value);
}

/** Adds up a domain's postings, one at a time and in any order, so that memory follows its pages and not its keywords. */
export function createDomainTally() {
  const counts: Counts = {
    keywords: 0,
    top3: 0,
    top10: 0,
    traffic: 0,
    value: 0,
    withVolume: 0,
    withCpc: 0,
    compared: 0,
    isNew: 0,
    up: 0,
    down: 0,
    lost: 0,
    at: 0,
    samples: 0,
  };
  const mix = intentKeys.map(() => 0);
  const pages = new Map<string, PageTotal>();
  const mixed = new Set<string>();
  const keywords = createKeywordSet();
  return {
    add(posting: Posting): void {
      addCounts(counts, posting);
      addValue(counts, posting);
      addMovement(counts, posting);
      addPages(pages, mixed, posting);
      keywords.add(posting.keyword, { position: posting.position, volume: posting.volume });
      const slot = intentKeys.indexOf(posting.intent ?? 'unknown');
      mix[slot] = (mix[slot] ?? 0) + 1;
    },
    addLost(): void {
      counts.lost += 1;
      counts.compared += 1;
    },
    summary(): DomainSummary {
      return { ...counts, intents: [...mix], pages: pages.size };
    },
    keywords: (): KeywordSet => keywords.result(),
    /** Most traffic first, then most keywords. */
    pages: (): readonly PageTotal[] => sortedPages(pages.values()),
    /** Keys of pages that were counted under several addresses, of which the first row's is shown. */
    mixed: (): ReadonlySet<string> => mixed,
  };
}

export function sortedPages(pages: Iterable<PageTotal>): readonly PageTotal[] {
  return [...pages].sort(
    (a, b) => b.traffic - a.traffic || b.keywords - a.keywords || (a.url < b.url ? -1 : 1),
  );
}

/** What each page of some rows adds up to, by their order of first mention. */
export function pageTotalsOf(postings: readonly Posting[]): readonly PageTotal[] {
  const pages = new Map<string, PageTotal>();
  const mixed = new Set<string>();
  for (const posting of postings) addPages(pages, mixed, posting);
  return [...pages.values()];
}

type Counts = Omit<DomainSummary, 'intents' | 'pages'>;

function addCounts(counts: Counts, { position, at, isSample }: Posting): void {
  counts.keywords += 1;
  counts.top3 += position <= 3 ? 1 : 0;
  counts.top10 += position <= 10 ? 1 : 0;
  counts.at = Math.max(counts.at, at);
  counts.samples += isSample ? 1 : 0;
}

function addValue(counts: Counts, { volume, cpc, position }: Posting): void {
  if (volume === null) return;
  const units = trafficUnits(volume, position);
  counts.traffic += units;
  counts.withVolume += 1;
  if (cpc === null) return;
  counts.value += units * Math.round(cpc * 100);
  counts.withCpc += 1;
}

function addMovement(counts: Counts, { previous, position }: Posting): void {
  if (previous === null) return;
  counts.compared += 1;
  if (previous === 0) counts.isNew += 1;
  else if (position < previous) counts.up += 1;
  else if (position > previous) counts.down += 1;
}

function addPages(pages: Map<string, PageTotal>, mixed: Set<string>, posting: Posting): void {
  const counted = new Set<string>();
  for (const { url, position } of [posting, ...posting.others]) {
    const key = pageKey(url);
    if (key === undefined || counted.has(key)) continue;
    counted.add(key);
    const known = pages.get(key) ?? { key, url, keywords: 0, traffic: 0, withVolume: 0 };
    if (known.url !== url) mixed.add(key);
    pages.set(key, {
      ...known,
      keywords: known.keywords + 1,
      traffic: known.traffic + trafficUnits(posting.volume, position),
      withVolume: known.withVolume + (posting.volume === null ? 0 : 1),
    });
  }
}

export const unknownDomain: DomainOverview = {
  organic_keywords: null,
  top_3_keywords: null,
  top_10_keywords: null,
  estimated_organic_traffic_per_month: null,
  traffic_value_usd: null,
  movement: { new: null, up: null, down: null, lost: null },
  intent_mix: {
    informational: null,
    navigational: null,
    commercial: null,
    transactional: null,
    unknown: null,
  },
};

export function overviewOf(summary: DomainSummary): DomainOverview {
  const share = (key: Intent | 'unknown') => {
    if (summary.keywords === 0) return null;
    return (summary.intents[intentKeys.indexOf(key)] ?? 0) / summary.keywords;
  };
  const moved = (count: number) => (summary.compared > 0 ? count : null);
  return {
    organic_keywords: summary.keywords,
    top_3_keywords: summary.top3,
    top_10_keywords: summary.top10,
    estimated_organic_traffic_per_month: knownTraffic(summary),
    // Ten-thousandths of a visit times cents, to dollars with two decimals.
    traffic_value_usd: summary.withCpc > 0 ? Math.round(summary.value / 10_000) / 100 : null,
    movement: {
      new: moved(summary.isNew),
      up: moved(summary.up),
      down: moved(summary.down),
      lost: moved(summary.lost),
    },
    intent_mix: {
      informational: share('informational'),
      navigational: share('navigational'),
      commercial: share('commercial'),
      transactional: share('transactional'),
      unknown: share('unknown'),
    },
  };
}

export function pageRowOf(total: Pick<PageTotal, 'url' | 'keywords' | 'traffic' | 'withVolume'>): PageRow {
  return {
    url: total.url,
    organic_keywords: total.keywords,
    estimated_organic_traffic_per_month: knownTraffic(total),
  };
}

/** Visits a month; null where no keyword has a volume. */
export function knownTraffic(total: {
  readonly traffic: number;
  readonly withVolume: number;
}): number | null {
  return total.withVolume > 0 ? visits(total.traffic) : null;
}

/** Pages kept with a domain: as many as any tool shows or exports at once. */
export const keptPages = 100;

const packedPages = v.object({
  total: v.number(),
  at: v.number(),
  isSample: v.boolean(),
  rows: v.array(v.tuple([v.string(), v.number(), v.number(), v.number()])),
});

/** The first pages of a domain, with what an answer from them must say. */
export type PageList = Omit<v.InferOutput<typeof packedPages>, 'rows'> & {
  readonly rows: readonly PageRow[];
};

export function unpackPages(bytes: Uint8Array): PageList {
  const { rows, ...list } = v.parse(packedPages, unpack(bytes));
  return {
    ...list,
    rows: rows.map(([url, keywords, traffic, withVolume]) =>
      pageRowOf({ url, keywords, traffic, withVolume }),
    ),
  };
}
