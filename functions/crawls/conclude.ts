import { auditInShort } from '#functions/tools/audit-site/audit-data.ts';
import { auditLists, type ListDraft, linkList, listOf } from '#functions/tools/audit-site/audit-datasets.ts';
import { readVitals, toldVitals, vitalsDatasets } from '#functions/tools/audit-site/field-vitals.ts';
import { type OwnSearch, readOwnSearch, readPagesOf } from '#functions/tools/audit-site/own-search.ts';
import type { CrawlResult } from '#shared/contract/crawls.ts';
import type { CrawlFiles } from '#shared/facts/crawls/crawl-files.ts';
import type { CrawlStore, KeptCrawl } from '#shared/facts/crawls/crawl-store.ts';
import { type EarlierCrawl, earlierCrawl } from '#shared/facts/crawls/earlier-crawl.ts';
import { type DatasetMaking, planDataset } from '#shared/facts/datasets/datasets.ts';
import { createConsoleStore } from '#shared/facts/own-sites/console-store.ts';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import type { FieldVitals } from '#shared/facts/ports/sources.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { objectLifetimes } from '#shared/platform/object-store/object-store.ts';
import type { SiteAudit } from '#shared/site-audit/audit-site.ts';
import { addressesOf } from '#shared/site-audit/checks/run-checks.ts';
import type { CrawlProgress } from '#shared/site-audit/whole/crawl-slices.ts';
import type { FaultChange } from '#shared/site-audit/whole/fault-book.ts';
import { openShelf, type PageShelf } from '#shared/site-audit/whole/page-shelf.ts';
import { assessWholeSite } from '#shared/site-audit/whole/whole-site.ts';

interface ConcludeServices {
  readonly store: CrawlStore;
  readonly files: CrawlFiles;
  readonly datasets: DatasetMaking;
  readonly table: IndexTable;
  /** Undefined for a generated site, which has no visitors. */
  vitalsOf(domain: string): FieldVitals | undefined;
}

/** Pages asked for field vitals at most: each is a request of a quota that all accounts share. */
const mostVitals = 50;

const shownRecommendations = 10;

/** Judges what a crawl has read, and keeps its lists with it. */
export async function conclude(
  accountId: string,
  crawl: KeptCrawl,
  services: ConcludeServices,
): Promise<CrawlResult> {
  const shelf = openShelf();
  try {
    return await concludeOn(shelf, accountId, crawl, services);
  } finally {
    shelf.close();
  }
}

async function concludeOn(
  shelf: PageShelf,
  accountId: string,
  crawl: KeptCrawl,
  { store, files, datasets, table, vitalsOf }: ConcludeServices,
): Promise<CrawlResult> {
  const { id, domain, maxPages, createdAt, parts, progress: name } = crawl;
  const own = await ownSearchOf(table, accountId, domain);
  const site = await files.site(accountId, id);
  const reached = withoutKnown(await files.progress(accountId, id, name ?? '', parts));
  const { asked, isWhole } = reached.beside;
  const audit = await assessWholeSite(site, reached, partsOf(files, accountId, id, parts), own?.pages, shelf);
  const compared = await compare(accountId, crawl, audit, { faults: shelf.faults, store, files });
  const vitals = await readVitals(vitalsOf(domain), audit.crawl, pagesForVitals(audit, own));
  const question = { accountId, tool: 'crawl_site', args: { domain, max_pages: maxPages } };
  const drafts = [
    ...auditLists(audit, 'crawl', own),
    linkList(audit),
    ...vitalsDatasets(vitals).map((draft) => ({ ...draft, ...listOf(draft.rows, (row) => row) })),
    ...(compared ? [compared.list] : []),
  ];
  const lists: CrawlResult['lists'] = [];
  // One after the other: the rows of each are made while it is stored.
  for (const draft of drafts) {
    const kept = { file: files.listFile(accountId, id, draft.name), days: objectLifetimes['crawls/'] };
    const { resource, store: keep } = planDataset(datasets, question, { ...draft, kept });
    await keep();
    const { uri, name: list, rows, expires_at } = resource;
    lists.push({ uri, name: list, rows, expires_at });
  }
  if (own) await createConsoleStore(table).keepFaults(accountId, readPagesOf(domain, audit, createdAt));
  const beside = { asked, all: isWhole };
  const { documents, entries, isTruncated } = site.sitemaps;
  const sitemap = { documents: documents.length, addresses: entries.length, all: !isTruncated };
  const told = {
    beside,
    sitemap,
    field_vitals: toldVitals(vitals),
    lists,
    changes: compared?.changes ?? null,
  };
  return { ...inShort(audit), ...told };
}

