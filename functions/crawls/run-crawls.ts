import type { Foundation } from '#functions/foundation.ts';
import { indexOptions } from '#functions/foundation.ts';
import { fieldVitalsOf, publicSites } from '#functions/tools/public-sites.ts';
import { createEventLog } from '#shared/callers/watch/event-log.ts';
import { faultsFound } from '#shared/callers/watch/findings.ts';
import { createCrawlFiles } from '#shared/facts/crawls/crawl-files.ts';
import type { CrawlRunServices } from '#shared/facts/crawls/crawl-steps.ts';
import { createCrawlStore, type VersionedCrawl } from '#shared/facts/crawls/crawl-store.ts';
import { runDueCrawls } from '#shared/facts/crawls/run-crawls.ts';
import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import type { FieldVitals } from '#shared/facts/ports/sources.ts';
import { withSampleSites } from '#shared/facts/sample/sample-sites.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { mostClicked } from '#shared/site-audit/audit-site.ts';
import { crawlerUserAgent } from '#shared/site-audit/fetch/site-fetcher.ts';
import { conclude, ownSearchOf } from './conclude.ts';

/** A run ends this long after it began, before its function does: the longest step still fits. */
const runMs = 400_000;
/** Longer than the source is given. */
const vitalsMs = 15_000;

/** What runs of crawls work with, wherever they run. */
type CrawlFoundation = Pick<Foundation, 'documents' | 'tables' | 'clock' | 'logger' | 'storing'> & {
  readonly objects: Omit<Foundation['objects'], 'downloadUrl' | 'uploadUrl'>;
  readonly sites: NonNullable<Foundation['sites']>;
  /** What visitors of public sites met; undefined where nobody can be asked. */
  readonly fieldVitals?: FieldVitals;
};

let running: Promise<unknown> | undefined;

/** Called by the schedule of its contract; one run at a time in a process. */
export function runCrawls(foundation: Foundation): () => Promise<unknown> {
  return () => {
    running ??= run(foundation).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function run(foundation: Foundation): Promise<unknown> {
  const { clock, crawlRuns } = foundation;
  const due = await createCrawlStore(createIndexTable(indexOptions(foundation))).dueList();
  if (!due.some(({ dueAt, leaseUntil }) => dueAt <= clock() && leaseUntil <= clock())) return undefined;
  if (crawlRuns) return crawlRuns();
  const openSigner = async () =>
    (await import('#functions/tools/request-signer.ts')).openRequestSigner(foundation);
  const sites = publicSites(foundation, crawlerUserAgent(foundation.baseUrl), openSigner);
  const fieldVitals: FieldVitals = {
    read: (asked) => fieldVitalsOf(foundation, AbortSignal.timeout(vitalsMs)).read(asked),
  };
  return runCrawlsNow({ ...foundation, sites, fieldVitals });
}

/** Works on crawls until none is due, or time is over. */
export function runCrawlsNow(foundation: CrawlFoundation) {
  const endsAt = Date.now() + runMs;
  return runDueCrawls(crawlServices(foundation), () => Date.now() > endsAt);
}

function crawlServices(foundation: CrawlFoundation): CrawlRunServices {
  const { documents, tables, objects, clock, logger, sites, fieldVitals } = foundation;
  const fetcher = withSampleSites(sites);
  const vitalsOf = (domain: string) => (fetcher.originOf?.(domain) ? undefined : fieldVitals);
  const table = createIndexTable(indexOptions(foundation));
  const store = createCrawlStore(table);
  const files = createCrawlFiles(objects);
  const usage = createUsageLog({ documents, tables });
  const entries = createCreditEntries({ documents, tables, clock });
  const events = createEventLog({ documents, name: tables.identity, clock });
  const datasets = { records: createDatasetRecords(documents, tables), objects, clock };
  return {
    store,
    files,
    fetcher,
    clock,
    logger,
    async isPaid(accountId, requestId) {
      const call = await usage.find(accountId, requestId);
      return call && call.credits_charged > 0;
    },
    clickedPages: async (accountId, domain) =>
      mostClicked((await ownSearchOf(table, accountId, domain))?.pages),
    async giveBack(accountId, crawlId, credits) {
      const note = 'Held for pages of a crawl that were not read.';
      await entries.grant({ accountId, entryId: `crawl:${crawlId}`, kind: 'adjustment', credits, note });
    },
    conclude: (accountId, crawl) => conclude(accountId, crawl, { store, files, datasets, table, vitalsOf }),
    async tell(accountId, kept) {
      await events.write(accountId, eventOf(kept));
      const { settings } = await events.rule(accountId, 'audit.finding', kept.crawl.domain);
      const finding = findingOf(kept, settings.severity);
      if (finding) await events.write(accountId, finding);
    },
  };
}

function eventOf({ crawl, result }: VersionedCrawl) {
  const { id, domain, status, pages, charged, message } = crawl;
  const score = result ? `, score ${result.onpage_score} of 100` : '';
  return {
    type: 'crawl.finished' as const,
    cause: id,
    summary: `The crawl of ${domain} is ${status}: ${pages} ${pages === 1 ? 'page' : 'pages'} read${score}.`,
    why: message ?? 'Your account started it.',
    subject: domain,
    link: `/crawls/${id}` as const,
    data: {
      crawl_id: id,
      status,
      pages_read: pages,
      credits_charged: charged,
      ...(result && {
        onpage_score: result.onpage_score,
        issues_summary: result.issues_summary,
        changes: result.changes,
      }),
    },
  };
}

/** The grave faults of a crawl that the one it is compared with had not; undefined where there are none. */
export function findingOf(
  { crawl: { id, domain }, result }: Pick<VersionedCrawl, 'crawl' | 'result'>,
  severity: 'high' | 'medium',
) {
  const { new_high: high = 0, new_medium: medium = 0, created_at: at = '' } = result?.changes ?? {};
  const faults = high + (severity === 'medium' ? medium : 0);
  if (faults === 0) return undefined;
  return {
    ...faultsFound('crawl', domain, { faults, severity }),
    why: `The crawl of ${at.slice(0, 10)} did not have them.`,
    cause: id,
    subject: domain,
    link: `/crawls/${id}` as const,
    data: { crawl_id: id, compared_to: result?.changes?.crawl_id, new_faults: { high, medium } },
  };
}
