import * as v from 'valibot';
import { toolNames } from '#functions/tools/catalog.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleQuestion } from '#shared/contract/examples.ts';
import { roles, workRoles } from '#shared/contract/role.ts';
import {
  largestBudget,
  questionName,
  savedQuestionRecord,
  shareRecord,
  weekdays,
} from '#shared/contract/workspace.ts';

const mostDays = 90;
const days = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1, 'Send at least 1 day.'),
  v.maxValue(mostDays, `Send at most ${mostDays} days.`),
);

export const shareAnswer = defineEndpoint({
  name: 'share_answer',
  title: 'Share an answer',
  summary:
    'Makes a link that opens one kept answer for anybody who has it, without an account, until it expires or is withdrawn. The link has the question and the answer, without balance, credential and datasets. It is shown this once.',
  module: 'workspace/actions.ts',
  methods: ['POST'],
  path: '/v1/me/answers/{request_id}/shares',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.object({
    days: v.pipe(v.optional(days, 30), v.description(`Days until the link ends, 1-${mostDays}, default 30.`)),
  }),
  response: v.object({ url: v.nullable(v.string()), share: shareRecord }),
  creates: true,
  grants: { tables: { identity: ['Query', 'PutItem'] }, objects: ['answers:get', 'answers:list'] },
  example: {
    body: { days: 30 },
    response: {
      url: 'https://…/shared#…',
      share: {
        id: 'share_01kbhs3x9mq6d8v0a2c4e6g8j0',
        request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
        tool: 'inspect_domain',
        created_at: '2026-11-20T12:00:00.000Z',
        expires_at: '2026-12-20T12:00:00.000Z',
      },
    },
  },
});

export const listShares = defineEndpoint({
  name: 'list_shares',
  title: 'List shared answers',
  summary:
    'Links to answers of the account that are live, newest first. The links themselves are never shown again.',
  module: 'workspace/actions.ts',
  methods: ['GET'],
  path: '/v1/me/shares',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.array(shareRecord),
  grants: { tables: { identity: ['Query'] } },
  example: {
    response: [
      {
        id: 'share_01kbhs3x9mq6d8v0a2c4e6g8j0',
        request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
        tool: 'inspect_domain',
        created_at: '2026-11-20T12:00:00.000Z',
        expires_at: '2026-12-20T12:00:00.000Z',
      },
    ],
  },
});

export const withdrawShare = defineEndpoint({
  name: 'withdraw_share',
  title: 'Withdraw a shared answer',
  summary: 'Ends a link to an answer: from the next request on it opens nothing.',
  module: 'workspace/actions.ts',
  methods: ['POST'],
  path: '/v1/me/shares/{share_id}/withdraw',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.object({ id: v.string(), status: v.literal('withdrawn') }),
  grants: { tables: { identity: ['DeleteItem'] } },
  example: { response: { id: 'share_01kbhs3x9mq6d8v0a2c4e6g8j0', status: 'withdrawn' } },
});

const anything = v.record(v.string(), v.unknown());

