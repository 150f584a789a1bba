import { withSendableCalls } from '#shared/facts/answers/opportunity-calls.ts';
import { notAPosition } from '#shared/facts/ports/list-position.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import type { OwnPage, OwnQuery, OwnSites } from '#shared/facts/ports/own-sites.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import type { ListPart, OwnList, WholeList } from '#shared/facts/ports/whole-list.ts';

/** The rows of the list that a dataset keeps the question of, as they are now; undefined where nothing can tell them any more. */
export type ReadList = (
  list: WholeList,
  market: Market,
  from?: string,
) => Promise<AsyncIterable<ListPart> | undefined>;

/** Lists of the calling account's own sites, and those of the index where it answers. */
export function listReader(sources: Pick<Sources, 'own' | 'wholeList' | 'liveListings'>): ReadList {
  const { own, wholeList } = sources;
  return async (list, market, from) => {
    // What an account has brought of its own is sorted as it is read: it cannot be entered in its middle.
    switch (list.list) {
      case 'own-queries':
      case 'own-pages':
      case 'search-opportunities':
        if (from !== undefined) throw notAPosition();
        return own && readOwnList(own, list, market, sources);
      default:
        return wholeList?.(list, market, from);
    }
  };
}

async function readOwnList(
  own: OwnSites,
  { list, domain }: OwnList,
  market: Market,
  sources: Pick<Sources, 'liveListings'>,
): Promise<AsyncIterable<ListPart> | undefined> {
  const site = await own.site(domain, market);
  if (!site) return undefined;
  if (list === 'search-opportunities')
    return inOnePart(
      withSendableCalls(await site.opportunities(), market, sources.liveListings !== undefined),
    );
  return figureParts(list === 'own-queries' ? site.queryParts() : site.pageParts());
}

async function* figureParts(parts: AsyncIterable<readonly (OwnQuery | OwnPage)[]>): AsyncGenerator<ListPart> {
  for await (const part of parts)
    yield { rows: part.map(({ own: figures, ...row }) => ({ ...row, ...figures })), next: undefined };
}

async function* inOnePart(rows: readonly object[]): AsyncGenerator<ListPart> {
  yield { rows, next: undefined };
}
