import type { Statement } from '#shared/contract/envelope.ts';
import type { Keyword } from '#shared/contract/rows.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { allCached, coverageOf } from '#shared/facts/answers/coverage.ts';
import { warningsOf } from '#shared/facts/answers/notices.ts';
import {
  domainSubject,
  entitiesOf,
  keywordSubject,
  pageSubject,
  statementsIn,
} from '#shared/facts/answers/statements.ts';
import { marketName, suggestionsIn } from '#shared/facts/answers/suggestions.ts';
import type { Observation, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { Market } from '#shared/facts/markets/market.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Fact, KeywordDetail } from '#shared/facts/sources/ports.ts';
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
  const detail = await sources.index.keywordDetail(keyword, market);
  const answered = answeredMarket(market, [detail]);
  const data = dataOf(keyword, detail.value, answered);
  const statements = statementsOf(data, detail, answered);
  return {
    data,
    facts: statements,
    entities: entitiesOf(statements),
    coverage: coverageOf([detail], {
      returned: detail.value ? 1 : 0,
      total: detail.value ? 1 : 0,
      scopeNote: detail.value
        ? `Metrics and the newest known listing in ${marketName(answered)}.`
        : `The keyword is not known in ${marketName(answered)}; its metrics are null, not 0.`,
    }),
    warnings: warningsOf([detail]),
    suggestions: suggestionsFor(data, market),
    observations: observationsOf(data),
    cacheHit: allCached([detail]),
  };
}

function dataOf(keyword: string, detail: KeywordDetail | null, market: Market): Data {
  return {
    ...unknownMetrics,
    ...detail,
    keyword: detail?.keyword ?? keyword,
    location: market.location.name,
    trend: [...(detail?.trend ?? [])],
    serp_top: (detail?.serp_top ?? []).slice(0, listedRows),
    serp_features: [...(detail?.serp_features ?? [])],
  };
}

function statementsOf(data: Data, { value, provenance }: Fact<KeywordDetail | null>, market: Market) {
  if (!value) return [];
  const say = statementsIn(market);
  const subject = keywordSubject(data.keyword);
  const { monthly_volume, cpc_usd, competition_level, difficulty, intent } = data;
  const metrics = { monthly_volume, cpc_usd, competition_level, difficulty, intent };
  return [
    say('keyword_metrics', [subject], metrics, provenance),
    ...data.serp_top
      .slice(0, statedRows)
      .map(
        ({ domain, position, url }): Statement =>
          say('ranks_for', [domainSubject(domain), subject], { position, url }, provenance),
      ),
  ];
}

function suggestionsFor({ keyword, serp_top }: Data, market: Market) {
  const suggest = suggestionsIn(market);
  const leader = serp_top.at(0);
  return [
    suggest('inspect_serp', { query: keyword }, 'To see the whole listing, with ads and answer boxes.'),
    suggest('research_keywords', { seed: keyword }, 'To find keywords around this one.'),
    ...(leader
      ? [suggest('inspect_page', { url: leader.url }, 'To see what else the leading page ranks for.')]
      : []),
  ];
}

function observationsOf({ keyword, monthly_volume, cpc_usd, difficulty, serp_top }: Data): Observation[] {
  const subject = keywordSubject(keyword);
  return [
    ...Object.entries({ monthly_volume, cpc_usd, difficulty }).map(([field, value]) => ({
      type: 'keyword_metrics',
      subject,
      field,
      value,
    })),
    ...serp_top.map(({ url, position }) => ({
      type: 'ranks_for',
      subject: pageSubject(url),
      field: 'position',
      value: position,
    })),
  ];
}
