import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { parseMoment } from '#shared/contract/fields.ts';
import { roles } from '#shared/contract/role.ts';
import { authSource } from '#shared/contract/usage-record.ts';

const count = v.pipe(v.number(), v.integer());
const counts = { calls: count, failed: count, credits_charged: count };

/** Milliseconds, within 5 %. */
const responseTime = v.nullable(v.object({ median: count, p95: count }));

const day = v.optional(
  v.pipe(
    v.string(),
    v.isoDate('Send a day such as 2026-11-01.'),
    v.check((text) => parseMoment(text) !== undefined, 'There is no such day.'),
  ),
);

export const summarizeUsage = defineEndpoint({
  name: 'summarize_usage',
  title: 'Usage summary',
  summary:
    'Tool calls of the account added up by day (UTC), tool and caller: calls, failures, credits, response times. `complete: false` says that a long log is still being added up; ask again to go on.',
  folder: 'account/summarize-usage',
  methods: ['GET'],
  path: '/v1/me/usage/summary',
  roles,
  scope: 'account:read',
  query: v.object({
    since: v.pipe(day, v.description('First day; default 29 days before the last.')),
    until: v.pipe(day, v.description('Last day; default today.')),
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