export const openSharedAnswer = defineEndpoint({
  name: 'open_shared_answer',
  title: 'Open a shared answer',
  summary:
    'The answer that a shared link leads to, with its question. The token is what stands behind # in the link; it is sent in the body, so that no log has it.',
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
  grants: { tables: { identity: ['GetItem'] }, objects: ['answers:get', 'answers:list'] },
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

export const saveQuestion = defineEndpoint({
  name: 'save_question',
  title: 'Save a question',
  summary:
    'Keeps a question under a name, so that it can be asked again with one press. The arguments are checked as the tool checks them; nothing is asked and nothing is charged.',
  module: 'workspace/actions.ts',
  methods: ['POST'],
  path: '/v1/me/saved-questions',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.object({
    name: questionName,
    tool: v.pipe(v.picklist(toolNames), v.description('Name of the tool.')),
    arguments: v.pipe(v.record(v.string(), v.unknown()), v.description('What the tool is sent.')),
  }),
  response: savedQuestionRecord,
  creates: true,
  grants: { tables: { identity: ['Query', 'PutItem'] } },
  example: {
    body: { name: 'Our rivals', tool: 'discover_competitors', arguments: { domain: 'trailpeak.example' } },
    response: exampleQuestion,
  },
});

export const listSavedQuestions = defineEndpoint({
  name: 'list_saved_questions',
  title: 'List saved questions',
  summary: 'Questions that the account keeps under a name, newest first.',
  module: 'workspace/actions.ts',
  methods: ['GET'],
  path: '/v1/me/saved-questions',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.array(savedQuestionRecord),
  grants: { tables: { identity: ['Query'] } },
  example: {
    response: [exampleQuestion],
  },
});

export const renameSavedQuestion = defineEndpoint({
  name: 'rename_saved_question',
  title: 'Rename a saved question',
  summary: 'Gives a saved question another name.',
  module: 'workspace/actions.ts',
  methods: ['PATCH'],
  path: '/v1/me/saved-questions/{question_id}',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.object({ name: questionName }),
  response: savedQuestionRecord,
  grants: { tables: { identity: ['UpdateItem'] } },
  example: {
    body: { name: 'Our rivals' },
    response: exampleQuestion,
  },
});

export const scheduleQuestion = defineEndpoint({
  name: 'schedule_question',
  title: 'Ask a question weekly',
  summary:
    'Asks a saved question again each week on a day, at the price of its tool and within a monthly budget, or changes or pauses that. At most one call a week (Monday to Sunday, UTC) is charged. A question that fails is tried again within its day; one without credits or budget waits that long. Nothing is asked or charged now.',
  module: 'workspace/actions.ts',
  methods: ['POST'],
  path: '/v1/me/saved-questions/{question_id}/schedule',
  roles: workRoles,
  scope: 'keys:manage',
  body: v.object({
    day: v.pipe(v.picklist(weekdays), v.description('Day of the week, UTC; the hour is chosen here.')),
    monthly_budget: v.pipe(
      v.number(),
      v.integer('Send whole credits.'),
      v.minValue(1, 'Send at least 1 credit.'),
      v.maxValue(largestBudget, `Send at most ${largestBudget} credits.`),
      v.description(
        'Credits that the schedule may spend a calendar month (UTC), at least the price of one call. A month has up to five weeks.',
      ),
    ),
    status: v.pipe(
      v.optional(v.picklist(['active', 'paused']), 'active'),
      v.description('`paused` keeps the schedule and asks nothing.'),
    ),
  }),
  response: savedQuestionRecord,
  grants: { tables: { identity: ['GetItem', 'PutItem', 'UpdateItem'] } },
  example: {
    body: { day: 'monday', monthly_budget: 25 },
    response: {
      ...exampleQuestion,
      schedule: {
        day: 'monday',
        status: 'active',
        paused_because: null,
        price: 5,
        monthly_budget: 25,
        spent_this_month: 0,
        next_at: '2026-11-23T08:00:00.000Z',
        last: null,
      },
    },
  },
});

export const endSchedule = defineEndpoint({
  name: 'end_schedule',
  title: 'Stop asking a question weekly',
  summary: 'Ends the schedule of a saved question. The question and the answers so far stay.',
  module: 'workspace/actions.ts',
  methods: ['POST'],
  path: '/v1/me/saved-questions/{question_id}/schedule/end',
  roles: workRoles,
  scope: 'keys:manage',
  response: savedQuestionRecord,
  grants: { tables: { identity: ['UpdateItem'] } },
  example: {
    response: exampleQuestion,
  },
});

export const forgetSavedQuestion = defineEndpoint({
  name: 'forget_saved_question',
  title: 'Forget a saved question',
  summary: 'Removes a saved question. Its answers stay in the usage log.',
  module: 'workspace/actions.ts',
  methods: ['POST'],
  path: '/v1/me/saved-questions/{question_id}/forget',
  roles: workRoles,
  scope: 'keys:manage',
  response: v.object({ id: v.string(), status: v.literal('forgotten') }),
  grants: { tables: { identity: ['DeleteItem'] } },
  example: { response: { id: exampleQuestion.id, status: 'forgotten' } },
});
