import * as v from 'valibot';
import { toolNames, trackedTools } from '#functions/tools/catalog.ts';
import { defineIn, removedRecord } from '#shared/contract/endpoint.ts';
import { domainName, rowLimit, told } from '#shared/contract/fields.ts';
import type { ScheduledFunction } from '#shared/contract/function-contract.ts';
import { askedGrants, mergeGrants } from '#shared/contract/grants.ts';
import { workRoles } from '#shared/contract/role.ts';
import {
  askingRecord,
  monthlyBudget,
  rankKeywords,
  rankMarkets,
  rankRivals,
  type TrackerRecord,
  trackerName,
  trackerRecord,
  trackerSchedule,
} from '#shared/contract/watch.ts';

const defineHere = defineIn({ module: 'trackers/actions.ts', roles: workRoles, scope: 'keys:manage' });

const example: TrackerRecord = {
  id: 'trk_01kbhs3x9mq6d8v0a2c4e6g8j0',
  kind: 'question',
  name: 'Our rivals',
  tool: 'discover_competitors',
  args: { domain: 'trailpeak.example', location: 'US', language: 'en' },
  created_at: '2026-11-20T12:00:00.000Z',
  rank: null,
  status: 'active',
  paused_because: null,
  schedule: { every: 'week', at: '08:00', weekday: 'monday', day: null, time_zone: 'Europe/Berlin' },
  price: 5,
  most_a_month: 25,
  monthly_budget: 25,
  spent_this_month: 5,
  next_at: '2026-11-30T07:00:00.000Z',
  last: {
    at: '2026-11-23T07:00:12.000Z',
    outcome: 'asked',
    reason: null,
    request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
  },
};

export const createTracker = defineHere({
  name: 'create_tracker',
  title: 'Create a tracker',
  summary:
    'Keeps a question under a name and asks it again each day, week or month, at the price of its tool and within a monthly budget; with `kind: rank` it watches the places of a site for up to 1,000 keywords, in one call of `inspect_search_visibility` for each hundred and market. Without a schedule it is only kept. The arguments are checked as the tool checks them; nothing is asked and nothing is charged now. One answer is charged a day, week (Monday to Sunday) or month. A question that fails is tried again within its period; one without credits or budget waits in it.',
  methods: ['POST'],
  path: '/v1/me/trackers',
  body: v.object({
    name: trackerName,
    kind: told(
      v.optional(v.picklist(['question', 'rank']), 'question'),
      '`question` asks a tool, `rank` watches the places of a site.',
    ),
    tool: told(v.optional(v.picklist(toolNames)), 'Of a question: name of the tool.'),
    args: told(v.optional(v.record(v.string(), v.unknown())), 'Of a question: what the tool is sent.'),
    site: told(v.optional(domainName), 'Of a rank tracker: the site, subdomains included.'),
    keywords: v.optional(rankKeywords),
    markets: v.optional(rankMarkets),
    rivals: v.optional(rankRivals),
    schedule: told(v.optional(trackerSchedule), 'When it is asked; left out, it is only kept.'),
    monthly_budget: v.optional(monthlyBudget),
  }),
  response: trackerRecord,
  creates: true,
  grants: { tables: { identity: ['Query', 'PutItem', 'UpdateItem'] } },
  example: {
    body: {
      name: 'Our rivals',
      tool: 'discover_competitors',
      args: { domain: 'trailpeak.example' },
      schedule: { every: 'week', at: '08:00', weekday: 'monday', time_zone: 'Europe/Berlin' },
      monthly_budget: 25,
    },
    response: { ...example, spent_this_month: 0, last: null },
  },
});

export const listTrackers = defineHere({
  name: 'list_trackers',
  title: 'List trackers',
  summary: 'The trackers of the account with what they have spent and found last, newest first.',
  methods: ['GET'],
  path: '/v1/me/trackers',
  response: v.array(trackerRecord),
  grants: { tables: { identity: ['Query'] } },
  example: { response: [example] },
});

