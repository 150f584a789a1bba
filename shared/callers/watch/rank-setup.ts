import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { devices } from '#shared/contract/fields.ts';
import type { RankKeyword, RankMarket } from '#shared/contract/watch.ts';
import { ServiceError } from '#shared/platform/errors.ts';

const rankSetup = v.object({
  site: v.string(),
  markets: v.array(v.object({ location: v.string(), language: v.string(), device: v.picklist(devices) })),
  rivals: v.array(v.string()),
  /** Every keyword that was ever watched, by its number in the history; those that are no longer have no tags but null. */
  keywords: v.array(v.tuple([v.string(), v.nullable(v.array(v.string()))])),
});
/** What a rank tracker watches. A keyword keeps its number for good, so that its history goes on where it comes again. */
export type RankSetup = v.InferOutput<typeof rankSetup>;

/** Keywords that one history has numbers for. */
const mostNumbers = 3_000;
/** Of an item's 400 kB. */
const mostBytes = 350_000;

/** Case does not tell keywords apart. */
const sameKeyword = (keyword: string) => keyword.toLowerCase();

interface Watched {
  readonly site: string;
  readonly markets: readonly RankMarket[];
  readonly rivals: readonly string[];
  readonly keywords: readonly RankKeyword[];
}

/** A setup of what shall be watched, with the numbers of the one before. */
export function setupOf({ site, markets, rivals, keywords }: Watched, before?: RankSetup): RankSetup {
  const numbered = new Map(
    (before?.keywords ?? []).map(([keyword]) => [sameKeyword(keyword), { keyword, tags: null }] as const),
  );
  const all = new Map<string, { keyword: string; tags: string[] | null }>(numbered);
  for (const { keyword, tags } of keywords) {
    const known = all.get(sameKeyword(keyword));
    all.set(sameKeyword(keyword), { keyword, tags: [...new Set([...(known?.tags ?? []), ...tags])] });
  }
  if (all.size > mostNumbers)
    throw new ServiceError(
      'validation_error',
      `A tracker keeps the history of at most ${mostNumbers} keywords, those that it no longer watches included. Make another tracker for others. Nothing was changed.`,
    );
  return {
    site,
    markets: [...markets],
    rivals: [...new Set(rivals)].filter((rival) => rival !== site),
    keywords: [...all.values()].map(({ keyword, tags }) => [keyword, tags]),
  };
}

/** Keywords that are watched now, with their numbers, in the order of these. */
export function watchedIn({ keywords }: Pick<RankSetup, 'keywords'>) {
  return keywords.flatMap(([keyword, tags], number) => (tags === null ? [] : [{ number, keyword, tags }]));
}

export function packSetup(setup: RankSetup): Uint8Array {
  const packed = new Uint8Array(brotliCompressSync(JSON.stringify(setup)));
  if (packed.length <= mostBytes) return packed;
  throw new ServiceError(
    'validation_error',
    'The keywords of this tracker are too long to be kept together. Send fewer, or make another tracker. Nothing was changed.',
  );
}

export function unpackSetup(packed: Uint8Array): RankSetup {
  return v.parse(rankSetup, JSON.parse(brotliDecompressSync(packed).toString()));
}
