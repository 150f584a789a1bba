import type { Market } from '../markets/market.ts';
import type { OwnSites } from '../sources/own-sites.ts';
import type { Sources } from '../sources/sources.ts';
import type { OwnList, WholeList } from '../sources/whole-list.ts';

/** The rows of the list that a dataset keeps the question of, as they are now; undefined where nothing can tell them any more. */
export type ReadList = (list: WholeList, market: Market) => Promise<readonly object[] | undefined>;

/** Lists of the calling account's own sites, and those of the index where it answers. */
export function listReader({ own, wholeList }: Pick<Sources, 'own' | 'wholeList'>): ReadList {
  return async (list, market) => {
    switch (list.list) {
      case 'own-queries':
      case 'own-pages':
      case 'search-opportunities':
        return own && readOwnList(own, list, market);
      default:
        return wholeList?.(list, market);
    }
  };
}

async function readOwnList(
  own: OwnSites,
  { list, domain }: OwnList,
  market: Market,
): Promise<readonly object[] | undefined> {
  const site = await own.site(domain, market);
  if (!site) return undefined;
  if (list === 'search-opportunities') return site.opportunities();
  const rows = list === 'own-queries' ? await site.allQueries() : await site.allPages();
  return rows.map(({ own: figures, ...row }) => ({ ...row, ...figures }));
}
