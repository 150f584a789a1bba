import * as v from 'valibot';
import type { Keyword, MonthVolume } from '#shared/contract/rows.ts';
import { keywordRow, placeOf, trendOf } from '#shared/facts/provider/dataforseo/facts/keyword-rows.ts';
import { readListing, serpListing } from '#shared/facts/provider/dataforseo/facts/listing.ts';
import {
  keywordOverview,
  rankedKeywords,
  relatedKeywords,
} from '#shared/facts/provider/dataforseo/wire/labs-wire.ts';
import { keywordOf, levelOf, textOf, urlOf } from './cells.ts';
import { BadRowError, type GivenMetrics, type ImportRecord } from './import-record.ts';
import { linkTables } from './link-tables.ts';
import { memberRow, plainRow } from './rank-cells.ts';
import { serpApiListing, serperListing } from './search-api-listings.ts';

/** A kind of JSON value and the records in it. Throws `BadRowError`. */
export interface JsonFormat {
  readonly name: string;
  matches(value: Readonly<Record<string, unknown>>): boolean;
  read(value: Readonly<Record<string, unknown>>, line: number): readonly ImportRecord[];
}

const serper: JsonFormat = {
  name: 'serper',
  matches: (value) => 'searchParameters' in value && 'organic' in value,
  read: (value, line) => [serperListing(value, line)],
};

const serpApi: JsonFormat = {
  name: 'serpapi',
  matches: (value) =>
    'search_parameters' in value && ('organic_results' in value || 'search_metadata' in value),
  read: (value, line) => [serpApiListing(value, line)],
};

const dataForSeoAnswer = v.object({
  tasks: v.array(
    v.object({
      status_code: v.number(),
      status_message: v.nullish(v.string()),
      path: v.nullish(v.array(v.string()), []),
      result: v.nullish(v.array(v.unknown())),
    }),
  ),
});

const resultHead = v.looseObject({
  keyword: v.nullish(v.string()),
  location_code: v.nullish(v.number()),
  language_code: v.nullish(v.string()),
});
type ResultHead = v.InferOutput<typeof resultHead>;

/** Answers of the provider's listing and keyword endpoints, as they were saved. */
const dataForSeo: JsonFormat = {
  name: 'dataforseo',
  matches: (value) => Array.isArray(value.tasks),
  read(value, line) {
    const { tasks } = v.parse(dataForSeoAnswer, value);
    return tasks.flatMap((task): readonly ImportRecord[] => {
      // HTTP 200 can carry a failed task.
      if (task.status_code >= 40_000)
        return [
          { kind: 'bad', line, reason: `A task failed: ${textOf(task.status_message) ?? task.status_code}` },
        ];
      const records = (task.result ?? []).flatMap((result) => resultRecords(result, line, task.path ?? []));
      if (records.length > 0) return records;
      return [{ kind: 'skipped', line, reason: 'Answers without listings, rankings or keywords' }];
    });
  },
};

function resultRecords(result: unknown, line: number, path: readonly string[]): readonly ImportRecord[] {
  const head = v.safeParse(resultHead, result);
  if (!head.success) return [];
  const place = { line, location: codeText(head.output), language: head.output.language_code ?? undefined };
  if (path.includes('serp') || (path.length === 0 && holdsListing(result)))
    return serpRecords(head.output, place);
  const ranked = v.safeParse(rankedKeywords, result);
  const isRanked = path.includes('ranked_keywords') || (path.length === 0 && holdsRankings(result));
  if (isRanked && ranked.success)
    return ranked.output.items.flatMap(({ keyword_data, ranked_serp_element }): ImportRecord[] => {
      const at = placeOf(ranked_serp_element?.serp_item);
      if (!at) return [];
      return [
        {
          kind: 'rank',
          ...place,
          keyword: keywordOf(keyword_data.keyword),
          position: at.position,
          url: urlOf(at.url),
          title: null,
          snippet: null,
          isOneSite: true,
          metrics: givenMetrics(keywordRow(keyword_data), trendOf(keyword_data)),
          features: keyword_data.serp_info?.serp_item_types ?? null,
          at: secondsOrUnknown(ranked_serp_element?.last_updated_time),
        },
      ];
    });
  const searched = v.safeParse(searchVolume, result);
  return searched.success ? [volumeRecord(searched.output, place)] : keywordRecords(result, place);
}

