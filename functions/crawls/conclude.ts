import { auditData } from '#functions/tools/audit-site/audit-data.ts';
import { auditDatasets, linksDataset } from '#functions/tools/audit-site/audit-datasets.ts';
import { readOwnSearch } from '#functions/tools/audit-site/own-search.ts';
import type { CrawlResult } from '#shared/contract/crawls.ts';
import type { CrawlFiles } from '#shared/facts/crawls/crawl-files.ts';
import type { CrawlStore, KeptCrawl } from '#shared/facts/crawls/crawl-store.ts';
import { type DatasetMaking, planDataset } from '#shared/facts/datasets/datasets.ts';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { addressesOf } from '#shared/site-audit/checks/run-checks.ts';
import { assessWholeSite } from '#shared/site-audit/whole/whole-site.ts';

interface ConcludeServices {
  readonly store: CrawlStore;
  readonly files: CrawlFiles;
  readonly datasets: DatasetMaking;
  readonly table: IndexTable;
}

const shownRecommendations = 10;

/** Judges what a crawl has read, keeps its lists, and says what it found in short. Its id is that of an audit as well. */
export async function conclude(
  accountId: string,
  crawl: KeptCrawl,
  { store, files, datasets, table }: ConcludeServices,
): Promise<CrawlResult> {
  const { id, domain, maxPages, parts, progress: name } = crawl;
  const own = await readOwnSearch(createOwnSites(table, accountId), domain).catch(() => undefined);
  const site = await files.site(accountId, id);
  const progress = await files.progress(accountId, id, name ?? '');
  const audit = await assessWholeSite(site, progress, partsOf(files, accountId, id, parts), own?.pages);
  const auditId = id.replace(/^crl_/u, 'aud_');
  const compared = await compare(accountId, crawl, audit, { store, files });
  const question = { accountId, tool: 'crawl_site', args: { domain, max_pages: maxPages } };
  const drafts = [
    ...auditDatasets(audit, auditId, own),
    linksDataset(audit),
    ...(compared ? [compared.dataset] : []),
  ];
  const lists = drafts.map((draft) => planDataset(datasets, question, draft));
  for (const list of lists) await list.store();
  return {
    ...inShort(domain, auditId, audit),
    lists: lists.map(({ resource: { uri, name: list, rows, expires_at } }) => ({
      ...{ uri, name: list, rows, expires_at },
    })),
    changes: compared?.changes ?? null,
  };
}

type Verdict = 'new' | 'mended' | 'still' | 'gone';

/** Every fault of this crawl and of the one before it, with its state; keeps those of this one for the next. */
async function compare(
  accountId: string,
  { id, domain, createdAt }: KeptCrawl,
  audit: SiteAudit,
  { store, files }: Pick<ConcludeServices, 'store' | 'files'>,
) {
  const now = new Set(
    audit.findings.flatMap((finding) => addressesOf(finding).map((url) => `${finding.check.id} ${url}`)),
  );
  await files.putFaults(accountId, id, [...now]);
  const before = (await store.list(accountId)).find(
    ({ crawl }) => crawl.domain === domain && crawl.createdAt < createdAt && crawl.status === 'finished',
  )?.crawl.id;
  const kept = before && (await files.faults(accountId, before));
  if (!(before && kept)) return undefined;
  const earlier = new Set(kept);
  const working = new Set(audit.site.audited.map(({ url }) => url));
  const verdictOf = (fault: string): Verdict => {
    if (now.has(fault)) return earlier.has(fault) ? 'still' : 'new';
    return working.has(addressOf(fault)) ? 'mended' : 'gone';
  };
  const changes = { crawl_id: before, new: 0, mended: 0, still: 0, gone: 0 };
  const rows = [...now.union(earlier)].map((fault) => {
    const verdict = verdictOf(fault);
    changes[verdict] += 1;
    return { issue: fault.slice(0, fault.indexOf(' ')), url: addressOf(fault), verdict };
  });
  const description =
    'Every fault of this crawl and of the one before: new, still there, mended, or gone with its page.';
  return { changes, dataset: { name: 'crawl-changes', description, rows } };
}

const addressOf = (fault: string) => fault.slice(fault.indexOf(' ') + 1);

async function* partsOf(files: CrawlFiles, accountId: string, crawlId: string, names: readonly string[]) {
  for (const name of names) yield await files.part(accountId, crawlId, name);
}

function inShort(domain: string, auditId: string, audit: SiteAudit): Omit<CrawlResult, 'lists' | 'changes'> {
  const data = auditData(domain, auditId, audit);
  const { summary, onpage_score, pages_audited, dead_addresses, issues_summary } = data;
  return {
    ...{ summary, onpage_score, pages_audited, dead_addresses, issues_summary },
    recommendations: audit.recommendations
      .slice(0, shownRecommendations)
      .map(({ check, action, urls, gain }) => ({
        issue: check.id,
        severity: check.severity,
        title: check.title,
        action,
        affected_pages: urls.length,
        example_url: urls[0] ?? '',
        gain,
      })),
  };
}
