import type { PageRecord } from '../crawl/page-record.ts';
import { simHashBands, simHashDistance } from '../document/fingerprint.ts';
import { pageKey } from '../site-scope.ts';
import { acrossPages, type Located } from './check.ts';
import { evidence } from './evidence.ts';
import type { SiteFacts } from './site-facts.ts';

/** Words from which the likeness of two texts means something. */
const comparableWords = 50;
/** Bits of 64 by which near duplicates may differ (Manku, Jain, Das Sarma: "Detecting near-duplicates for web crawling", 2007). */
const nearBits = 3;
/** Pages of the index, and those left out as duplicates of them. */
const textPages = ({ crawl }: SiteFacts): readonly PageRecord[] =>
  crawl.records.filter(
    (page) =>
      page.document !== undefined &&
      page.status < 300 &&
      (page.exclusion === undefined || page.exclusion === 'duplicate'),
  );

function twinsOf(groups: Iterable<readonly PageRecord[]>, what: string): readonly Located[] {
  return [...groups].flatMap((pages) =>
    pages.length < 2
      ? []
      : pages.map((page) => {
          const other = pages.find((candidate) => candidate.key !== page.key);
          return { url: page.url, evidence: evidence('main', `${what} as ${other?.url}`) };
        }),
  );
}

/** Pairs of pages whose texts differ a little: compared only where a quarter of their hashes is equal. */
function nearPairs(pages: readonly PageRecord[]): readonly (readonly [PageRecord, PageRecord])[] {
  const bands = new Map<string, PageRecord[]>();
  return pages.flatMap((page) => {
    const rivals = simHashBands(page.fingerprint?.simHash ?? [0, 0]).flatMap((band) => {
      const sharing = bands.get(band) ?? [];
      bands.set(band, [...sharing, page]);
      return sharing;
    });
    return [...new Set(rivals)].filter((rival) => isNear(page, rival)).map((rival) => [page, rival] as const);
  });
}

function nearTwins(site: SiteFacts): readonly Located[] {
  const pages = textPages(site).filter(({ fingerprint }) => (fingerprint?.wordCount ?? 0) >= comparableWords);
  const twins = new Map<PageRecord, PageRecord>();
  for (const [page, other] of nearPairs(pages)) {
    if (!twins.has(page)) twins.set(page, other);
    if (!twins.has(other)) twins.set(other, page);
  }
  return [...twins].map(([{ url }, other]) => ({
    url,
    evidence: evidence('main', `nearly the same text as ${other.url}`),
  }));
}

function isNear(a: PageRecord, b: PageRecord): boolean {
  if (
    a.fingerprint === undefined ||
    b.fingerprint === undefined ||
    a.fingerprint.exact === b.fingerprint.exact
  )
    return false;
  return simHashDistance(a.fingerprint.simHash, b.fingerprint.simHash) <= nearBits;
}

export const duplicateCrossChecks = acrossPages([
  {
    id: 'duplicate_content_exact',
    severity: 'medium',
    weight: 8,
    title: 'Several pages hold the same text.',
    why: 'They compete with each other; search engines list one of them, not always the best.',
    threshold: 'Equal words outside navigation, header and footer; 20 words or more.',
    remedy: 'Redirect the copies, or let them name one canonical page.',
    source: 'Google Search Central, "Consolidate duplicate URLs"',
    find: (site) => {
      const pages = textPages(site).filter(({ fingerprint }) => (fingerprint?.wordCount ?? 0) >= 20);
      return twinsOf(
        Map.groupBy(pages, ({ fingerprint }) => fingerprint?.exact ?? '').values(),
        'the same text',
      );
    },
  },
  {
    id: 'duplicate_content_near',
    severity: 'medium',
    title: 'Several pages hold nearly the same text.',
    why: 'Search engines fold them into one.',
    threshold: 'SimHashes of 64 bits that differ in at most 3; 50 words or more, and not equal.',
    remedy: 'Merge the pages, or work out what makes each worth reading.',
    source: 'Manku, Jain, Das Sarma (2007); Screaming Frog, "Near Duplicates"',
    find: nearTwins,
  },
  {
    id: 'duplicate_url_variants',
    severity: 'medium',
    title: 'One page is reached under several spellings of its address.',
    why: 'Links to it are split between them.',
    threshold: 'Equal bodies at addresses that differ in slash, case, index file, www or parameters only.',
    remedy: 'Redirect all spellings to one of them.',
    source: 'Google Search Central, "Consolidate duplicate URLs"',
    find: (site) =>
      twinsOf(
        Map.groupBy(textPages(site), ({ bodyHash, url }) => `${bodyHash} ${spelling(url)}`).values(),
        'the same page',
      ),
  },
]);

/** What is left of an address when everything that should not matter is taken away. */
function spelling(address: string): string {
  const key = pageKey(address).toLowerCase();
  return key
    .replace(/\?.*$/u, '')
    .replace(/\/index\.\w+$/u, '/')
    .replace(/\/+$/u, '');
}
