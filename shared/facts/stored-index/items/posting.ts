import * as v from 'valibot';
import {
  type CompetitionLevel,
  type Intent,
  type IntentBasis,
  intentBases,
  intents,
  type KeywordAt,
  type MonthVolume,
} from '#shared/contract/rows.ts';
import type { FindIntent } from '#shared/facts/intent/intent-model.ts';
import { subjectStems } from '#shared/facts/intent/words.ts';
import { estimatedTraffic } from '#shared/facts/ports/search-index.ts';
import { type KeywordState, type StoredRow, shownListing } from './keyword-state.ts';

/** Metrics of a keyword as rows carry them, with the intent already decided. */
export interface KeywordFacts {
  readonly volume: number | null;
  readonly cpc: number | null;
  readonly level: CompetitionLevel | null;
  readonly difficulty: number | null;
  readonly intent: Intent | null;
  /** How the intent was found; null also where an older row does not tell. */
  readonly basis: IntentBasis | null;
}

export interface Posting extends KeywordFacts {
  readonly keyword: string;
  readonly position: number;
  readonly url: string;
  /** Position in the listing before; 0: not ranked then; null: not known. */
  readonly previous: number | null;
  /** Unix seconds at which it was seen. */
  readonly at: number;
  readonly isSample: boolean;
  /** The import that it is from, as `importNumberOf` gives it; null for a live listing, the sample market and rows of before. */
  readonly importNumber: number | null;
  /** Further URLs of the same site in the same listing, worse placed. */
  readonly others: readonly { readonly position: number; readonly url: string }[];
}

const levels = ['low', 'medium', 'high'] as const satisfies readonly CompetitionLevel[];
const nullableNumber = v.nullable(v.number());
const packedFacts = [nullableNumber, nullableNumber, nullableNumber, nullableNumber, nullableNumber] as const;

/** Where a row is from: this, nothing known (0), or the number of an import. */
const sampleOrigin = 1;

type PackedPosting = readonly [
  position: number,
  url: string,
  volume: number | null,
  cpc: number | null,
  level: number | null,
  difficulty: number | null,
  intent: number | null,
  previous: number | null,
  at: number,
  origin: number,
  others?: readonly (readonly [position: number, url: string])[],
];

const packedOthers = v.optional(v.array(v.tuple([v.number(), v.string()])));

/** One look at each member instead of a schema each: an answer of five hundred rows reads eleven members of each. */
const packedPosting = v.custom<PackedPosting>((row) => {
  if (!Array.isArray(row) || row.length < 10 || row.length > 11) return false;
  const [position, url, , , , , , , at, origin, others] = row;
  return (
    typeof position === 'number' &&
    typeof url === 'string' &&
    row.slice(2, 8).every((value) => value === null || typeof value === 'number') &&
    typeof at === 'number' &&
    typeof origin === 'number' &&
    v.is(packedOthers, others)
  );
});

/** A posting as text, without the keyword (it is in the sort key); URLs are shortened against the host of the partition. */
export function packPosting(posting: Posting, host: string): string {
  const others = posting.others.map(({ position, url }) => [position, shortUrl(url, host)]);
  return JSON.stringify([
    posting.position,
    shortUrl(posting.url, host),
    ...packFacts(posting),
    posting.previous,
    posting.at,
    posting.isSample ? sampleOrigin : (posting.importNumber ?? 0),
    ...(others.length > 0 ? [others] : []),
  ]);
}

export function unpackPosting(text: string, keyword: string, host: string): Posting {
  const row = v.parse(packedPosting, JSON.parse(text));
  const [position, url, volume, cpc, level, difficulty, intent, previous, at, origin, others = []] = row;
  return {
    keyword,
    position,
    url: fullUrl(url, host),
    ...unpackFacts([volume, cpc, level, difficulty, intent]),
    previous,
    at,
    isSample: origin === sampleOrigin,
    importNumber: origin > sampleOrigin ? origin : null,
    others: others.map(([place, other]) => ({ position: place, url: fullUrl(other, host) })),
  };
}

export interface TokenRow extends KeywordFacts {
  readonly keyword: string;
  readonly trend: readonly (number | null)[];
  readonly trendStart: string | null;
  readonly at: number;
  readonly isSample: boolean;
}

const packedTokenRow = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([
    ...packedFacts,
    v.number(),
    v.number(),
    v.optional(v.nullable(v.string()), null),
    v.optional(v.array(nullableNumber), []),
  ]),
);

export function packTokenRow(row: TokenRow): string {
  const trend = row.trend.length > 0 ? [row.trendStart, row.trend] : [];
  return JSON.stringify([...packFacts(row), row.at, row.isSample ? 1 : 0, ...trend]);
}

