import * as v from 'valibot';
import { devices, domainName, keywordText, market } from './fields.ts';

/** Whether an AI overview of the listing cites the site. */
export const aiOverview = v.picklist(['cited', 'not_cited', 'none', 'not_checked']);
export type AiOverview = v.InferOutput<typeof aiOverview>;

/** What a rank tracker may have at one time. */
export const rankLimits = { keywords: 1_000, markets: 10, rivals: 5, tags: 10 } as const;
export const batchKeywords = 100;

/** Calls that one check of a rank tracker makes. */
export function batchesOf({
  keywords,
  markets,
}: {
  readonly keywords: number;
  readonly markets: number;
}): number {
  return Math.ceil(keywords / batchKeywords) * markets;
}

const tag = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(40, 'Send at most 40 characters a tag.'),
);

export const rankKeywords = v.pipe(
  v.array(
    v.object({
      keyword: keywordText,
      tags: v.optional(v.pipe(v.array(tag), v.maxLength(rankLimits.tags)), []),
    }),
  ),
  v.minLength(1, 'Send at least one keyword.'),
  v.maxLength(rankLimits.keywords, `Send at most ${rankLimits.keywords} keywords.`),
  v.description('Of a rank tracker: its keywords, each with tags to filter by.'),
);
export type RankKeyword = v.InferOutput<typeof rankKeywords>[number];

export const rankMarkets = v.pipe(
  v.array(v.object({ ...market, device: v.optional(v.picklist(devices), 'desktop') })),
  v.minLength(1),
  v.maxLength(rankLimits.markets, `Send at most ${rankLimits.markets} markets.`),
  v.description('Of a rank tracker: where and on what it looks. Each is checked, and paid for, by itself.'),
);
export type RankMarket = v.InferOutput<typeof rankMarkets>[number];

export const rankRivals = v.pipe(
  v.array(domainName),
  v.maxLength(rankLimits.rivals, `Send at most ${rankLimits.rivals} rivals.`),
  v.description('Of a rank tracker: sites whose places are kept beside, from the same listings.'),
);

const marketEntries = { location: v.string(), language: v.string(), device: v.picklist(devices) };

/** What a rank tracker watches, as its record says it. */
export const rankRecord = v.object({
  site: v.string(),
  keywords: v.number(),
  markets: v.array(v.object(marketEntries)),
  rivals: v.array(v.string()),
  /** Calls of one check, each at the price of the tool. */
  calls: v.number(),
});
