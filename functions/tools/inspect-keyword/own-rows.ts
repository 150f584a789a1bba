import type { Provenance } from '#shared/contract/envelope.ts';
import type { ToolData } from '#shared/contract/tool.ts';
import { domainSubject, keywordSubject, statement } from '#shared/facts/answers/answer.ts';
import { ownMarket, perMonth } from '#shared/facts/answers/own-rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import type { OwnSites } from '#shared/facts/ports/own-sites.ts';
import type { inspectKeyword as contract } from './contract.ts';

type Data = ToolData<typeof contract>;

/** What the console of one of the caller's sites counts for a keyword. */
export interface OwnRow {
  readonly row: NonNullable<Data['own']>[number];
  readonly provenance: Provenance;
  /** Of the site. */
  readonly names: readonly string[];
}

/** The keyword on each site of the caller that was shown for it. */
export async function readOwn(
  keyword: string,
  market: Market,
  sites: OwnSites | undefined,
): Promise<readonly OwnRow[]> {
  const found = await Promise.all(
    ((await sites?.sites(market)) ?? []).map(async (site) => {
      const row = (await site.queries([keyword])).get(keywordKey(keyword));
      if (!row) return undefined;
      const { own, page } = row;
      const isDated = own.from !== null && own.to !== null;
      const impressions_per_month = isDated ? Math.round(perMonth(own.impressions, own)) : null;
      return {
        row: {
          domain: site.domain,
          market: ownMarket(site.summary.scope),
          page,
          ...own,
          impressions_per_month,
        },
        provenance: site.provenance,
        names: site.summary.names.own_names,
      };
    }),
  );
  return found.filter((row) => row !== undefined);
}

export function ownStatements({ keyword }: Data, own: readonly OwnRow[]) {
  return own.map(({ row: { domain, market, ...figures }, provenance }) =>
    statement('own_search_figures', [domainSubject(domain), keywordSubject(keyword)], figures, provenance, {
      place: market,
    }),
  );
}