/** A keyword as Google Ads tells it: the provider gives one result for each, without a list of items. */
const searchVolume = v.object({
  keyword: v.string(),
  search_volume: v.nullable(v.number()),
  cpc: v.nullish(v.number()),
  competition: v.nullish(v.union([v.string(), v.number()])),
  monthly_searches: v.nullish(
    v.array(v.object({ year: v.number(), month: v.number(), search_volume: v.nullable(v.number()) })),
    [],
  ),
});

function volumeRecord(
  { keyword, search_volume, cpc, competition, monthly_searches }: v.InferOutput<typeof searchVolume>,
  place: Place,
): ImportRecord {
  const trend = (monthly_searches ?? []).map(({ year, month, search_volume: volume }) => ({
    month: `${year}-${String(month).padStart(2, '0')}`,
    volume,
  }));
  const level = levelOf(String(competition ?? ''));
  const metrics = { volume: search_volume, cpc: cpc ?? null, level, difficulty: null, intent: null };
  return {
    kind: 'metrics',
    ...place,
    keyword: keywordOf(keyword),
    metrics: { ...metrics, trend: trend.sort((a, b) => (a.month < b.month ? -1 : 1)) },
    at: undefined,
  };
}

const itemsOf = v.object({ items: v.array(v.looseObject({})) });

/** Whether any item has these members: what an answer is about, where it was saved without its path. */
function holdsItems(result: unknown, ...members: readonly string[]): boolean {
  const parsed = v.safeParse(itemsOf, result);
  return parsed.success && parsed.output.items.some((item) => members.every((member) => member in item));
}

const holdsListing = (result: unknown) => holdsItems(result, 'type', 'rank_group');
const holdsRankings = (result: unknown) => holdsItems(result, 'keyword_data', 'ranked_serp_element');

interface Place {
  readonly line: number;
  readonly location: string | undefined;
  readonly language: string | undefined;
}

const defaultDepth = 10;

function serpRecords(head: ResultHead, place: Place): ImportRecord[] {
  const listing = v.safeParse(serpListing, head);
  if (!listing.success) throw new BadRowError('The listing is not readable.');
  const depth = Math.max(defaultDepth, ...listing.output.items.map(({ rank_group }) => rank_group ?? 0));
  const query = keywordOf(head.keyword ?? undefined);
  return [
    { kind: 'listing', ...place, listing: readListing(listing.output, query, Math.min(depth, 100), '') },
  ];
}

function keywordRecords(result: unknown, place: Place): ImportRecord[] {
  const related = v.safeParse(relatedKeywords, result);
  const plain = v.safeParse(keywordOverview, result);
  const rows =
    related.success && related.output.items.length > 0
      ? related.output.items.map(({ keyword_data }) => keyword_data)
      : plain.success
        ? plain.output.items
        : [];
  return rows.map((data) => ({
    kind: 'metrics',
    ...place,
    keyword: keywordOf(data.keyword),
    metrics: givenMetrics(keywordRow(data), trendOf(data)),
    at: secondsOrUnknown(data.keyword_info?.last_updated_time),
  }));
}

function givenMetrics(row: Keyword, trend: readonly MonthVolume[]): GivenMetrics {
  return {
    volume: row.monthly_volume,
    cpc: row.cpc_usd,
    level: row.competition_level,
    difficulty: row.difficulty,
    intent: row.intent,
    trend,
  };
}

function secondsOrUnknown(iso: string | null | undefined): number | undefined {
  return iso ? Math.floor(Date.parse(iso) / 1000) : undefined;
}

/** City codes (seven digits) are not known here; the operator then says the location. */
function codeText({ location_code: code }: ResultHead): string | undefined {
  return code && code < 10_000 ? String(code) : undefined;
}

const plainJson: JsonFormat = {
  name: 'plain-jsonl',
  matches: (value) => 'keyword' in value && ('position' in value || 'volume' in value || 'cpc' in value),
  read: (value, line) => [plainRow(value, line)],
};

const linkJson: JsonFormat = {
  name: 'backlinks',
  matches: (value) => linkTables.some(({ matches }) => matches(memberRow(value, 0).columns)),
  read: (value, line) => [linkTables[0].read(memberRow(value, line))],
};

export const jsonFormats: readonly JsonFormat[] = [serper, serpApi, dataForSeo, plainJson, linkJson];
