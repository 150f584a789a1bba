const source = 'from the stored index or the live provider; `provenance` says which';

/** Domains, pages, keywords and rivals in organic search. */
export const searchWords = {
  'data.domain': 'The domain asked about, normalized: lower case, punycode, without `www.`.',
  'data.location': 'Location in which the answer holds, by its full name.',
  'data.language': 'Search language in which the answer holds, by its full name.',
  'data.url': 'The page asked about, normalized.',
  'data.keyword': 'The keyword asked about, lower case, single spaces.',
  'data.seed': 'The term that was expanded.',
  'research_keywords.data.mode': 'How it was expanded, as asked.',
  'data.keywords': 'Keywords, most searched first.',
  keyword: 'Keyword, lower case, single spaces.',
  monthly_volume: `Searches a month in the market, twelve-month average, ${source}; null where unknown.`,
  cpc_usd: 'Cost per click of search ads in US dollars; null where unknown.',
  competition_level: 'Competition among advertisers; null where unknown.',
  difficulty: 'How hard it is to rank, 0-100 as the source rates it; null where unknown.',
  intent: 'What most searchers are after; null where unknown.',
  intent_basis:
    'How the intent was found: given by the source, by a model over the words (left out in a domain snapshot), or from the listing.',
  position: 'Place among the organic results, from 1; null where not known.',
  url: 'Address of the page.',
  basis: '`observed`: the place was seen; `average`: the rounded mean that Search Console reports.',
  checked_depth: 'Organic results looked at; null where no listing was.',
  'inspect_domain.data.summary': `Totals of the domain in the market, ${source}.`,
  organic_keywords: 'Keywords for which it ranks in all; null where unknown.',
  top_3_keywords: 'Keywords with a position from 1 to 3; null where unknown.',
  top_10_keywords: 'Keywords with a position from 1 to 10; null where unknown.',
  estimated_organic_traffic_per_month:
    'Visits a month, estimated from volume and position; null where unknown.',
  traffic_value_usd: 'What the same clicks would cost as ads, US dollars a month; null where unknown.',
  movement: 'Keywords that moved since the source looked before; null where it does not tell.',
  'movement.new': 'Keywords for which it ranks, and did not in the listing before.',
  'movement.up': 'Keywords with a better position than in the listing before.',
  'movement.down': 'Keywords with a worse position than in the listing before.',
  'movement.lost': 'Keywords for which it ranked in the listing before, and no longer does.',
  intent_mix: 'Ranked keywords by intent, as shares of 0-1 that add up to 1; null where unknown.',
  'intent_mix.navigational': 'Share 0-1 of keywords that look for a certain site.',
  'intent_mix.commercial': 'Share 0-1 of keywords that compare before buying.',
  'intent_mix.transactional': 'Share 0-1 of keywords that mean to act or buy.',
  'intent_mix.unknown': 'Share 0-1 of keywords whose intent is not known.',
  'inspect_domain.data.authority':
    'What is known of the links to it; absent where nothing is. Values of the link index are null where it was not asked.',
  competitors: 'Rivals, closest first.',
  'discover_competitors.data.mode': 'Whether rivals of the domain or owners of the seed keywords are listed.',
  competitor: 'Domain of the competitor.',
  'excluded.competitor': 'Domain that was left out.',
  'excluded.reason': 'Why: `target` is the domain itself.',
  shared_keywords:
    'Keywords for which both rank, counted over all that is known of both; with seed keywords, the seeds it ranks for.',
  relevance:
    '0-1: cosine of the two keyword sets, shared keywords over the root of the product of both counts; 1 for the same keywords. With seed keywords, the share of them it ranks for. Null where unknown.',
  avg_position: 'Mean place of the competitor on the shared keywords, from 1; null where unknown.',
  'competitors.basis':
    '`links` where listings know no rival and these sites are linked by the same domains in the web graph; `shared_keywords` is 0 then.',
  'facts.basis': '`links` where the rivals were found by links, else absent.',
  shared_referrers: 'Referring domains that both have, of the best 1,000 of the domain; of rows by links.',
  'competitors.position': 'Place of the domain in the web graph; of rows by links.',
  is_giant: 'True for encyclopedias, social networks and marketplaces, which compete with everyone.',
  competitor_positions: 'Competitors that rank for the keyword, with their positions.',
  losing: 'Keywords for which a competitor ranks above the domain, most searched first.',
  strong:
    'Keywords for which a competitor ranks and none above the domain, most searched first. Each keyword is in one list.',
  target_position: 'Position of the domain, from 1.',
  best_competitor: 'The competitor with the best position.',
  'competitor_positions.url': 'Page of the competitor that ranks.',
  'best_competitor.url': 'Page of the competitor that ranks.',
  intent_clusters:
    'Keywords of `gaps` and `losing` by intent: the first rows of each, as many as `limit`, or 50.',
  'intent_clusters.examples': 'Keywords of the cluster.',
  filtered_out: 'Candidates that each filter dropped; null where the source cannot tell.',
  'filtered_out.min_volume': 'Candidates with a smaller volume; null where unknown.',
  'filtered_out.intent': 'Candidates of another intent; null where unknown.',
  'export_dataset.data.uri': 'The dataset asked for.',
  'export_dataset.data.note':
    'What to know of it, such as why it is not available; absent where there is nothing.',
  'discover_competitors.data.domain': 'The domain asked about; null where only seed keywords were sent.',
  excluded: 'Domains left out, such as the domain itself.',
  likely_competitors: 'Rivals, closest first, at most 8.',
  top_keywords:
    'Ranked keywords: best traffic first, else most clicks and impressions; at most 10 of a domain, 25 of a page.',
  'top_keywords.position': 'Best place of the target, from 1; of a row with basis `average` a rounded mean.',
  'top_keywords.url': 'The page that ranks; null where only the site is known.',
  estimated_traffic:
    'Visits a month: volume times the click rate of the place; null where the volume is unknown.',
  top_pages:
    'Best traffic first, at most 10. A keyword counts for each page that ranks for it and once for the site, so that pages may add up to more than `summary`.',
  'intent_mix.informational': 'Share 0-1 of keywords that look for an answer.',
  'compare_keyword_coverage.data.competitors': 'Domains compared with, each once, without the domain itself.',
  'compare_keyword_coverage.data.gaps':
    'Keywords for which a competitor ranks and the domain does not, most searched first.',
  'compare_keyword_coverage.data.counts':
    'How many keywords of each kind there are, whether or not they are listed; null where unknown.',
  'counts.gaps': 'Keywords for which a competitor ranks and the domain does not.',
  'counts.losing': 'Keywords for which the best competitor stands before the domain.',
  'counts.strong': 'Keywords for which no competitor stands before the domain.',
  'counts.basis':
    '`exact`, or `estimate` from a random share of all keywords, where a site has more than 200,000; null where a count is unknown.',
  'counts.margins': 'How far the true counts may be from estimated ones, in 95 of 100 cases.',
  'margins.gaps': 'Keywords by which `gaps` may be off.',
  'margins.losing': 'Keywords by which `losing` may be off.',
  'margins.strong': 'Keywords by which `strong` may be off.',
  target_url: 'Page of the domain that ranks; null where only the site is known.',
  'intent_clusters.intent': 'One of the four intents, or `unknown`.',
  'intent_clusters.keywords': 'How many of these rows have the intent.',
  total_volume: 'Searches a month: the sum of the volumes that are known; null where none is.',
  shared_keywords_basis:
    'Whether `shared_keywords` counts every keyword, or is estimated from a random share because one of the two ranks for more than 10,000. Absent where the source does not tell.',
  shared_keywords_margin:
    'How far the true count may be from an estimated `shared_keywords`, in 95 of 100 cases.',
  month: 'The month, `YYYY-MM`.',
  volume: 'Searches in that month; null where unknown.',
  trend: 'Searches in each known month, oldest first.',
  'research_keywords.data.keywords.trend':
    'Searches by month: the newest months, oldest first; all twelve are in the dataset.',
  variants: 'Near-duplicates folded into this row.',
  serp_top: 'First results of the newest known listing, at most 10.',
  serp_features: 'Types of its items, such as `people_also_ask`.',
  available: 'False for a dataset that has expired, never was or is not yours.',
  items: 'Rows of the list that the resource named, as selected.',
  next_cursor:
    'Where the list goes on behind these rows, to send as `cursor`. Only of a list longer than one export reads.',
  download_url: 'Downloads all selected rows, beyond `limit` too, without a credential, for an hour.',
} as const;
