import * as v from 'valibot';
import { eventTypes } from './events.ts';
import { told } from './fields.ts';

/** What takes events: a program, a channel of a chat, a person. */
export const destinationKinds = ['webhook', 'slack', 'mail'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** When mails go out: with each event, or as one of all of a day or week. */
export const mailRhythms = ['at_once', 'daily', 'weekly'] as const;
export type MailRhythm = (typeof mailRhythms)[number];

/** Destinations that an account may have. */
export const destinationLimit = 20;
/** Days for which a delivery with its answers is kept. */
export const deliveryDays = 30;
/** Days of failures after which a destination is switched off. */
export const failingDays = 5;
/** Hours for which the former secret signs too, after a new one was made. */
export const overlapHours = 24;

export const offReasons = ['owner', 'failing', 'gone', 'person_left'] as const;

const moment = v.nullable(v.string());

export const destinationRecord = v.object({
  id: told(v.string(), 'Id of the destination, `dst_…`.'),
  kind: told(v.picklist(destinationKinds), 'Kind of destination.'),
  target: told(
    v.string(),
    'The address that events go to; of a Slack-compatible one only its host, since the rest is secret.',
  ),
  rhythm: told(v.picklist(mailRhythms), 'When emails go out; `at_once` for webhooks and Slack.'),
  time_zone: told(v.string(), 'Time zone by which digests come.'),
  types: told(v.nullable(v.array(v.picklist(eventTypes))), 'Types of events that go there; null for all.'),
  status: told(v.picklist(['unverified', 'active', 'off']), 'Only an active destination gets events.'),
  off_because: told(
    v.nullable(v.picklist(offReasons)),
    'Why it is off: its `owner` did it, five days of failures (`failing`), status 410 (`gone`), or its person has left the account (`person_left`).',
  ),
  failing_since: told(moment, 'Since when deliveries fail, ISO 8601, UTC; null while they arrive.'),
  created_at: told(v.string(), 'When it was added, ISO 8601, UTC.'),
  secret_rotated_at: told(moment, 'When its secret was last rotated, ISO 8601, UTC; null if never.'),
});
export type DestinationRecord = v.InferOutput<typeof destinationRecord>;

export const deliveryRecord = v.object({
  id: told(v.string(), 'The event, or the digest, that was delivered.'),
  event_type: told(v.nullable(v.picklist(eventTypes)), 'Type of the event; null of a digest.'),
  status: told(
    v.picklist(['waiting', 'delivered', 'failed']),
    '`waiting` for its next try, `delivered`, or `failed` for good after a day of tries.',
  ),
  next_at: told(moment, 'When it is tried next, ISO 8601, UTC.'),
  created_at: told(v.string(), 'When it was begun, ISO 8601, UTC.'),
  tries: told(
    v.array(
      v.object({
        at: told(v.string(), 'When it was tried, ISO 8601, UTC.'),
        status: told(v.nullable(v.number()), 'HTTP status of the answer; null where there was none.'),
        answer: told(v.string(), 'First 500 characters of the answer, or why there was none.'),
        milliseconds: told(v.number(), 'How long it took.'),
      }),
    ),
    'The latest tries, oldest first.',
  ),
});
export type DeliveryRecord = v.InferOutput<typeof deliveryRecord>;
