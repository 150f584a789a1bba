import type { Foundation } from '#functions/foundation.ts';
import { propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { runDueSyncs, type SyncReport, syncDue } from '#shared/facts/search-console/run-syncs.ts';
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
  return runDueSyncs(google.sync, () => Date.now() > endsAt || foundation.storing.ending?.aborted === true);
}

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
  const due = await store.dueList();
  const reports: SyncReport[] = [];
  for (const { data } of found) {
    const propertyId = propertyIdOf(data.property);
    const entry = due.find((each) => each.accountId === accountId && each.propertyId === propertyId);
    if (!entry) await store.setDue(accountId, propertyId, clock());
    const leaseUntil = entry?.leaseUntil ?? 0;
    const report = await syncDue(
      google.sync,
      { accountId, propertyId, dueAt: clock(), leaseUntil },
      () => false,
    );
    if (report) reports.push(report);
  }
  return reports;
}
