import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import {
  beginCrawl,
  type CrawledSite,
  type CrawlProgress,
  type CrawlSlice,
  crawlSlice,
  mostRefusals,
} from '#shared/site-audit/whole/crawl-slices.ts';
import { creditsFor } from './begin-crawls.ts';
import type { CrawlFiles } from './crawl-files.ts';
import type { CrawlStore, KeptCrawl, VersionedCrawl } from './crawl-store.ts';

export interface CrawlRunServices {
  readonly store: CrawlStore;
  readonly files: CrawlFiles;
  readonly fetcher: SiteFetcher;
  readonly clock: Clock;
  readonly logger: CallLogger;
  /** Whether the call that began a crawl was charged; undefined while that is not decided. */
  isPaid(accountId: string, requestId: string): Promise<boolean | undefined>;
  /** Addresses of the site's pages that search brings readers to, by the account's own figures; the most clicked first. */
  clickedPages(accountId: string, domain: string): Promise<readonly string[]>;
  /** Gives credits back, once however often it is asked. */
  giveBack(accountId: string, crawlId: string, credits: number): Promise<void>;
  /** Judges what a crawl has read, and keeps its lists. */
  conclude(accountId: string, crawl: KeptCrawl): Promise<VersionedCrawl['result']>;
  /** Tells the account that a crawl is over, once however often it is asked. */
  tell(accountId: string, kept: VersionedCrawl): Promise<void>;
}

/** A slice is ended after this, and counts for nothing. */
const longestSliceMs = 400_000;
const longestBeginMs = 330_000;
/** A call ends long before this: one that is not recorded by then has charged nothing. */
const undecidedMs = 10 * 60_000;
/** Steps in a row that fail by our own fault, after which a crawl is given up and costs nothing. */
const mostFaults = 5;
const afterFaultMs = 60_000;

/** What is read of a crawl's files once, while its slices follow each other in one process. */
export interface Open {
  readonly site: CrawledSite;
  readonly progress: CrawlProgress;
}

export interface Step {
  /** The crawl as it is kept now; undefined where it is gone. */
  readonly kept: VersionedCrawl | undefined;
  readonly open?: Open;
}

/** One step, after which the crawl is kept further on; a fault of our own is counted, and leaves it where it was. */
export async function stepOf(
  services: CrawlRunServices,
  accountId: string,
  kept: VersionedCrawl,
  open: Open | undefined,
): Promise<Step> {
  const { store, clock, logger } = services;
  const { id, faults } = kept.crawl;
  try {
    if (kept.crawl.status === 'paused') return { kept: await giveUp(services, accountId, kept.crawl) };
    return await steps[kept.crawl.phase](services, accountId, kept, open);
  } catch (cause) {
    logger.error('step of a crawl failed', { account_id: accountId, crawl_id: id, cause });
    const isLast = faults + 1 >= mostFaults;
    const changes: Partial<KeptCrawl> = isLast
      ? { status: 'failed', phase: 'settle', charged: 0, message: ourFault, waitUntil: null }
      : { faults: faults + 1, waitUntil: clock() + afterFaultMs };
    return {
      kept: await store.change(accountId, id, ({ crawl }) => (isEnding(crawl) ? undefined : changes)),
    };
  }
}

const ourFault = 'Something failed on our side, several times in a row. Nothing was charged.';
const isEnding = ({ phase }: KeptCrawl) => phase === 'settle' || phase === 'over';

/** A pause without an end. */
const giveUp = ({ store }: CrawlRunServices, accountId: string, { id, pages }: KeptCrawl) =>
  store.change(accountId, id, ({ crawl }) =>
    crawl.status === 'paused'
      ? {
          status: 'cancelled',
          phase: pages > 0 ? 'tell' : 'settle',
          message: 'It was paused for thirty days.',
          waitUntil: null,
        }
      : undefined,
  );

type StepRunner = (
  services: CrawlRunServices,
  accountId: string,
  kept: VersionedCrawl,
  open: Open | undefined,
) => Promise<Step>;

const begin: StepRunner = async (services, accountId, kept) => {
  const { store, files, clock, fetcher } = services;
  const { id, domain, maxPages, requestId, createdAt } = kept.crawl;
  const isPaid = await services.isPaid(accountId, requestId);
  if (isPaid === false || (isPaid === undefined && clock() - createdAt > undecidedMs)) {
    // The call that was to pay for it failed: it was never begun.
    await store.remove(accountId, id);
    return { kept: undefined };
  }
  if (isPaid === undefined) return { kept };
  const signal = AbortSignal.timeout(longestBeginMs);
  const clicked = await services.clickedPages(accountId, domain);
  const begun = await beginCrawl({ domain, maxPages, clicked, now: clock(), fetcher, signal });
  if (!begun.ok) {
    const message = `The site could not be read (${begun.reason}): ${begun.detail} Nothing was charged.`;
    const failed = { status: 'failed', phase: 'settle', charged: 0, message } as const;
    return { kept: await store.change(accountId, id, onlyAt('begin', failed)) };
  }
  await files.putSite(accountId, id, begun.site);
  return keepSlice(services, accountId, kept, { site: begun.site, slice: begun });
};

