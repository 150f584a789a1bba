import * as v from 'valibot';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exampleQuestion } from '#shared/contract/examples.ts';
import { workRoles } from '#shared/contract/role.ts';
import { largestBudget, savedQuestionRecord, weekdays } from '#shared/contract/workspace.ts';

export const scheduleQuestion = defineEndpoint({
  name: 'schedule_question',
  title: 'Ask a question weekly',
  summary:
    'Asks a saved question again each week on a day, at the price of its tool and within a monthly budget, or changes or pauses that. At most one call a week (Monday to Sunday, UTC) is charged. A question that fails is tried again within its day; one without credits or budget waits that long. Nothing is asked or charged now.',
  folder: 'workspace/schedule-question',
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
