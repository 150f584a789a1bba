import * as v from 'valibot';
import {
  type DestinationRecord,
  deliveryDays,
  deliveryRecord,
  destinationKinds,
  destinationRecord,
  mailRhythms,
  overlapHours,
} from '#shared/contract/destinations.ts';
import { defineIn, removedRecord } from '#shared/contract/endpoint.ts';
import { eventTypes } from '#shared/contract/events.ts';
import { timeZone, told } from '#shared/contract/fields.ts';
import type { BackgroundFunction, ScheduledFunction } from '#shared/contract/function-contract.ts';
import { workRoles } from '#shared/contract/role.ts';

const defineHere = defineIn({ module: 'destinations/actions.ts', roles: workRoles, scope: 'keys:manage' });

const example: DestinationRecord = {
  id: 'dst_01kbhs3x9mq6d8v0a2c4e6g8j0',
  kind: 'webhook',
  target: 'https://hooks.shop.example/oriel',
  rhythm: 'at_once',
  time_zone: 'UTC',
  types: ['rank.changed', 'site.changed'],
  status: 'active',
  off_because: null,
  failing_since: null,
  created_at: '2026-11-20T12:00:00.000Z',
  secret_rotated_at: null,
};
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const types = told(
  v.nullable(v.pipe(v.array(v.picklist(eventTypes)), v.minLength(1), v.maxLength(eventTypes.length))),
  'Types of events that go there; `null` for all.',
);
const rhythm = told(
  v.picklist(mailRhythms),
  'Of mail: with each event (`at_once`), or as one email a day or week at 07:00 of `time_zone`.',
);

const zone = told(
  v.optional(timeZone),
  'Of digests: IANA name of the time zone by which they come, `UTC` where none was ever sent.',
);

export const addDestination = defineHere({
  name: 'add_destination',
  title: 'Add a destination',
  summary:
    'Adds a destination of events: a webhook (Standard Webhooks, signed), a Slack-compatible incoming webhook, or an email address. It gets events once it is verified. `secret` verifies the signatures of a webhook and is shown this once.',
  methods: ['POST'],
  path: '/v1/me/destinations',
  body: v.object({
    kind: told(v.picklist(destinationKinds), 'Kind of destination.'),
    url: told(
      v.optional(
        v.pipe(v.string(), v.maxLength(2_000), v.url('Send a URL such as https://hooks.shop.example/oriel.')),
      ),
      'Of `webhook` and `slack`: an https address that the public internet reaches.',
    ),
    address: told(
      v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('Send one email address.'))),
      'Of `mail`: the address. The one you signed in with needs no link.',
    ),
    rhythm: v.optional(rhythm, 'at_once'),
    time_zone: zone,
    types: v.optional(types, null),
  }),
  response: v.object({
    destination: told(destinationRecord, 'The destination.'),
    secret: told(
      v.nullable(v.string()),
      'Secret of the signatures, `whsec_…`; null where there is none, and in a replay of the call.',
    ),
  }),
  creates: true,
  grants: { tables: { identity: ['GetItem', 'Query', 'PutItem'] } },
  example: {
    body: { kind: 'webhook', url: example.target, types: example.types },
    response: { destination: { ...example, status: 'unverified' }, secret: exampleSecret },
  },
});

export const listDestinations = defineHere({
  name: 'list_destinations',
  title: 'List destinations',
  summary: 'Where the events of the account go, newest first.',
  methods: ['GET'],
  path: '/v1/me/destinations',
  response: v.array(destinationRecord),
  grants: { tables: { identity: ['Query'] } },
  example: { response: [example] },
});

export const changeDestination = defineHere({
  name: 'change_destination',
  title: 'Change a destination',
  summary: 'Changes which events go there and when, or switches it off and on again. What is left out stays.',
  methods: ['PATCH'],
  path: '/v1/me/destinations/{destination_id}',
  body: v.object({
    types: v.optional(types),
    rhythm: v.optional(rhythm),
    time_zone: zone,
    status: told(
      v.optional(v.picklist(['active', 'off'])),
      '`off` ends deliveries until it is `active` again; events in between are not sent later.',
    ),
  }),
  response: destinationRecord,
  grants: { tables: { identity: ['GetItem', 'UpdateItem'] } },
  example: { body: { status: 'off' }, response: { ...example, status: 'off', off_because: 'owner' } },
});

