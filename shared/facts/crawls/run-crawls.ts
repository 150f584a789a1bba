import { type CrawlRunServices, type Open, type Step, stepOf } from './crawl-steps.ts';
import type { DueCrawl } from './crawl-store.ts';

/** Crawls in work at once in one process; each holds some pages. */
const parallel = 3;
const leaseMs = 60_000;
const renewLeaseMs = 15_000;
/** When a crawl is looked at again whose payment is not decided yet. */
const soonMs = 5_000;

/** Works on every crawl that is due, a few at a time, until the time is over. */
export async function runDueCrawls(
  services: CrawlRunServices,
  isOver: () => boolean,
): Promise<{ readonly crawls: number; readonly slices: number }> {
  const { store, clock } = services;
  const now = clock();
  const due = (await store.dueList())
    .filter(({ dueAt, leaseUntil }) => dueAt <= now && leaseUntil <= now)
    .toSorted((a, b) => a.dueAt - b.dueAt);
  const report = { crawls: 0, slices: 0 };
  const queue = due.values();
  const worker = async () => {
    for (const entry of queue) {
      if (isOver()) return;
      const slices = await runDue(services, entry, isOver);
      report.crawls += 1;
      report.slices += slices;
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, due.length) }, worker));
  return report;
}

async function runDue(services: CrawlRunServices, due: DueCrawl, isOver: () => boolean): Promise<number> {
  const { store, clock } = services;
  const { accountId, crawlId } = due;
  // As it is kept: a renewal names the end that it follows.
  const held = { ...due, leaseUntil: clock() + leaseMs };
  if (!(await store.lease(due, held.leaseUntil))) return 0;
  const lease = keepLease(services, held);
  try {
    const { slices, dueAt, isGone } = await work(services, due, () => isOver() || lease.isLost());
    await lease.end();
    // What this run has written of a crawl that was removed meanwhile.
    if (isGone) await services.files.removeShared(accountId, crawlId);
    if (lease.isLost()) return slices;
    if (dueAt === undefined) await store.forgetDue(accountId, crawlId);
    else await handBack(services, due, dueAt);
    return slices;
  } finally {
    await lease.end();
  }
}

/** Leaves a crawl until it is due, or at once where its owner has resumed or cancelled it since this run saw it wait. */
async function handBack({ store, clock }: CrawlRunServices, due: DueCrawl, dueAt: number): Promise<void> {
  const { accountId, crawlId } = due;
  await store.setDue(accountId, crawlId, dueAt);
  if (dueAt <= clock()) return;
  const kept = await store.find(accountId, crawlId);
  const isWanted = kept && kept.crawl.phase !== 'over' && kept.crawl.waitUntil === null;
  if (isWanted) await store.setDue(accountId, crawlId, clock());
}

function keepLease({ store, clock }: CrawlRunServices, leased: DueCrawl) {
  let held = leased;
  let isLost = false;
  let renewing: Promise<void> = Promise.resolve();
  const renew = async () => {
    const next = { ...held, leaseUntil: clock() + leaseMs };
    try {
      if (await store.lease(held, next.leaseUntil)) held = next;
      else isLost = true;
    } catch {
      // Tried again before the lease ends.
    }
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, renewLeaseMs);
  return {
    isLost: () => isLost,
    async end(): Promise<void> {
      clearInterval(timer);
      await renewing;
    },
  };
}

/** Takes one step after the other; gives when the crawl is due again, undefined for one that is over or gone. */
async function work(
  services: CrawlRunServices,
  { accountId, crawlId }: DueCrawl,
  isOver: () => boolean,
): Promise<{ readonly slices: number; readonly dueAt: number | undefined; readonly isGone?: boolean }> {
  const { store, clock } = services;
  let slices = 0;
  let open: Open | undefined;
  let kept = await store.find(accountId, crawlId);
  while (kept && kept.crawl.phase !== 'over') {
    const dueAt = kept.crawl.waitUntil ?? clock();
    if (dueAt > clock() || isOver()) return { slices, dueAt };
    if (kept.crawl.phase === 'read') slices += 1;
    const step: Step = await stepOf(services, accountId, kept, open);
    const isStill: boolean = step.kept?.version === kept.version;
    open = step.open;
    kept = step.kept;
    if (isStill) return { slices, dueAt: clock() + soonMs };
  }
  return { slices, dueAt: undefined, isGone: !kept };
}
