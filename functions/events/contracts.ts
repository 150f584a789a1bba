import * as v from 'valibot';
import { defineEndpoint, defineIn, removedRecord } from '#shared/contract/endpoint.ts';
import { type EventRecord, eventRecord, eventTypes } from '#shared/contract/events.ts';
import { rowLimit, told } from '#shared/contract/fields.ts';
import { workRoles } from '#shared/contract/role.ts';
import { type RuleRecord, ruleRecord, ruleSettings } from '#shared/contract/rules.ts';

const number = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Send a whole number.'));

/** A number to the reference; text until it is read, as all of a query is. */
const whole = (metadata: Readonly<Record<string, unknown>>) =>
  v.pipe(
    v.optional(number),
    v.metadata({ type: 'integer', ...metadata }),
    v.transform((text) => (text === undefined ? undefined : Number(text))),
  );

const example: EventRecord = {
  id: 'evt_5d41402abc4b2a76b9719d911f',
  number: 7,
  type: 'tracker.answered',
  at: '2026-11-23T07:00:12.000Z',
  summary: 'The tracker "Our rivals" has a new answer for 2026-11-23: 2 changes.',
  why: 'It ran on schedule.',
  subject: 'trk_01kbhs3x9mq6d8v0a2c4e6g8j0',
  link: 'https://oriel.example/explorer/discover_competitors/req_01kbhs3x9mq6d8v0a2c4e6g8j0',
  data: {
    question: { tool: 'discover_competitors', args: { domain: 'trailpeak.example' } },
    period: '2026-11-23',
    request_id: 'req_01kbhs3x9mq6d8v0a2c4e6g8j0',
    changes: 2,
    credits_charged: 5,
  },
};

export const listEvents = defineEndpoint({
  name: 'list_events',
  title: 'List events',
  summary:
    'Events of the account: answers of trackers, changes, failures. Events never change, are numbered without gaps, and are kept for 400 days. A key with limits of its own is refused. To hear of each once, ask with `after` set to the `next` of the answer before.',
  module: 'events/actions.ts',
  methods: ['GET'],
  path: '/v1/me/events',
  roles: workRoles,
  // They tell balances and what the owner watches, which a key with limits must not see.
  scope: 'balance:read',
  query: v.object({
    after: whole({ minimum: 0, default: 0, description: 'Events with a higher number than this.' }),
    before: whole({ minimum: 0, description: 'Events with a lower number than this.' }),
    limit: rowLimit(500, 100, { default: 100, description: 'Events to return. Other numbers are clamped.' }),
    type: told(v.optional(v.picklist(eventTypes)), 'Events of one type.'),
    order: told(
      v.optional(v.picklist(['oldest', 'newest']), 'oldest'),
      'Which come first; with `newest`, `next` is sent as `before`.',
    ),
  }),
  response: v.object({
    events: told(v.array(eventRecord), 'The events.'),
    next: v.pipe(
      v.number(),
      v.integer(),
      v.description('Send it as `after` (`before` with `order=newest`) to go on.'),
    ),
    more: told(v.boolean(), 'Whether there may be more now.'),
  }),
  grants: { tables: { identity: ['GetItem', 'PutItem', 'Query'] } },
  example: { response: { events: [example], next: 7, more: false } },
});

const defineRule = defineIn({ module: 'events/actions.ts', roles: workRoles, scope: 'keys:manage' });

const rule: RuleRecord = {
  id: 'rule_0a1b2c3d4e5f60718293a4b5c6',
  type: 'rank.changed',
  subject: 'trk_01kbhs3x9mq6d8v0a2c4e6g8j0',
  is_on: true,
  is_default: false,
  settings: { places: 10, reasons: ['moved', 'lost', 'left_top_10'] },
};

export const listRules = defineRule({
  name: 'list_rules',
  title: 'List rules',
  summary:
    'Which events the account gets: a rule for each type, quiet by default, and rules for single trackers or sites.',
  methods: ['GET'],
  path: '/v1/me/rules',
  response: v.array(ruleRecord),
  grants: { tables: { identity: ['Query'] } },
  example: { response: [rule] },
});

export const setRule = defineRule({
  name: 'set_rule',
  title: 'Set a rule',
  summary:
    'Sets which events of a type the account gets: all, or those about one tracker or site. It replaces the rule that was there. An event that is not written goes to no destination.',
  methods: ['POST'],
  path: '/v1/me/rules',
  body: v.object({
    type: told(v.picklist(eventTypes), 'Type of events that it is about.'),
    subject: told(
      v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(253))), null),
      'Id of a tracker, key or connection, or name of a site; `null` for all without a rule of their own.',
    ),
    is_on: told(v.optional(v.boolean(), true), 'Whether events of the type are written.'),
    settings: told(v.optional(ruleSettings, {}), 'Its settings; those left out keep their defaults.'),
  }),
  response: ruleRecord,
  grants: { tables: { identity: ['Query', 'PutItem'] } },
  example: {
    body: { type: rule.type, subject: rule.subject, settings: rule.settings },
    response: rule,
  },
});

export const removeRule = defineRule({
  name: 'remove_rule',
  title: 'Remove a rule',
  summary: 'Removes a rule: the default applies again, or for a tracker or site the rule of its type.',
  methods: ['DELETE'],
  path: '/v1/me/rules/{rule_id}',
  response: removedRecord,
  grants: { tables: { identity: ['Query', 'DeleteItem'] } },
  example: { response: { id: rule.id, status: 'removed' } },
});
