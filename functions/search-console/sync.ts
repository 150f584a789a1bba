import type { Foundation } from '#functions/foundation.ts';
import { createEventLog, type NewEvent } from '#shared/callers/watch/event-log.ts';
import { refusalWords } from '#shared/facts/search-console/google-refusal.ts';
import { propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import {
  runDueSyncs,
  type SyncReport,
  type SyncServices,
  syncDue,
} from '#shared/facts/search-console/run-syncs.ts';
import type { SiteAlarm } from '#shared/facts/search-console/watch-totals.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { searchConsoleServices } from './services.ts';

/** A run ends this long after it began, before its function does. */
const runMs = 780_000;

let running: Promise<readonly SyncReport[]> | undefined;

/** Called by the schedule of its contract; one run at a time in a process. */
export function syncSearchConsole(foundation: Foundation): () => Promise<readonly SyncReport[]> {
  return () => {
    running ??= run(foundation).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function run(foundation: Foundation): Promise<readonly SyncReport[]> {
  const { google } = await searchConsoleServices(foundation);
  if (!google) return [];
  const endsAt = Date.now() + runMs;
  return runDueSyncs(
    tellingEvents(foundation, google.sync),
    () => Date.now() > endsAt || foundation.storing.ending?.aborted === true,
  );
}

/** What a sync has to tell is an event first; the mail about a connection that stands still comes after it. */
function tellingEvents({ documents, tables, clock }: Foundation, sync: SyncServices): SyncServices {
  const events = createEventLog({ documents, name: tables.identity, clock });
  return {
    ...sync,
    watch: {
      async ruleOf(accountId, site) {
        const { is_on, settings } = await events.rule(accountId, 'site.changed', site);
        return is_on ? { metrics: settings.metrics, leastChange: settings.least_change / 100 } : undefined;
      },
      tell: async (accountId, alarm) => void (await events.write(accountId, siteChanged(alarm))),
    },
    async tellEffect(accountId, { id, site, what, at }, effect) {
      await events.write(accountId, {
        type: 'change.measured',
        cause: `${id}.${effect.days}`,
        summary: `"${what}" on ${site}, ${effect.days} days later: ${verdicts[effect.verdict]}.`,
        why: 'A recorded change is measured after 14 and after 28 days.',
        subject: site,
        link: `/sites/${site}`,
        data: { change_id: id, at, effect },
      });
    },
    async tellOwner(accountId, reason) {
      await events.write(accountId, {
        type: 'sync.failed',
        cause: `${reason}.${isoTime(clock()).slice(0, 10)}`,
        summary: refusalWords[reason],
        why: 'Nothing more is synced until Search Console is connected again.',
        subject: null,
        link: '/sites',
        data: { reason },
      });
      await sync.tellOwner(accountId, reason);
    },
  };
}

/** Properties of one site tell the same once. */
function siteChanged({ site, ...alarm }: SiteAlarm): NewEvent {
  const { metric, from, to, counted, expected, low, high, change } = alarm;
  const way = change < 0 ? 'down' : 'up';
  const name = metric === 'clicks' ? 'Clicks' : 'Impressions';
  const number = (count: number) => count.toLocaleString('en-US');
  return {
    type: 'site.changed',
    cause: [metric, way, to].join('.'),
    summary: `${name} of ${site} were ${Math.abs(Math.round(change * 100))}% ${way} from ${from} to ${to}: ${number(counted)} instead of the usual ${number(expected)}.`,
    why: `That is outside the usual range of ${number(low)} to ${number(high)} for these weekdays, judged by the last half year.`,
    subject: site,
    link: `/sites/${site}`,
    data: { ...alarm, before: expected, after: counted },
  };
}

const verdicts = {
  effect: 'its pages moved more than others did',
  no_effect_seen: 'no effect was seen',
  cannot_tell: 'too few clicks to tell',
} as const;

/** Syncs a site of an account now and to its end, for the operator. */
export async function syncNow(
  foundation: Foundation,
  accountId: string,
  site: string,
): Promise<readonly SyncReport[]> {
  const { google, store, clock } = await searchConsoleServices(foundation);
  const all = await store.properties(accountId);
  const found = all.filter(({ data }) => data.is_chosen && (data.site === site || data.property === site));
  if (!google || found.length === 0)
    throw new ServiceError(
      'not_found',
      `${accountId} has no connected site ${site}. Connect it and choose its property first.`,
    );
  const services = tellingEvents(foundation, google.sync);
  const due = await store.dueList();
  const reports: SyncReport[] = [];
  for (const { data } of found) {
    const propertyId = propertyIdOf(data.property);
    const entry = due.find((each) => each.accountId === accountId && each.propertyId === propertyId);
    if (!entry) await store.setDue(accountId, propertyId, clock());
    const leaseUntil = entry?.leaseUntil ?? 0;
    const report = await syncDue(
      services,
      { accountId, propertyId, dueAt: clock(), leaseUntil },
      () => false,
    );
    if (report) reports.push(report);
  }
  return reports;
}
