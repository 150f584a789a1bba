import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer } from '#shared/facts/answers/answer.ts';
import { datasetBeyond } from '#shared/facts/answers/inline-rows.ts';
import { observe } from '#shared/facts/answers/observe.ts';
import { keywordSubject, pageSubject, statement } from '#shared/facts/answers/statements.ts';
import { marketName, suggestionsIn } from '#shared/facts/answers/suggestions.ts';
import type { Observation, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { Market } from '#shared/facts/markets/market.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { inspectPage as contract } from './contract.ts';

type Data = ToolData<typeof contract>;

const inlineKeywords = 25;
/** Keywords read, and offered as the dataset; with more of them the answer would cost more upstream than it earns. */
const keywordCount = 50;
const statedKeywords = 3;

export async function inspectPage(
  { url }: ToolInput<typeof contract>,
  { market, sources }: ToolContext,
): Promise<ToolAnswer<Data>> {
  const [page, ranked] = await Promise.all([
    sources.index.pageOverview(url, market),
    sources.index.rankedKeywords({ url }, market, keywordCount),
  ]);
  const answered = answeredMarket(market, [page, ranked]);
  const data: Data = {
    url,
    location: answered.location.name,
    organic_keywords: page.value.organic_keywords,
    estimated_organic_traffic_per_month: page.value.estimated_organic_traffic_per_month,
    top_keywords: ranked.value.rows.slice(0, inlineKeywords),
  };
  const { organic_keywords, estimated_organic_traffic_per_month, top_keywords } = data;
  const statements = [
    ...(organic_keywords === null
      ? []
      : [
          statement(
            'page_visibility',
            [pageSubject(url)],
            { organic_keywords, estimated_organic_traffic_per_month },
            page.provenance,
            answered,
          ),
        ]),
    ...top_keywords
      .slice(0, statedKeywords)
      .map(({ keyword, position, monthly_volume }) =>
        statement(
          'ranks_for',
          [pageSubject(url), keywordSubject(keyword)],
          { position, monthly_volume },
          ranked.provenance,
          answered,
        ),
      ),
  ];
  return answer({
    asked: [page, ranked],
    data,
    statements,
    shown: {
      rows: top_keywords.length,
      total: ranked.value.total ?? organic_keywords,
      mayHaveMore: ranked.value.rows.length > top_keywords.length,
      note:
        top_keywords.length === 0
          ? `No ranking of exactly this URL is known in ${marketName(answered)}. That does not prove that there is none.`
          : `Rankings of exactly this URL in ${marketName(answered)}.`,
    },
    suggestions: suggestionsFor(data, market),
    datasets: datasetBeyond(inlineKeywords, {
      name: 'page-keywords',
      description: `The ${ranked.value.rows.length} strongest ranked keywords of ${url}.`,
      rows: ranked.value.rows,
    }),
    observations: observationsOf(data),
  });
}

function suggestionsFor({ url, top_keywords }: Data, market: Market) {
  const suggest = suggestionsIn(market);
  const domain = new URL(url).hostname.replace(/^www\./u, '');
  const best = top_keywords.at(0)?.keyword;
  return [
    ...(best === undefined
      ? []
      : [suggest('inspect_serp', { query: best }, 'To see the listing of its strongest keyword.')]),
    suggest('inspect_domain', { domain }, 'To see the site that the page belongs to.'),
  ];
}

function observationsOf({ url, top_keywords, ...counts }: Data): Observation[] {
  const { organic_keywords, estimated_organic_traffic_per_month } = counts;
  return [
    ...observe('page_visibility', pageSubject(url), {
      organic_keywords,
      estimated_organic_traffic_per_month,
    }),
    ...top_keywords
      .slice(0, 10)
      .flatMap(({ keyword, position }) => observe('ranks_for', keywordSubject(keyword), { position })),
  ];
}