export const getTracker = defineHere({
  name: 'get_tracker',
  title: 'Get a tracker',
  summary: 'One tracker with what it has spent and found last.',
  methods: ['GET'],
  path: '/v1/me/trackers/{tracker_id}',
  response: trackerRecord,
  example: { response: example },
});

export const changeTracker = defineHere({
  name: 'change_tracker',
  title: 'Change a tracker',
  summary:
    'Changes name, schedule, budget, keywords or rivals of a tracker, or pauses it. What is left out stays; a list that is sent replaces the one before, and keywords that stay keep their history. A period that has its answer is not asked again.',
  methods: ['PATCH'],
  path: '/v1/me/trackers/{tracker_id}',
  body: v.object({
    name: v.optional(trackerName),
    schedule: told(
      v.optional(v.nullable(trackerSchedule)),
      'Its schedule; `null` removes it and keeps the tracker and its answers.',
    ),
    monthly_budget: v.optional(monthlyBudget),
    keywords: v.optional(rankKeywords),
    rivals: v.optional(rankRivals),
    status: told(
      v.optional(v.picklist(['active', 'paused'])),
      '`paused` keeps schedule and budget and asks nothing; `active` starts it again, also after the service has paused it.',
    ),
  }),
  response: trackerRecord,
  grants: { tables: { identity: ['GetItem', 'PutItem', 'UpdateItem'] } },
  example: {
    body: { status: 'paused' },
    response: { ...example, status: 'paused', paused_because: 'owner', next_at: null },
  },
});

export const removeTracker = defineHere({
  name: 'remove_tracker',
  title: 'Remove a tracker',
  summary: 'Removes a tracker with its history. Its answers stay in the usage log.',
  methods: ['DELETE'],
  path: '/v1/me/trackers/{tracker_id}',
  response: removedRecord,
  grants: { tables: { identity: ['Query', 'DeleteItem'] } },
  example: { response: { id: example.id, status: 'removed' } },
});

export const runTracker = defineHere({
  name: 'run_tracker',
  title: 'Run a tracker now',
  summary:
    'Runs an active tracker once more within a minute, at the price of its tool and within its monthly budget, beside its schedule. `last` has the outcome.',
  methods: ['POST'],
  path: '/v1/me/trackers/{tracker_id}/run',
  response: trackerRecord,
  creates: true,
  grants: { tables: { identity: ['GetItem', 'PutItem', 'UpdateItem'] } },
  example: {
    response: {
      ...example,
      last: { at: '2026-11-24T09:00:00.000Z', outcome: 'waiting', reason: null, request_id: null },
    },
  },
});

export const getTrackerHistory = defineHere({
  name: 'get_tracker_history',
  title: 'Get the history of a tracker',
  summary:
    'The outcome of each day, week or month of a tracker, newest first, kept for 400 days. `GET /v1/me/answers/{request_id}` opens an answer again, free.',
  methods: ['GET'],
  path: '/v1/me/trackers/{tracker_id}/history',
  query: v.object({
    limit: rowLimit(400, 100, { default: 100, description: 'Periods to return. Other numbers are clamped.' }),
  }),
  response: v.array(askingRecord),
  grants: { tables: { identity: ['Query'] } },
  example: {
    response: [
      {
        period: '2026-11-23',
        at: '2026-11-23T07:00:12.000Z',
        outcome: 'asked',
        reason: null,
        request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
        credits_charged: 5,
        changes: 2,
      },
    ],
  },
});

/** Every minute, so that what shall run now does; what failed, or waited for credits, is tried again within its period. */
export const askTrackers = {
  name: 'ask-trackers',
  summary: 'Asks the questions of trackers when they are due, within their budgets.',
  module: 'trackers/ask-trackers.ts',
  everyMinutes: 1,
  grants: mergeGrants([
    ...trackedTools.map(askedGrants),
    {
      tables: {
        identity: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
        // What a check that was cut short gives back.
        ledger: ['GetItem', 'PutItem', 'UpdateItem'],
      },
      // The crawler signs its requests.
      secrets: ['service'],
    },
  ]),
  timeoutSeconds: 840,
  tellsLowBalance: true,
  opensPages: true,
} as const satisfies ScheduledFunction;
