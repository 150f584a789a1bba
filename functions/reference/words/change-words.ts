/** Why clicks changed, and the effects of recorded changes. */
export const changeWords = {
  'explain_change.data.site': 'The site.',
  'explain_change.data.connect_at': 'Where its owner connects it; null where two periods of it are known.',
  'explain_change.data.period': 'The period that is explained; null where none is known.',
  'period.from': 'First day, `YYYY-MM-DD`; null of an export that does not say.',
  'period.to': 'Last day; null of an export that does not say.',
  'explain_change.data.compared_with': 'The period that it is compared with.',
  'explain_change.data.compared_with.from': 'First day, `YYYY-MM-DD`; null of an export that does not say.',
  'explain_change.data.compared_with.to': 'Last day; null of an export that does not say.',
  explained_by:
    '`rows` of queries and pages, `uploads` of queries alone, or `day_totals` where older rows are not kept by these days.',
  'explain_change.data.clicks': 'Of both periods; null where none are known.',
  'clicks.before': 'Clicks of the period that is compared with.',
  'clicks.after': 'Clicks of the period that is explained.',
  'clicks.change': 'The difference, to which the parts add up.',
  'explain_change.data.parts':
    'Demand, season, mix, position, click rate, gone, new and withheld, in this order.',
  'parts.name':
    '`demand`: how often its queries are shown; `season`: what that did a year before; `mix`: which pages are shown; `position`; `click_rate` at equal position; `gone` and `new`: pages and queries of one period; `withheld`: in no row.',
  'parts.clicks': 'Whole clicks that this part adds or takes.',
  'parts.low': 'Lower end of the interval of 95 in 100.',
  'parts.high': 'Its upper end.',
  'parts.verdict': '`seen` where the interval leaves out zero, else `cannot_tell`.',
  'parts.carried_by': 'Queries and pages that carry most of it; the dataset has all.',
  'carried_by.query': 'The query; null of a whole page, or of rare queries together.',
  'carried_by.page': 'The page; null of a whole query, or of rare pages together.',
  'carried_by.clicks': 'Its clicks of the part.',
  'parts.evidence': 'What happened beside it, which need not be its cause.',
  'evidence.kind':
    '`index_status`, `recorded_change`, `search_update`, `listing`, `tracked_rank`, `links_lost`, `links_gained`, `country_shift`, `device_shift`; `cannot_tell` where nothing is known, and what would have to be.',
  'evidence.text': 'In a sentence.',
  'record_change.data.change': 'The change as it is kept; null where a test key sent it.',
  'explain_change.data.notes': 'What to know of the answer, in sentences.',
  'explain_change.data.method': 'How the parts are computed, and what they do not say.',
} as const;