/** Pages with figures of their own at most: more than a crawl reads. */
const mostOwnPages = 20_000;

/** What the account has brought about the site; a crawl goes on without. */
export function ownSearchOf(table: IndexTable, accountId: string, domain: string) {
  return readOwnSearch(createOwnSites(table, accountId), domain, mostOwnPages).catch(() => undefined);
}

/** Which addresses a crawl knew is of no use to its end, and would be held until then. */
const withoutKnown = ({ walk, ...reached }: CrawlProgress) => ({
  ...{ ...reached, contents: [], walk: { ...walk, known: [] } },
});

/** The pages that search brings most readers to; where nobody knows, the first page of each template. */
function pagesForVitals({ site }: SiteAudit, own: OwnSearch | undefined): readonly string[] {
  const clicked = site.audited
    .map(({ url, key }) => ({ url, clicks: own?.pages.get(key)?.clicks ?? 0 }))
    .filter(({ clicks }) => clicks > 0)
    .toSorted((a, b) => b.clicks - a.clicks);
  const templates = new Map(site.audited.toReversed().map(({ pattern, url }) => [pattern, { url }]));
  const chosen = clicked.length > 0 ? clicked : [...templates.values()].toReversed();
  return chosen.slice(0, mostVitals).map(({ url }) => url);
}

/** Every fault of this crawl and of the one before it, with its state; keeps those of this one for the next. */
async function compare(
  accountId: string,
  crawl: KeptCrawl,
  audit: SiteAudit,
  { faults, store, files }: Pick<ConcludeServices, 'store' | 'files'> & Pick<PageShelf, 'faults'>,
) {
  noteAll(faults, audit);
  await files.putFaults(accountId, crawl.id, faults.lines());
  const { earlier, why } = earlierCrawl(await store.list(accountId), crawl) ?? {};
  const kept = earlier && (await files.faults(accountId, earlier.id));
  if (!(kept && why)) return undefined;
  for await (const lines of kept) for (const line of lines) faults.noteLine(line);
  const working = new Set(audit.site.audited.map(({ url }) => url));
  const whole = { isWhole: audit.crawl.waiting === 0, wasWhole: earlier.waiting === 0 };
  const all = () => faults.changes({ ...whole, works: (url) => working.has(url) });
  const changes = changesOf(all(), { earlier, why });
  const list: ListDraft = {
    name: 'crawl-changes',
    description:
      'Every fault of this crawl and of the one before: new, still there, fixed, or gone with its page.',
    count: changes.new + changes.mended + changes.still + changes.gone,
    rows: all().flatMap((change) => (change.verdict ? [{ ...change }] : [])),
  };
  return { changes, list };
}

function changesOf(
  faults: Iterable<FaultChange>,
  { earlier: { id, createdAt, pages }, why }: EarlierCrawl,
): NonNullable<CrawlResult['changes']> {
  const counts = { new: 0, mended: 0, still: 0, gone: 0, unjudged: 0 };
  const graveOnes = { high: 0, medium: 0 };
  for (const { verdict = 'unjudged', severity } of faults) {
    counts[verdict] += 1;
    if (verdict === 'new' && (severity === 'high' || severity === 'medium')) graveOnes[severity] += 1;
  }
  return {
    ...{ crawl_id: id, created_at: isoTime(createdAt), pages_read: pages, why },
    ...{ ...counts, new_high: graveOnes.high, new_medium: graveOnes.medium },
  };
}

/** What was found, and every address that was asked for. */
function noteAll({ note, noteAsked }: PageShelf['faults'], { findings, site, crawl }: SiteAudit): void {
  for (const finding of findings.values())
    for (const url of addressesOf(finding)) note(finding.check.id, url);
  for (const { url } of [...crawl.records, ...site.probes.targets.values()]) noteAsked(url);
  for (const { requestedUrl } of [...crawl.moves, ...crawl.failures]) noteAsked(requestedUrl);
}

async function* partsOf(files: CrawlFiles, accountId: string, crawlId: string, names: readonly string[]) {
  // What was asked tells which references of pages are wanted.
  const isAsked = (name: string) => Number(name.startsWith('asked'));
  for (const name of names.toSorted((a, b) => isAsked(b) - isAsked(a)))
    yield await files.part(accountId, crawlId, name);
}

function inShort(
  audit: SiteAudit,
): Omit<CrawlResult, 'beside' | 'sitemap' | 'field_vitals' | 'lists' | 'changes'> {
  return {
    ...auditInShort(audit),
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
