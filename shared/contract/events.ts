import * as v from 'valibot';
import { told } from './fields.ts';

/** What an account is told of. Names are stable; new ones may come. */
export const eventTypes = [
  'rank.changed',
  'tracker.answered',
  'tracker.failed',
  'tracker.paused',
  'site.changed',
  'change.measured',
  'audit.finding',
  'crawl.finished',
  'import.failed',
  'sync.failed',
  'link.lost',
  'balance.low',
  'limit.near',
] as const;
export type EventType = (typeof eventTypes)[number];

export const eventDays = 400;

/** One event as callers and receivers see it. Members may be added and are never taken away. */
export const eventRecord = v.object({
  id: told(v.string(), 'Id of the event, `evt_…`: the same each time that it is delivered.'),
  number: told(v.pipe(v.number(), v.integer()), 'Its place among the events of the account, from 1.'),
  type: told(v.picklist(eventTypes), 'What kind of event it is.'),
  at: told(v.string(), 'When it was written, ISO 8601, UTC.'),
  summary: told(v.string(), 'What happened, in one sentence.'),
  why: told(v.string(), 'Why it is told.'),
  subject: told(
    v.nullable(v.string()),
    'Id of the tracker or connection, or name of the site, that it is about.',
  ),
  link: told(v.string(), 'Page of the dashboard that shows it.'),
  data: told(v.record(v.string(), v.unknown()), 'Details by type: `question`, `before`, `after`, figures.'),
});
export type EventRecord = v.InferOutput<typeof eventRecord>;
