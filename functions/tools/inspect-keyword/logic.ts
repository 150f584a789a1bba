import type { Provenance, Statement } from '#shared/contract/envelope.ts';
import type { Keyword } from '#shared/contract/rows.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  answer,
  domainSubject,
  keywordSubject,
  marketName,
  observe,
  pageSubject,
  statement,
  suggestAnywhere,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import { ownFact, ownMarket, perMonth, withFoundIntents } from '#shared/facts/answers/own-rows.ts';
import type { Observation, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Fact, Market } from '#shared/facts/ports/fact.ts';
import type { OwnSites } from '#shared/facts/ports/own-sites.ts';
import { type KeywordDetail, withoutWww } from '#shared/facts/ports/search-index.ts';
import type { inspectKeyword as contract } from './contract.ts';

type Data = ToolData<typeof contract>;

const listedRows = 10;
const statedRows = 5;

const unknownMetrics: Omit<Keyword, 'keyword'> = {
  monthly_volume: null,
  cpc_usd: null,
  competition_level: null,
  difficulty: null,
  intent: null,
};

export async function inspectKeyword(
  { keyword }: ToolInput<typeof contract>,
  { market, sources }: ToolContext,
): Promise<ToolAnswer<Data>> {
  const [detail, own] = await Promise.all([
    sources.index.keywordDetail(keyword, market),
    readOwn(keyword, market, sources.own),
  ]);
  const answered = answeredMarket(market, [detail]);
  const found = dataOf(keyword, detail.value, answered, own);
  const [data = found] = own.length > 0 ? await withFoundIntents([found], own[0]?.names) : [];
  return answer({
    asked: [detail, ...own.map(({ row, provenance }) => ownFact(row, provenance))],
    data,
    statements: [...statementsOf(data, detail, answered), ...ownStatements(data, own)],
    shown: {
      rows: detail.value ? 1 : 0,
      total: detail.value ? 1 : 0,
      note: scopeNote(data, detail.value !== null, marketName(answered)),
    },
    suggestions: suggestionsFor(data, detail.value !== null, { market, sources }),
    observations: observationsOf(data),
    isOwn: own.length > 0 && detail.value === null,
    quotesNothing: data.serp_top.length === 0,
  });
}

function dataOf(keyword: string, detail: KeywordDetail | null, market: Market, own: readonly OwnRow[]): Data {
  return {
    ...unknownMetrics,
    ...detail,
    keyword: detail?.keyword ?? keyword,
    location: market.location.name,
    trend: [...(detail?.trend ?? [])],
    serp_top: (detail?.serp_top ?? [])
      .slice(0, listedRows)
      .map((row) => ({ ...row, domain: withoutWww(row.domain) })),
    serp_features: [...(detail?.serp_features ?? [])],
    ...(own.length > 0 ? { own: own.map(({ row }) => row) } : {}),
  };
}

function scopeNote({ serp_top, own }: Data, isKnown: boolean, where: string): string {
  if (isKnown)
    return `Metrics${serp_top.length > 0 ? ' and the newest known listing' : ', without a listing: none was seen,'} in ${where}.`;
  return own
    ? `In ${where} only Search Console of your own site knows the keyword; its metrics are null, not 0.`
    : `The keyword is not known in ${where}; its metrics are null, not 0.`;
}

function statementsOf(data: Data, { value, provenance }: Fact<KeywordDetail | null>, market: Market) {
  if (!value) return [];
  const subject = keywordSubject(data.keyword);
  const { monthly_volume, cpc_usd, competition_level, difficulty, intent } = data;
  const metrics = { monthly_volume, cpc_usd, competition_level, difficulty, intent };
  return [
    statement('keyword_metrics', [subject], metrics, provenance, market),
    ...data.serp_top
      .slice(0, statedRows)
      .map(
        ({ domain, position, url }): Statement =>
          statement('ranks_for', [domainSubject(domain), subject], { position, url }, provenance, market),
      ),
  ];
}

function suggestionsFor(
  { keyword, serp_top, own = [] }: Data,
  isKnown: boolean,
  { market, sources }: Pick<ToolContext, 'market' | 'sources'>,
) {
  const suggest = suggestionsIn(market);
  const leader = serp_top.at(0);
  const ownPage = leader || sources.liveListings ? undefined : own.find(({ page }) => page !== null);
  return [
    ...(ownPage
      ? [
          suggestAnywhere(
            'audit_site',
            { domain: ownPage.domain, urls: [ownPage.page] },
            'To find faults of your own page for it.',
          ),
        ]
      : []),
    ...(leader || sources.liveListings
      ? [suggest('inspect_serp', { query: keyword }, 'To see the whole listing, with ads and answer boxes.')]
      : []),
    // Own queries around one that only the caller's own site has are free in its datasets.
    ...(isKnown || sources.liveListings
      ? [suggest('research_keywords', { seed: keyword }, 'To find keywords around this one.')]
      : []),
    ...(leader
      ? [suggest('inspect_page', { url: leader.url }, 'To see what else the leading page ranks for.')]
      : []),
  ];
}

function observationsOf({ keyword, monthly_volume, cpc_usd, difficulty, serp_top }: Data): Observation[] {
  return [
    ...observe('keyword_metrics', keywordSubject(keyword), { monthly_volume, cpc_usd, difficulty }),
    ...serp_top.flatMap(({ url, position }) => observe('ranks_for', pageSubject(url), { position })),
  ];
}

type KeywordData = ToolData<typeof contract>;

/** What the console of one of the caller's sites counts for a keyword. */
interface OwnRow {
  readonly row: NonNullable<KeywordData['own']>[number];
  readonly provenance: Provenance;
  /** Of the site. */
  readonly names: readonly string[];
}

/** The keyword on each site of the caller that was shown for it. */
async function readOwn(
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

function ownStatements({ keyword }: KeywordData, own: readonly OwnRow[]) {
  return own.map(({ row: { domain, market, ...figures }, provenance }) =>
    statement('own_search_figures', [domainSubject(domain), keywordSubject(keyword)], figures, provenance, {
      place: market,
    }),
  );
}
