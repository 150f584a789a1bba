import type { OwnSiteFigures } from '#shared/contract/own-rows.ts';
import type { PageRow } from '#shared/contract/rows.ts';
import { domainSubject, type Suggest, statement } from '#shared/facts/answers/answer.ts';
import { ownMarket, scopeText } from '#shared/facts/answers/own-rows.ts';
import { type DatasetDraft, datasetBeyond, type Suggestion } from '#shared/facts/answers/tool-answer.ts';
import { clickedOnly, cutAt } from '#shared/facts/own-sites/console-row.ts';
import type { Market } from '#shared/facts/ports/fact.ts';
import { type OwnPage, periodText } from '#shared/facts/ports/own-sites.ts';
import type { OwnFacts } from './read-domain.ts';

const shownOpportunities = 3;

export function ownFigures({ site, curve, best }: OwnFacts): OwnSiteFigures {
  const { figures, opportunities, names: _, foundNames: __, ...summary } = site.summary;
  return {
    ...figures,
    ...summary,
    click_curve: curve.map((point) => ({ ...point })),
    opportunities: { counts: { ...opportunities }, best: best.slice(0, shownOpportunities) },
  };
}

/** Pages of the index with their own figures, then those that only the console knows; most visits first. */
export function withOwnPages(pages: readonly PageRow[], own: readonly OwnPage[]) {
  const keyOf = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/u, '').replace(/#.*$/u, '');
  const counted = new Map(own.map((row) => [keyOf(row.url), row]));
  const known = new Set(pages.map(({ url }) => keyOf(url)));
  return [
    ...pages.map((page) => {
      const console = counted.get(keyOf(page.url));
      return { ...page, ...(console && { own: console.own }) };
    }),
    ...own
      .filter(({ url }) => !known.has(keyOf(url)))
      .map(({ url, own: figures }) => ({
        url,
        organic_keywords: null,
        estimated_organic_traffic_per_month: null,
        own: figures,
      })),
  ].sort((a, b) => visitsOf(b) - visitsOf(a));
}

function visitsOf(page: PageRow & { readonly own?: OwnPage['own'] }): number {
  return page.estimated_organic_traffic_per_month ?? page.own?.clicks ?? 0;
}

/** The three best things to do next, each as a call that can be sent. */
export function opportunitySuggestions({ best }: OwnFacts, suggest: Suggest): Suggestion[] {
  return best.slice(0, shownOpportunities).map(({ kind, query, page, next_call, ...row }) => {
    const gain = row.estimated_clicks_per_month ?? row.estimated_clicks;
    const what = query === null ? page : `"${query}"`;
    const use = `${what}, worth about ${Math.round(gain ?? 0)} clicks${row.estimated_clicks_per_month === null ? '' : ' a month'} (${kind.replaceAll('_', ' ')}). ${row.seen}`;
    return suggest(next_call.tool, next_call.args, use);
  });
}

export function ownStatements(domain: string, { site }: OwnFacts) {
  const { clicks, impressions, ctr, average_position, from, to } = site.summary.figures;
  const values = { clicks, impressions, ctr, average_position, from, to };
  const place = { place: ownMarket(site.summary.scope) };
  return [statement('own_search_figures', [domainSubject(domain)], values, site.totalsProvenance, place)];
}

/**
 * Everything the account has brought of the site, whole. Only the questions are
 * kept: they can be asked again as long as the import is there, and not after.
 */
export function ownDatasets(domain: string, { site }: OwnFacts, market: Market): DatasetDraft[] {
  const { queries, pages, figures, opportunities, scope } = site.summary;
  const of = (cut: string) =>
    `${domain} in Search Console, ${periodText(figures)}, ${scopeText({ ...scope, rows: cut })}`;
  // Of an export each list is cut by itself.
  const whole = (rows: number, name: string) => {
    const isCut = scope.rows !== 'all' && cutAt(rows) !== undefined;
    const part = isCut || scope.rows === clickedOnly ? scope.rows : 'all';
    return `${isCut ? 'The first' : 'All'} ${rows} ${name} of ${of(part)}, most clicks first.`;
  };
  const found = Object.values(opportunities).reduce((sum, count) => sum + count, 0);
  const lists = [
    {
      list: 'own-queries',
      rows: queries,
      description: whole(queries, 'queries'),
    },
    {
      list: 'own-pages',
      rows: pages,
      description: whole(pages, 'pages'),
    },
    {
      list: 'search-opportunities',
      rows: found,
      description: `${found} things to do next, by the figures of ${of(scope.rows)}; most clicks to win first.`,
    },
  ] as const;
  return lists.flatMap(({ list, rows, description }) =>
    datasetBeyond(0, { name: list, description, rows: [], whole: { list: { list, domain }, market, rows } }),
  );
}
