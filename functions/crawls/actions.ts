import { endpoint, noSuch } from '#functions/endpoint.ts';
import { type Foundation, indexOptions } from '#functions/foundation.ts';
import {
  createCrawlStore,
  isCrawlId,
  type KeptCrawl,
  toCrawlRecord,
  type VersionedCrawl,
} from '#shared/facts/crawls/crawl-store.ts';
import { removeCrawlFiles } from '#shared/facts/crawls/remove-crawl-files.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import * as contracts from './contracts.ts';

const crawlServices = (foundation: Foundation) => ({
  store: createCrawlStore(createIndexTable(indexOptions(foundation))),
  objects: foundation.objects,
});
type CrawlServices = ReturnType<typeof crawlServices>;

interface Asked {
  readonly caller: Principal;
  readonly parameters: Readonly<Record<string, string>>;
  readonly now: number;
}

async function crawlNamed({ caller, parameters }: Asked, { store }: CrawlServices): Promise<VersionedCrawl> {
  const { crawl_id: id = '' } = parameters;
  const found = isCrawlId(id) ? await store.find(caller.account.accountId, id) : undefined;
  if (!found) throw noSuch('crawl', '/v1/me/crawls');
  return found;
}

export const listCrawls = (foundation: Foundation) =>
  endpoint(foundation, contracts.listCrawls, crawlServices, async ({ caller }, { store }) => ({
    body: (await store.list(caller.account.accountId)).map(toCrawlRecord),
  }));

export const getCrawl = (foundation: Foundation) =>
  endpoint(foundation, contracts.getCrawl, crawlServices, async (asked, services) => ({
    body: toCrawlRecord(await crawlNamed(asked, services)),
  }));

/** A crawl that is paused for so long is cancelled. */
const longestPauseMs = 30 * 24 * 3_600_000;

type Change = (crawl: KeptCrawl) => Partial<KeptCrawl> | undefined;

/** Changes a crawl that is not over, and has it looked at again; one that is over stays as it is. */
async function changed(asked: Asked, services: CrawlServices, change: Change, dueAt: number) {
  const found = await crawlNamed(asked, services);
  const { accountId } = asked.caller.account;
  const { store } = services;
  const kept = await store.change(accountId, found.crawl.id, ({ crawl }) => change(crawl));
  if (kept) await store.setDue(accountId, kept.crawl.id, dueAt);
  return { body: toCrawlRecord(kept ?? found) };
}

const canPause = ({ status }: KeptCrawl) => status === 'queued' || status === 'running';

export const pauseCrawl = (foundation: Foundation) =>
  endpoint(foundation, contracts.pauseCrawl, crawlServices, (asked, services) =>
    changed(
      asked,
      services,
      (crawl) => (canPause(crawl) ? { status: 'paused', waitUntil: asked.now + longestPauseMs } : undefined),
      asked.now + longestPauseMs,
    ),
  );

export const resumeCrawl = (foundation: Foundation) =>
  endpoint(foundation, contracts.resumeCrawl, crawlServices, (asked, services) =>
    changed(
      asked,
      services,
      ({ status }) => (status === 'paused' ? { status: 'queued', waitUntil: null } : undefined),
      asked.now,
    ),
  );

export const cancelCrawl = (foundation: Foundation) =>
  endpoint(foundation, contracts.cancelCrawl, crawlServices, (asked, services) =>
    changed(
      asked,
      services,
      ({ status, phase, pages }) =>
        phase === 'settle' || phase === 'over' || status === 'cancelled'
          ? undefined
          : { status: 'cancelled', phase: pages > 0 ? 'tell' : 'settle', waitUntil: null },
      asked.now,
    ),
  );

export const deleteCrawl = (foundation: Foundation) =>
  endpoint(foundation, contracts.deleteCrawl, crawlServices, async (asked, services) => {
    const { crawl } = await crawlNamed(asked, services);
    if (crawl.phase !== 'over') throw notOver(crawl);
    const { accountId } = asked.caller.account;
    await removeCrawlFiles(services.objects, accountId, crawl.id);
    await services.store.remove(accountId, crawl.id);
    return { body: { id: crawl.id, status: 'removed' as const } };
  });

function notOver({ id, status, phase }: KeptCrawl): ServiceError {
  const isEnding = phase === 'tell' || phase === 'settle';
  return new ServiceError(
    'conflict',
    isEnding
      ? 'The crawl has ended, and its result is being made. Delete it once `ended_at` has a time. Nothing was removed.'
      : `The crawl is ${status}. Cancel it first with POST /v1/me/crawls/${id}/cancel, then delete it once \`ended_at\` has a time. Nothing was removed.`,
    { headers: { 'retry-after': '60' } },
  );
}