const read: StepRunner = async (services, accountId, kept, known) => {
  const { files, fetcher } = services;
  const { id, progress: name, parts } = kept.crawl;
  const site = known?.site ?? (await files.site(accountId, id));
  const progress = known?.progress ?? (await files.progress(accountId, id, name ?? '', parts));
  const signal = AbortSignal.timeout(longestSliceMs);
  const slice = await crawlSlice(site, progress, { fetcher, signal });
  if (!slice) throw new Error('A slice of a crawl took too long.');
  return keepSlice(services, accountId, kept, { site, slice });
};

/** A change of a crawl that is still where it was; one that its owner has cancelled meanwhile stays so. */
const onlyAt = (phase: KeptCrawl['phase'], changes: Partial<KeptCrawl>) => (now: VersionedCrawl) =>
  now.crawl.phase === phase ? changes : undefined;

/**
 * Keeps what was read: its files first, and then the item that names them. A
 * run that dies in between leaves files that nothing names, and the slice is
 * read again. Where another run has kept this slice, this one counts for nothing.
 */
async function keepSlice(
  { store, files, clock }: CrawlRunServices,
  accountId: string,
  before: VersionedCrawl,
  { site, slice }: { readonly site: CrawledSite; readonly slice: CrawlSlice },
): Promise<Step> {
  const { id, parts, progress: lastProgress } = before.crawl;
  const { progress, isDone, waitMs } = slice;
  const [part, name] = await Promise.all([
    files.putPart(accountId, id, slice),
    files.putProgress(accountId, id, progress),
  ]);
  const isLeft = progress.refusals >= mostRefusals;
  const reached = {
    phase: isDone || isLeft ? ('tell' as const) : ('read' as const),
    parts: [...parts, part],
    progress: name,
    pages: progress.pages,
    failures: progress.failures,
    waiting: progress.walk.linked.length + progress.walk.listed.length + progress.walk.leftOut,
    faults: 0,
    ...(isLeft && { message: leftAlone }),
  };
  const isStill = ({ crawl }: VersionedCrawl) =>
    crawl.parts.length === parts.length && crawl.status !== 'cancelled';
  const kept = await store.change(accountId, id, (now) =>
    isStill(now) ? { ...reached, ...timing(now.crawl, isLeft ? 0 : waitMs, clock()) } : undefined,
  );
  if (!kept) await files.removePart(accountId, id, part);
  const unneeded = kept ? lastProgress : name;
  if (unneeded !== null) await files.remove(accountId, id, unneeded);
  return { kept: kept ?? (await store.find(accountId, id)), ...(kept && { open: { site, progress } }) };
}

/** The end of a pause stays what it is. */
function timing(
  { status, waitUntil }: KeptCrawl,
  waitMs: number,
  now: number,
): Pick<KeptCrawl, 'status' | 'waitUntil'> {
  if (status === 'paused') return { status, waitUntil };
  return { status: 'running', waitUntil: waitMs > 0 ? now + waitMs : null };
}

const leftAlone = 'The site answered 429 or 503 again and again, so it was left alone before the end.';

const tell: StepRunner = async (services, accountId, { crawl }) => {
  const result = await services.conclude(accountId, crawl);
  const ended = {
    status: crawl.status === 'cancelled' ? 'cancelled' : 'finished',
    phase: 'settle',
    progress: null,
  } as const;
  const kept = await services.store.change(accountId, crawl.id, onlyAt('tell', ended), result);
  if (kept && crawl.progress !== null) await services.files.remove(accountId, crawl.id, crawl.progress);
  return { kept: kept ?? (await services.store.find(accountId, crawl.id)) };
};

/** What it costs is written down first, so that it is the same each time that this is tried. */
const settle: StepRunner = async (services, accountId, { crawl: { id } }) => {
  const { store, clock } = services;
  const decided = await store.change(accountId, id, ({ crawl }) => ({
    charged: crawl.charged ?? Math.min(crawl.held, creditsFor(crawl.pages)),
    endedAt: crawl.endedAt ?? clock(),
    waitUntil: null,
  }));
  if (!decided) return { kept: undefined };
  const { held, charged } = decided.crawl;
  const unused = held - (charged ?? held);
  if (unused >= 1) await services.giveBack(accountId, id, unused);
  // The event first: a run that dies in between writes it when it comes again.
  await services.tell(accountId, decided);
  return { kept: await store.change(accountId, id, () => ({ phase: 'over' })) };
};

const over: StepRunner = async (_services, _accountId, kept) => ({ kept });

const steps: Readonly<Record<KeptCrawl['phase'], StepRunner>> = { begin, read, tell, settle, over };
