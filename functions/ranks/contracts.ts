import * as v from 'valibot';
import { defineIn } from '#shared/contract/endpoint.ts';
import { resource } from '#shared/contract/envelope.ts';
import { devices, told } from '#shared/contract/fields.ts';
import { workRoles } from '#shared/contract/role.ts';
import { aiOverview } from '#shared/contract/watch.ts';

const defineHere = defineIn({ module: 'ranks/actions.ts', roles: workRoles, scope: 'keys:manage' });
const count = v.number();
const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);
const share = orNull(v.number());

const figures = {
  keywords: count,
  checked: count,
  share_of_voice: share,
  /** Of the keywords that were found. */
  average_position: orNull(v.number()),
  top_3: count,
  top_4_10: count,
  top_11_20: count,
  top_21_100: count,
  not_found: count,
  ai_overviews: count,
  ai_cited: count,
};

const market = v.object({ location: v.string(), language: v.string(), device: v.picklist(devices) });

const rankRow = v.object({
  keyword: v.string(),
  tags: v.array(v.string()),
  monthly_volume: orNull(count),
  status: v.picklist(['ranked', 'not_in_top_n', 'not_checked']),
  position: orNull(count),
  previous_position: orNull(count),
  /** Places won since the check before, lost ones below 0; null where either is unknown. */
  change: orNull(count),
  movement: v.picklist(['up', 'down', 'same', 'new', 'lost', 'unknown']),
  best_position: orNull(count),
  best_day: orNull(v.string()),
  checked_depth: orNull(count),
  url: orNull(v.string()),
  ai_overview: aiOverview,
  serp_features: orNull(v.array(v.string())),
  rivals: v.array(v.object({ domain: v.string(), position: orNull(count) })),
  /** Mean of Search Console over its own period, no place that was seen. */
  search_console_position: v.optional(orNull(v.number())),
});

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Send a day such as 2026-11-23.'));
const asked = {
  market: told(
    v.optional(v.pipe(v.string(), v.maxLength(300))),
    '`location,language,device` as the tracker names them, or the number of the market, default 0.',
  ),
  tag: told(v.optional(v.pipe(v.string(), v.maxLength(40))), 'Keywords with this tag alone.'),
  from: told(v.optional(day), 'First day, default 90 days back; at most 400.'),
  to: told(v.optional(day), 'Last day, default the newest.'),
};

const example = {
  tracker_id: 'trk_01kbhs3x9mq6d8v0a2c4e6g8j0',
  site: 'trailpeak.example',
  market: { location: 'United States', language: 'en', device: 'mobile' as const },
  markets: [{ location: 'United States', language: 'en', device: 'mobile' as const }],
  tags: ['shoes'],
  day: '2026-11-24',
  compared_with: '2026-11-23',
  summary: {
    ...{ keywords: 1, checked: 1, share_of_voice: 0.3201, average_position: 3, top_3: 1, top_4_10: 0 },
    ...{ top_11_20: 0, top_21_100: 0, not_found: 0, ai_overviews: 1, ai_cited: 1 },
    ...{ up: 1, down: 0, new: 0, lost: 0 },
  },
  rivals: [{ domain: 'summitgear.example', share_of_voice: 0.533 }],
  days: [
    {
      day: '2026-11-24',
      ...{ keywords: 1, checked: 1, share_of_voice: 0.3201, average_position: 3, top_3: 1, top_4_10: 0 },
      ...{ top_11_20: 0, top_21_100: 0, not_found: 0, ai_overviews: 1, ai_cited: 1 },
      rivals: [{ domain: 'summitgear.example', share_of_voice: 0.533 }],
    },
  ],
  rows: [
    {
      ...{
        keyword: 'trail running shoes',
        tags: ['shoes'],
        monthly_volume: 90_500,
        status: 'ranked' as const,
      },
      ...{ position: 3, previous_position: 5, change: 2, movement: 'up' as const },
      ...{ best_position: 3, best_day: '2026-11-24', checked_depth: null },
      url: 'https://trailpeak.example/trail-running-shoes',
      ai_overview: 'cited' as const,
      serp_features: ['organic', 'ai_overview'],
      rivals: [{ domain: 'summitgear.example', position: 2 }],
    },
  ],
};

export const getRanks = defineHere({
  name: 'get_ranks',
  title: 'Get the ranks of a tracker',
  summary:
    'Places of a rank tracker in one market: figures of the newest day and of each day before, share of voice with that of rivals, and a row for each keyword with its change, best place, page, features and AI citation. With `keyword` the days are those of that keyword. `format=csv` gives the rows as a spreadsheet. Free.',
  methods: ['GET'],
  path: '/v1/me/trackers/{tracker_id}/ranks',
  query: v.object({
    ...asked,
    keyword: told(
      v.optional(v.pipe(v.string(), v.maxLength(200))),
      'One keyword: rows and days are of it alone.',
    ),
    search_console: told(
      v.optional(v.picklist(['true', 'false']), 'false'),
      'Adds mean positions of Search Console, where the account has brought the site.',
    ),
    format: v.optional(v.picklist(['json', 'csv']), 'json'),
  }),
  response: v.object({
    tracker_id: v.string(),
    site: v.string(),
    market,
    markets: v.array(market),
    tags: v.array(v.string()),
    /** Newest day that was checked; null before the first check. */
    day: orNull(v.string()),
    compared_with: orNull(v.string()),
    summary: v.object({ ...figures, up: count, down: count, new: count, lost: count }),
    /** Over all keywords of the market, whatever tag is asked for. */
    rivals: v.array(v.object({ domain: v.string(), share_of_voice: share })),
    days: v.array(
      v.object({
        day: v.string(),
        ...figures,
        rivals: v.array(v.object({ domain: v.string(), share_of_voice: share })),
      }),
    ),
    rows: v.array(rankRow),
  }),
  grants: { tables: { identity: ['GetItem', 'Query'], index: ['BatchGetItem', 'Query'] } },
  timeoutSeconds: 28,
  example: { response: example },
});

export const keepRankDataset = defineHere({
  name: 'keep_rank_dataset',
  title: 'Make a dataset of ranks',
  summary:
    'Keeps the history of a rank tracker as a dataset, a row for each keyword and day in one market, at most 100,000. `export_dataset` gives it as CSV, JSON or JSON lines, free. A free call itself.',
  methods: ['POST'],
  path: '/v1/me/trackers/{tracker_id}/ranks/dataset',
  body: v.object(asked),
  response: v.object({ resource }),
  grants: {
    tables: { identity: ['GetItem', 'Query'], facts: ['BatchWriteItem'] },
    objects: ['datasets:put'],
  },
  timeoutSeconds: 28,
  example: {
    body: { from: '2026-11-01', to: '2026-11-24', tag: 'shoes' },
    response: {
      resource: {
        uri: 'oriel://dataset/ranks/ds_01kbhs3x9mq6d8v0a2c4e6g8j0',
        name: 'ranks',
        description: 'Places of trailpeak.example in United States (mobile), 2026-11-01 to 2026-11-24.',
        mime_type: 'application/x-ndjson',
        rows: 24,
        expires_at: '2026-12-24T09:00:00.000Z',
      },
    },
  },
});
