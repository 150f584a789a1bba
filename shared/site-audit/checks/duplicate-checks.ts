import type { AuditedPage, PageRecord } from '../crawl/page-record.ts';
import { simHashBands, simHashDistance, type TextFingerprint } from '../document/fingerprint.ts';
import { titleOf } from '../document/prose.ts';
import { pageKey } from '../site-scope.ts';
import { acrossPages, evidence, type Located } from './check.ts';
import { alternateKeys } from './international-checks.ts';
import type { SiteFacts } from './site-facts.ts';
import { description, descriptionOf, googleSnippets, googleTitles, title } from './title-checks.ts';

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

/** They name one of themselves as canonical, which is all that a copy can do. */
function agree(pages: readonly PageRecord[]): boolean {
  const named = new Set(pages.map(({ indexability: { canonical } }) => canonical && pageKey(canonical)));
  const [only] = named;
  return named.size === 1 && pages.some(({ key }) => key === only);
}

function twinsOf(groups: Iterable<readonly PageRecord[]>, what: string): readonly Located[] {
  return [...groups].flatMap((pages) =>
    pages.length < 2 || agree(pages)
      ? []
      : pages.map((page) => {
          const other = pages.find((candidate) => candidate.key !== page.key);
          return { url: page.url, evidence: evidence('main', `${what} as ${other?.url}`) };
        }),
  );
}

/** What of a page is compared with many others. */
interface Text {
  readonly url: string;
  readonly fingerprint: TextFingerprint;
}

/** Those long enough to be compared. */
const textsOf = (site: SiteFacts): readonly Text[] =>
  textPages(site).flatMap(({ url, fingerprint }) =>
    fingerprint !== undefined && fingerprint.wordCount >= comparableWords ? [{ url, fingerprint }] : [],
  );

/** Each page with those before it that share a quarter of its hash, quarter by quarter: only these can be near. */
function* likelyTwins(pages: readonly Text[]): Generator<readonly [Text, readonly Text[]]> {
  const bands = new Map<string, Text[]>();
  for (const page of pages)
    for (const band of simHashBands(page.fingerprint.simHash)) {
      const sharing = bands.get(band) ?? [];
      yield [page, sharing];
      sharing.push(page);
      bands.set(band, sharing);
    }
}

/** One near twin of each page that has any; pairs that already have theirs are not compared again. */
function twinOfEach(pages: readonly Text[]): ReadonlyMap<Text, Text> {
  const twins = new Map<Text, Text>();
  for (const [page, rivals] of likelyTwins(pages))
    for (const rival of rivals) {
      const isKnown = twins.has(page) && twins.has(rival);
      if (!isKnown && isNear(page, rival)) noteTwins(twins, page, rival);
    }
  return twins;
}

function noteTwins(twins: Map<Text, Text>, page: Text, rival: Text): void {
  if (!twins.has(page)) twins.set(page, rival);
  if (!twins.has(rival)) twins.set(rival, page);
}

function nearTwins(site: SiteFacts): readonly Located[] {
  return [...twinOfEach(textsOf(site))].map(([{ url }, other]) => ({
    url,
    evidence: evidence('main', `nearly the same text as ${other.url}`),
  }));
}

/** Pages of nearly or wholly the same text. */
export interface CopyGroup {
  readonly urls: readonly string[];
  /** Whether all of them hold exactly the same words. */
  readonly isExact: boolean;
}

/** Pages that are copies of each other, or of copies of each other; the largest groups first. */
export function copyGroups(site: SiteFacts): readonly CopyGroup[] {
  const pages = textsOf(site);
  const { headOf, join } = createGroups(pages);
  const firsts = new Map<string, Text>();
  for (const page of pages) {
    const { exact } = page.fingerprint;
    const first = firsts.get(exact) ?? page;
    firsts.set(exact, first);
    join(page, first);
  }
  for (const [page, rivals] of likelyTwins(pages)) {
    const near = rivals.filter((rival) => headOf(page) !== headOf(rival) && isNear(page, rival));
    for (const rival of near) join(page, rival);
  }
  return [...Map.groupBy(pages, headOf).values()]
    .filter(({ length }) => length > 1)
    .map((group) => ({
      urls: group.map(({ url }) => url),
      isExact: new Set(group.map(({ fingerprint }) => fingerprint.exact)).size === 1,
    }))
    .toSorted((a, b) => b.urls.length - a.urls.length);
}

/** Groups that grow together: each page leads to the head of its group. */
function createGroups(pages: readonly Text[]) {
  const heads = new Map<Text, Text>(pages.map((page) => [page, page]));
  const headOf = (page: Text): Text => {
    let head = page;
    for (let next = heads.get(head); next !== undefined && next !== head; next = heads.get(head)) head = next;
    heads.set(page, head);
    return head;
  };
  return {
    headOf,
    join(page: Text, other: Text): void {
      heads.set(headOf(page), headOf(other));
    },
  };
}

function isNear(a: Text, b: Text): boolean {
  const isLike = simHashDistance(a.fingerprint.simHash, b.fingerprint.simHash) <= nearBits;
  return isLike && a.fingerprint.exact !== b.fingerprint.exact;
}

