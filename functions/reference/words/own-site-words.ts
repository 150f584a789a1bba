/** What Search Console counts of sites of the caller. */
export const ownSiteWords = {
  own: 'What Search Console counts, on a site of the caller; absent where the caller has brought nothing.',
  clicks: 'Clicks in Google Search over the period.',
  impressions: 'Times shown in Google Search over the period.',
  ctr: 'Clicks for each impression, 0-1; null where there was no impression.',
  average_position: 'Mean position over all impressions, from 1; not a place that was seen.',
  from: 'First day of the period, `YYYY-MM-DD`; null where the export does not say.',
  to: 'Last day of the period, `YYYY-MM-DD`; null where the export does not say.',
  'own.domain': 'The site of the caller.',
  'own.queries': 'Queries that the export holds.',
  'own.pages': 'Pages that the export holds.',
  'brand.queries': 'Queries of the export that name the site.',
  'brand.clicks': 'Their clicks over the period.',
  'brand.impressions': 'Their impressions over the period.',
  'own.device': 'Device that the export is limited to; null for all.',
  'click_curve.position': 'Mean position in Google Search, from 1, rounded.',
  'click_curve.ctr': 'Clicks for each impression at this position, 0-1.',
  'click_curve.queries': 'Queries behind the figure.',
  'click_curve.impressions': 'Impressions behind the figure.',
  'opportunities.counts': 'How many there are, by kind.',
  'opportunities.counts.*': 'Opportunities of this kind.',
  'opportunities.best': 'The three that might bring most.',
  'best.kind':
    '`striking_distance`: just below the first places; `low_ctr`: fewer clicks than its position gives; `cannibalisation`: two pages share a query; `decay`, `growth`: clicks changed between two periods.',
  'best.query': 'The query; null where the opportunity is about a page.',
  'best.page': 'The page; null where the export does not name it.',
  'next_call.tool': 'Name of the tool.',
  'next_call.args': 'Its arguments.',
  'inspect_domain.data.own':
    'What Search Console counts of this site; only where the caller has brought its figures.',
  'inspect_page.data.own':
    'What Search Console counts of this page; only where the caller has brought its figures.',
  'inspect_keyword.data.own':
    'What Search Console counts for the keyword on each site of the caller; only where it does.',
  page: 'Its page with the most clicks, where the export tells; else null.',
  impressions_per_month:
    'Impressions scaled to a mean month: a floor of demand, never a search volume. Null where the period is not known.',
  counted_from: 'The table that the totals are from; that of queries leaves out rare ones.',
  brand: 'Queries that name the site; they are in no opportunity and not in the curve.',
  'own.country': 'Country that the export is limited to; null for all.',
  click_curve:
    'Clicks for each impression at each position, of this site without its brand queries, and how many queries stand behind it.',
  opportunities: 'Things to do next; all of them are in the dataset `search-opportunities`.',
  seen: 'What was seen, in a sentence.',
  computed: 'How the estimate was computed.',
  estimated_clicks:
    'Clicks that it might bring over a period of this length; null where that cannot be estimated.',
  estimated_clicks_per_month: 'The same for a mean month; null where the period is not known.',
  next_call: 'The call that looks closer, ready to send.',
} as const;
