import * as v from 'valibot';
import { defineIn } from '#shared/contract/endpoint.ts';
import { parseMoment, rowLimit, told } from '#shared/contract/fields.ts';
import { roles } from '#shared/contract/role.ts';
import { authSource, callView, usageRecord } from '#shared/contract/usage-record.ts';

const defineHere = defineIn({ module: 'usage/actions.ts', roles, scope: 'account:read' });

export const defaultLimit = 50;
const maxLimit = 500;
/** Rows of a spreadsheet where no limit is sent: with 600 bytes at most each, half of what a function may answer. */
export const csvLimit = 5_000;

const moment = v.optional(
  v.pipe(
    v.string(),
    v.description('A moment, or a day for its midnight. UTC, where no zone is given.'),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const time = parseMoment(dataset.value);
      if (time !== undefined) return time;
      addIssue({ message: 'Send a moment such as 2026-11-01T00:00:00Z or a day such as 2026-11-01.' });
      return NEVER;
    }),
  ),
);

export const requestId = /^req_[0-9a-z]{26}$/;

export const listUsage = defineHere({
  name: 'list_usage',
  title: 'Usage log',
  summary:
    'Every authenticated call of the account, newest first; refused calls of one credential with one error share records of a minute or a second, whose `calls` counts them and whose `created_at` is its start. A key with limits of its own and a test key see their own calls only. `Link: …; rel="next"` leads to the next page; `format=csv` gives a spreadsheet.',
  methods: ['GET'],
  path: '/v1/me/usage',
  answersTestKeys: true,
  query: v.object({
    // Without it a page of JSON and one of CSV have limits of their own.
    limit: rowLimit(maxLimit, undefined, {
      default: defaultLimit,
      description: `Records on a page; for CSV the default is ${csvLimit}. Other numbers are clamped.`,
    }),
    since: moment,
    until: moment,
    tool: told(
      v.optional(v.pipe(v.string(), v.maxLength(100))),
      'One tool, or `*` for any: leaves out the calls that read the account itself.',
    ),
    credential_id: v.optional(v.pipe(v.string(), v.maxLength(100))),
    auth_source: v.optional(authSource),
    request_id: told(
      v.optional(v.pipe(v.string(), v.regex(requestId, 'Send the X-Request-Id of an answer.'))),
      'The record of the call with this `X-Request-Id`.',
    ),
    run: told(v.optional(v.pipe(v.string(), v.maxLength(64))), 'Calls that named this run.'),
    status: v.optional(v.picklist(['answered', 'failed'])),
    asked: told(
      v.optional(v.pipe(v.string(), v.maxLength(200))),
      'Calls whose `arguments` hold this text, such as a domain.',
    ),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
    format: v.optional(v.picklist(['json', 'csv']), 'json'),
  }),
  response: v.array(usageRecord),
  grants: { tables: { usage: ['Query'] } },
});

export const getCall = defineHere({
  name: 'get_call',
  title: 'One call',
  summary:
    'Any authenticated call of the account by the `X-Request-Id` of its answer, refused ones too: who made it, how it ended, what it was charged. 404 two minutes after a call says that nothing was charged. A key with limits of its own and a test key see their own calls only.',
  methods: ['GET'],
  path: '/v1/me/calls/{request_id}',
  answersTestKeys: true,
  response: callView,
  grants: { tables: { usage: ['Query'] } },
  example: {
    response: {
      request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
      created_at: '2026-11-20T12:00:00.000Z',
      outcome: 'answered',
      credits_charged: 3,
      account_id: 'acct_01kbhs400000000000000000001',
      credential_id: 'cred_01kbhs400000000000000000001',
      auth_source: 'api_key',
      tool: 'inspect_domain',
      endpoint: '/v1/tools/inspect_domain',
      method: 'POST',
      status_code: 200,
      error_type: null,
      error_message: null,
      cache_hit: true,
      has_answer: true,
      run_id: null,
      mode: 'live',
      arguments: '{"domain":"trailpeak.example"}',
    },
  },
});

const count = v.pipe(v.number(), v.integer());
const counts = { calls: count, failed: count, credits_charged: count };

/** Milliseconds, within 5%. */
const responseTime = v.nullable(v.object({ median: count, p95: count }));

const day = v.optional(
  v.pipe(
    v.string(),
    v.isoDate('Send a day such as 2026-11-01.'),
    v.check((text) => parseMoment(text) !== undefined, 'There is no such day.'),
  ),
);

export const summarizeUsage = defineHere({
  name: 'summarize_usage',
  title: 'Usage summary',
  summary:
    'Tool calls of the account added up by day (UTC), tool and caller: calls, failures, credits, response times. `complete: false` says that a long log is still being added up; ask again to go on.',
  methods: ['GET'],
  path: '/v1/me/usage/summary',
  query: v.object({
    since: told(day, 'First day; default 29 days before the last.'),
    until: told(day, 'Last day; default today.'),
  }),
  response: v.object({
    since: v.string(),
    until: v.string(),
    complete: v.boolean(),
    ...counts,
    response_time_ms: responseTime,
    tools: v.array(v.object({ tool: v.string(), ...counts, response_time_ms: responseTime })),
    callers: v.array(
      v.object({
        auth_source: v.nullable(authSource),
        credential_id: v.nullable(v.string()),
        ...counts,
      }),
    ),
    days: v.array(
      v.object({ day: v.string(), ...counts, tools: v.array(v.object({ tool: v.string(), ...counts })) }),
    ),
  }),
  timeoutSeconds: 20,
  grants: {
    tables: { usage: ['Query'], facts: ['GetItem', 'PutItem'] },
  },
  example: {
    response: {
      since: '2026-10-22',
      until: '2026-11-20',
      complete: true,
      calls: 3,
      failed: 1,
      credits_charged: 6,
      response_time_ms: { median: 118, p95: 265 },
      tools: [
        {
          tool: 'inspect_domain',
          calls: 3,
          failed: 1,
          credits_charged: 6,
          response_time_ms: { median: 118, p95: 265 },
        },
      ],
      callers: [
        {
          auth_source: 'api_key',
          credential_id: 'cred_01kbhs400000000000000000001',
          calls: 3,
          failed: 1,
          credits_charged: 6,
        },
      ],
      days: [
        {
          day: '2026-11-20',
          calls: 3,
          failed: 1,
          credits_charged: 6,
          tools: [{ tool: 'inspect_domain', calls: 3, failed: 1, credits_charged: 6 }],
        },
      ],
    },
  },
});