export function unpackTokenRow(text: string, keyword: string): TokenRow {
  const [volume, cpc, level, difficulty, intent, at, isSample, trendStart, trend] = v.parse(
    packedTokenRow,
    text,
  );
  const facts = unpackFacts([volume, cpc, level, difficulty, intent]);
  return { keyword, ...facts, at, isSample: isSample === 1, trendStart, trend };
}

export function keywordAt(posting: Posting): KeywordAt {
  return {
    keyword: posting.keyword,
    ...wireFacts(posting),
    position: posting.position,
    url: posting.url,
    estimated_traffic: estimatedTraffic(posting.volume, posting.position),
  };
}

export function wireFacts({ volume, cpc, level, difficulty, intent, basis }: KeywordFacts) {
  return {
    monthly_volume: volume,
    cpc_usd: toCents(cpc),
    competition_level: level,
    difficulty,
    intent,
    ...(basis ? { intent_basis: basis } : {}),
  };
}

/** Prices that sources computed have digits that mean nothing. */
function toCents(price: number | null): number | null {
  return price === null ? null : Math.round(price * 100) / 100;
}

/** Month by month, oldest first. */
export function wireTrend(start: string | null, volumes: readonly (number | null)[]): MonthVolume[] {
  const [year = Number.NaN, month = Number.NaN] = (start ?? '').split('-').map(Number);
  if (!Number.isInteger(year * month)) return [];
  return volumes.map((volume, index) => {
    const date = new Date(Date.UTC(year, month - 1 + index, 1));
    return { month: date.toISOString().slice(0, 7), volume };
  });
}

function packFacts({ volume, cpc, level, difficulty, intent, basis }: KeywordFacts): (number | null)[] {
  return [
    volume,
    cpc,
    level === null ? null : levels.indexOf(level),
    difficulty,
    intent === null ? null : intents.indexOf(intent) + intents.length * codeOf(basis),
  ];
}

function unpackFacts([volume = null, cpc = null, level, difficulty = null, intent]: readonly (
  | number
  | null
)[]): KeywordFacts {
  return {
    volume,
    cpc,
    level: levels[level ?? -1] ?? null,
    difficulty,
    intent: intents[(intent ?? -1) % intents.length] ?? null,
    basis: intentBases[Math.floor((intent ?? 0) / intents.length) - 1] ?? null,
  };
}

/** How an intent was found shares a number with the intent: 0 where it is not known. */
function codeOf(basis: IntentBasis | null): number {
  return basis === null ? 0 : intentBases.indexOf(basis) + 1;
}

function shortUrl(url: string, host: string): string {
  for (const [sign, prefix] of [
    ['', `https://${host}/`],
    ['w', `https://www.${host}/`],
  ] as const)
    if (url.startsWith(prefix)) return `${sign}/${url.slice(prefix.length)}`;
  return url;
}

function fullUrl(url: string, host: string): string {
  if (url.startsWith('/')) return `https://${host}${url}`;
  return url.startsWith('w/') ? `https://www.${host}${url.slice(1)}` : url;
}

/** A keyword's metrics; the intent is the source's own, or found from its words and its listing. */
export function keywordFacts(
  keyword: string,
  { metrics, listing, rows }: KeywordState,
  findIntent: FindIntent,
): KeywordFacts {
  const shown = shownListing({ listing, rows });
  const evidence = {
    features: featuresOf({ metrics, listing }),
    top: (shown?.rows ?? []).slice(0, 10),
    level: metrics?.level ?? null,
    cpc: metrics?.cpc ?? null,
  };
  return {
    volume: metrics?.volume ?? null,
    cpc: metrics?.cpc ?? null,
    level: metrics?.level ?? null,
    difficulty: metrics?.difficulty ?? null,
    ...(metrics?.intent ? { intent: metrics.intent, basis: 'reported' } : findIntent(keyword, evidence)),
  };
}

/** Item types of a keyword's listing: of the newest one, else as its metrics name them. */
export function featuresOf({
  metrics,
  listing,
}: Pick<KeywordState, 'metrics' | 'listing'>): readonly string[] {
  return listing?.features ?? metrics?.features ?? [];
}

/** The root and, where the host is not the root itself, the host. */
export function domainsOf({ root, subdomain }: Pick<StoredRow, 'root' | 'subdomain'>): string[] {
  return subdomain === '' ? [root] : [root, `${subdomain}.${root}`];
}

/** Most words of a keyword that are indexed; longer keywords are sentences. */
const mostTokens = 8;

/** Under what a keyword is found: each stem of it, and each pair of neighbouring stems in alphabetical order. */
export function expansionTokens(keyword: string): string[] {
  const stems = subjectStems(keyword).slice(0, mostTokens);
  const pairs = stems.slice(1).map((stem, index) => pairToken(stems[index] ?? '', stem));
  return [...new Set([...stems, ...pairs])];
}

/** Under what the keywords of one parent topic are found; no word begins with the sign. */
export function topicToken(parent: string): string {
  return `^${parent}`;
}

export function pairToken(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