export const removeDestination = defineHere({
  name: 'remove_destination',
  title: 'Remove a destination',
  summary: 'Removes a destination with its deliveries. Events stay.',
  methods: ['DELETE'],
  path: '/v1/me/destinations/{destination_id}',
  response: removedRecord,
  grants: { tables: { identity: ['Query', 'PutItem', 'DeleteItem'] } },
  example: { response: { id: example.id, status: 'removed' } },
});

export const verifyDestination = defineHere({
  name: 'verify_destination',
  title: 'Verify a destination',
  summary:
    'Proves that the owner of the destination wants the events. A webhook is sent a signed `destination.verify` with `data.challenge`, and answers 2xx with that text in its body, within ten seconds. To mail and Slack a code is sent; call again with `code` from there.',
  methods: ['POST'],
  path: '/v1/me/destinations/{destination_id}/verify',
  body: v.object({
    code: told(
      v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
      'The code that was sent to an email address or to Slack; left out, one is sent.',
    ),
  }),
  response: v.object({
    destination: told(destinationRecord, 'The destination.'),
    message: told(v.string(), 'What was done, and what to do next.'),
  }),
  sendsMail: true,
  timeoutSeconds: 20,
  grants: { tables: { identity: ['GetItem', 'UpdateItem'] } },
  example: { body: {}, response: { destination: example, message: 'The destination is verified.' } },
});

export const rotateDestination = defineHere({
  name: 'rotate_destination',
  title: 'Rotate the secret of a webhook',
  summary: `Makes a new secret, shown this once. For ${overlapHours} hours the one before signs too: a message has then two signatures, and either is good.`,
  methods: ['POST'],
  path: '/v1/me/destinations/{destination_id}/rotate',
  response: v.object({
    destination: told(destinationRecord, 'The destination.'),
    secret: told(v.nullable(v.string()), 'The new secret; null in a replay of the call.'),
  }),
  creates: true,
  grants: { tables: { identity: ['GetItem', 'UpdateItem'] } },
  example: {
    response: {
      destination: { ...example, secret_rotated_at: '2026-11-24T09:00:00.000Z' },
      secret: exampleSecret,
    },
  },
});

const exampleDelivery = {
  id: 'evt_5d41402abc4b2a76b9719d911f',
  event_type: 'rank.changed' as const,
  status: 'delivered' as const,
  next_at: null,
  created_at: '2026-11-23T07:00:12.000Z',
  tries: [{ at: '2026-11-23T07:00:31.000Z', status: 200, answer: 'ok', milliseconds: 84 }],
};

export const listDeliveries = defineHere({
  name: 'list_deliveries',
  title: 'List deliveries',
  summary: `What was sent to a destination and what it answered, newest first, kept for ${deliveryDays} days. At most 500.`,
  methods: ['GET'],
  path: '/v1/me/destinations/{destination_id}/deliveries',
  response: v.array(deliveryRecord),
  grants: { tables: { identity: ['GetItem', 'Query'] } },
  example: { response: [exampleDelivery] },
});

export const replayDelivery = defineHere({
  name: 'replay_delivery',
  title: 'Send a delivery again',
  summary: 'Sends what a delivery holds once more, under the same id, within a minute.',
  methods: ['POST'],
  path: '/v1/me/destinations/{destination_id}/deliveries/{delivery_id}/replay',
  response: deliveryRecord,
  creates: true,
  grants: { tables: { identity: ['GetItem', 'PutItem'] } },
  example: { response: { ...exampleDelivery, status: 'waiting', next_at: '2026-11-24T09:00:00.000Z' } },
});

/** Every minute: what is written is delivered within about a minute. */
export const dispatchDeliveries = {
  name: 'dispatch-deliveries',
  summary: 'Hands events to the destinations of their accounts, and queues what is due.',
  module: 'destinations/dispatch-deliveries.ts',
  everyMinutes: 1,
  grants: {
    tables: { identity: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], accounts: ['GetItem'] },
    secrets: ['service'],
  },
  queuesDeliveries: true,
  timeoutSeconds: 300,
} as const satisfies ScheduledFunction;

/** Strangers choose whom it writes to: it reaches the events of accounts, and nothing that is worth money. */
export const deliver = {
  name: 'deliver',
  summary: 'Sends events to webhooks, chats and email addresses.',
  module: 'destinations/deliver.ts',
  grants: {
    tables: {
      identity: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      accounts: ['GetItem'],
    },
    secrets: ['service'],
  },
  readsQueue: true,
  sendsMail: true,
  memoryMb: 512,
  timeoutSeconds: 60,
} as const satisfies BackgroundFunction;