export const duplicateCrossChecks = acrossPages([
  {
    id: 'duplicate_content_exact',
    severity: 'medium',
    weight: 8,
    title: 'Several pages have the same text.',
    why: 'They compete with each other; search engines list one of them, not always the best.',
    threshold:
      'Equal words outside navigation, header and footer; 20 words or more; not where all name one of them as canonical, or only the spelling of the address differs.',
    remedy: 'Redirect the duplicates, or give them one canonical page.',
    source: 'Google Search Central, "Consolidate duplicate URLs"',
    find: (site) => {
      const pages = withoutVariants(textPages(site)).filter(
        ({ fingerprint }) => (fingerprint?.wordCount ?? 0) >= 20,
      );
      return twinsOf(
        Map.groupBy(pages, ({ fingerprint }) => fingerprint?.exact ?? '').values(),
        'the same text',
      );
    },
  },
  {
    id: 'duplicate_content_near',
    severity: 'medium',
    title: 'Several pages have nearly the same text.',
    why: 'Search engines may treat them as one.',
    threshold: 'SimHashes of 64 bits that differ in at most 3; 50 words or more, and not equal.',
    remedy: 'Merge the pages, or add what makes each worth reading.',
    source: 'Manku, Jain, Das Sarma (2007); Screaming Frog, "Near Duplicates"',
    find: nearTwins,
  },
  {
    id: 'duplicate_url_variants',
    severity: 'medium',
    title: 'The page answers under several spellings of its address.',
    why: 'Links to it are split between them.',
    threshold:
      'Equal bodies at addresses that differ in slash, case, index file, www or parameters only; not where all name one of them as canonical.',
    remedy: 'Redirect all spellings to one with 301, or name that one as canonical.',
    source: 'Google Search Central, "Consolidate duplicate URLs"',
    find: (site) => twinsOf(Map.groupBy(textPages(site), variantKey).values(), 'the same page'),
  },
]);

/** One body at addresses that differ in their spelling only. */
const variantKey = ({ bodyHash, url }: PageRecord) => `${bodyHash} ${spelling(url)}`;

/** One page of each: that it has several addresses is told by a check of its own. */
const withoutVariants = (pages: readonly PageRecord[]) =>
  [...Map.groupBy(pages, variantKey).values()].flatMap(([first]) => first ?? []);

/** What is left of an address when everything that should not matter is taken away. */
function spelling(address: string): string {
  const key = pageKey(address).toLowerCase();
  return key
    .replace(/\?.*$/u, '')
    .replace(/\/index\.\w+$/u, '/')
    .replace(/\/+$/u, '');
}

/** Pages of which each names all others as itself in another language. */
function areTranslations(pages: readonly AuditedPage[], site: SiteFacts): boolean {
  return pages.every((page) => {
    const named = alternateKeys(page, site);
    return named.size >= pages.length - 1 && pages.every(({ key }) => key === page.key || named.has(key));
  });
}

/** Indexable pages that share a text and do not claim the same canonical address, nor are excused by what they are to each other. */
export function sharing(
  site: SiteFacts,
  textOf: (page: AuditedPage) => string | undefined,
  selector: string,
  isExcused: typeof areTranslations = areTranslations,
): readonly Located[] {
  const { audited } = site;
  const rivals = audited.filter(({ indexability }) => indexability.noindex.length === 0);
  const groups = Map.groupBy(rivals, (page) => textOf(page)?.toLowerCase() ?? '');
  return [...groups].flatMap(([text, pages]) => {
    const claims = new Set(
      pages.map(({ indexability, key }) => pageKey(indexability.canonical ?? `https://${key}`)),
    );
    if (text === '' || claims.size < 2 || isExcused(pages, site)) return [];
    return pages.map((page) => {
      const other = pages.find((candidate) => candidate !== page);
      return { url: page.url, evidence: evidence(selector, `${textOf(page)} (also ${other?.url})`) };
    });
  });
}

export const titleCrossChecks = acrossPages([
  {
    id: 'title_duplicate',
    severity: 'medium',
    weight: 8,
    title: 'Several pages have the same title.',
    why: 'Neither searchers nor search engines can tell them apart.',
    threshold:
      'Equal titles, but for case and space, of indexable pages with different canonicals that are not each other’s hreflang alternates.',
    remedy: 'Give each page a title of its own.',
    source: googleTitles,
    find: (site) => sharing(site, ({ document }) => titleOf(document), title),
  },
  {
    id: 'description_duplicate',
    severity: 'medium',
    title: 'Several pages have the same meta description.',
    why: 'A description that fits many pages describes none, and is often replaced.',
    threshold: 'Equal descriptions of indexable pages with different canonicals.',
    remedy: 'Write one for each page, or leave it out.',
    source: googleSnippets,
    // A description that several languages share was not translated.
    find: (site) =>
      sharing(
        site,
        ({ document }) => descriptionOf(document),
        description,
        () => false,
      ),
  },
]);
