import * as v from 'valibot';
import { defineEndpoint, defineIn } from '#shared/contract/endpoint.ts';
import { told } from '#shared/contract/fields.ts';
import { roles, workRoles } from '#shared/contract/role.ts';
import { performanceQuestion } from '#shared/contract/site-performance.ts';

const defineHere = defineIn({ module: 'workspace/actions.ts', roles: workRoles, scope: 'keys:manage' });

/** What the report of a site is shared as, where answers have the name of their tool. */
export const siteReport = 'site_report';

/** A link to one answer or one report of a site, as the account endpoints show it; its secret is not in it. */
export const shareRecord = v.object({
  id: v.string(),
  request_id: v.string(),
  tool: v.string(),
  site: v.nullable(v.string()),
  created_at: v.string(),
  expires_at: v.string(),
});
export type ShareRecord = v.InferOutput<typeof shareRecord>;

export const shareLimit = 200;

const mostDays = 90;
const days = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1, 'Send at least 1 day.'),
  v.maxValue(mostDays, `Send at most ${mostDays} days.`),
);

const lifetime = {
  days: told(v.optional(days, 30), `Days until the link ends, 1-${mostDays}, default 30.`),
};
const exampleShare = {
  id: 'share_01kbhs3x9mq6d8v0a2c4e6g8j0',
  request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
  tool: 'inspect_domain',
  site: null,
  created_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-12-20T12:00:00.000Z',
};
const newLink = v.object({ url: v.nullable(v.string()), share: shareRecord });

export const shareAnswer = defineHere({
  name: 'share_answer',
  title: 'Share an answer',
  summary:
    'Makes a link that opens one kept answer for anybody who has it, without an account, until it expires or is withdrawn. The link has the question and the answer, without balance, credential and datasets. It is shown this once.',
  methods: ['POST'],
  path: '/v1/me/answers/{request_id}/shares',
  body: v.object(lifetime),
  response: newLink,
  creates: true,
  grants: {
    tables: { identity: ['Query', 'PutItem'], usage: ['GetItem'] },
    objects: ['answers:get', 'answers:list'],
  },
  example: {
    body: { days: 30 },
    response: {
      url: 'https://…/shared#…',
      share: exampleShare,
    },
  },
});

const { from, to, compare, filter, search_type } = performanceQuestion;

export const shareSite = defineHere({
  name: 'share_site',
  title: 'Share a site',
  summary:
    'Makes a link that opens a report of an own site for anybody who has it, without an account, until it expires or is withdrawn: clicks by day, the first 500 queries and pages, countries, devices and opportunities, as they are now. It is shown this once. Free.',
  module: 'workspace/actions.ts',
  methods: ['POST'],
  path: '/v1/me/sites/{site}/shares',
  body: v.object({ ...lifetime, from, to, compare, filter, search_type }),
  response: newLink,
  creates: true,
  grants: { tables: { identity: ['Query', 'PutItem'], index: ['GetItem', 'Query'] } },
  timeoutSeconds: 28,
  example: {
    body: { days: 30, compare: 'previous_period' },
    response: {
      url: 'https://…/shared#…',
      share: { ...exampleShare, tool: siteReport, site: 'shop.example' },
    },
  },
});

export const listShares = defineHere({
  name: 'list_shares',
  title: 'List shared links',
  summary:
    'Links to answers and sites of the account that are live, newest first. The links themselves are never shown again.',
  methods: ['GET'],
  path: '/v1/me/shares',
  response: v.array(shareRecord),
  grants: { tables: { identity: ['Query'] } },
  example: {
    response: [exampleShare],
  },
});

export const withdrawShare = defineHere({
  name: 'withdraw_share',
  title: 'Withdraw a shared link',
  summary: 'Ends a link to an answer or a site: from the next request on it opens nothing.',
  methods: ['POST'],
  path: '/v1/me/shares/{share_id}/withdraw',
  response: v.object({ id: v.string(), status: v.literal('withdrawn') }),
  grants: { tables: { identity: ['DeleteItem'] } },
  example: { response: { id: 'share_01kbhs3x9mq6d8v0a2c4e6g8j0', status: 'withdrawn' } },
});

const anything = v.record(v.string(), v.unknown());

export const openSharedAnswer = defineEndpoint({
  name: 'open_shared_answer',
  title: 'Open a shared answer',
  summary:
    'The answer or the report of a site that a shared link leads to, with its question. The token is what stands behind # in the link; it is sent in the body, so that no log has it.',
  module: 'workspace/actions.ts',
  methods: ['POST'],
  path: '/v1/shared-answers',
  authentication: 'optional',
  roles,
  body: v.object({
    token: v.pipe(v.string(), v.maxLength(100), v.description('What stands behind # in the link.')),
  }),
  response: v.object({
    tool: v.string(),
    created_at: v.string(),
    expires_at: v.string(),
    arguments: anything,
    answer: anything,
  }),
  grants: {
    tables: { identity: ['GetItem'], usage: ['GetItem'] },
    objects: ['answers:get', 'answers:list'],
  },
  example: {
    body: { token: 'mJ0c8a2b4d6f8h0k2m4n6p8r0s2' },
    response: {
      tool: 'inspect_domain',
      created_at: '2026-11-20T12:00:00.000Z',
      expires_at: '2026-12-20T12:00:00.000Z',
      arguments: { domain: 'trailpeak.example', location: 'US', language: 'en' },
      answer: { schema_version: 'ofe/1.0', data: { domain: 'trailpeak.example' } },
    },
  },
});
