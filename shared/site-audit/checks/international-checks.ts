import type { AuditedPage } from '../crawl/page-record.ts';
import { isHreflang, isLanguageTag } from '../document/language-guess.ts';
import type { LinkTag, PageDocument } from '../document/page-document.ts';
import { baseOf, pageKey, resolveReference } from '../site-scope.ts';
import {
  acrossPages,
  type Located,
  onceAPage,
  onceOf,
  onDocument,
  type PageSetting,
  when,
  whenAny,
} from './check.ts';
import { type Answer, faultOf, isAudited, type SiteFacts } from './site-facts.ts';

const hreflangs = ({ links }: PageDocument): readonly LinkTag[] =>
  links.filter(({ rels, hreflang }) => rels.includes('alternate') && hreflang !== undefined);
/** Those of the head, of Link headers and of the sitemap's entry of the page. */
const counted = (page: AuditedPage, { crawl }: PageSetting): readonly LinkTag[] => [
  ...hreflangs(page.document).filter(({ inHead }) => inHead),
  ...(sitemapAlternates(crawl.sitemaps.entries).get(page.key) ?? []),
];

/** By page key. */
const sitemapAlternates = onceOf((entries: SiteFacts['crawl']['sitemaps']['entries']) => {
  const read = new Map<string, readonly LinkTag[]>();
  for (const { url, alternates } of entries)
    if (alternates !== undefined && URL.canParse(url))
      read.set(
        pageKey(new URL(url)),
        alternates.map((link) => ({ ...link, rels: ['alternate'], inHead: true })),
      );
  return read;
});

const selector = ({ hreflang = '' }: LinkTag) => `link[hreflang="${hreflang.slice(0, 40)}"]`;
const guide = 'Google Search Central, "Tell Google about localized versions of your page"';

export const internationalDocumentChecks = onDocument([
  {
    id: 'lang_missing',
    severity: 'medium',
    weight: 4,
    title: 'The page does not declare its language.',
    why: 'Screen readers choose the wrong voice; browsers offer needless translations.',
    threshold: 'No lang attribute with a value on the html element.',
    remedy: 'Write `<html lang="en">` with the language of the text.',
    source: 'WCAG 2.2, 3.1.1',
    find: ({ lang }) => when(lang === undefined || lang.trim() === '', 'html', 'no lang attribute'),
  },
  {
    id: 'lang_invalid',
    severity: 'medium',
    weight: 3,
    title: 'The page declares an invalid language code.',
    why: 'Browsers and screen readers ignore it.',
    threshold:
      'A lang value that is no well-formed tag of BCP 47, or whose language or region is not registered (en-UK).',
    remedy: 'Use a tag such as en, de-AT or zh-Hans.',
    source: 'RFC 5646 (BCP 47)',
    find: ({ lang }) =>
      when(lang !== undefined && lang.trim() !== '' && !isLanguageTag(lang.trim()), 'html[lang]', lang ?? ''),
  },
  {
    id: 'hreflang_invalid_code',
    severity: 'medium',
    title: 'An hreflang tag has an invalid language or region code.',
    why: 'Search engines ignore the tag.',
    threshold:
      'A value that is neither x-default nor a language tag, a region alone or first, or a region that is not a country of ISO 3166-1 (en-UK, en-EU).',
    remedy: 'Write the language first and the region second: en-GB, not GB or uk-en.',
    source: guide,
    find: (_document, page, site) =>
      whenAny(
        counted(page, site).filter(({ hreflang = '' }) => !isHreflang(hreflang.trim())),
        selector,
        ({ hreflang = '' }) => hreflang || 'empty',
      ),
  },
  {
    id: 'hreflang_relative',
    severity: 'medium',
    weight: 3,
    title: 'An hreflang address is relative.',
    why: 'Google asks for full addresses and may ignore others.',
    threshold: 'An alternate without scheme and host.',
    remedy: 'Write the absolute address, with https.',
    source: guide,
    find: (_document, page, site) =>
      whenAny(
        counted(page, site).filter(({ href }) => !/^https?:\/\//iu.test(href.trim())),
        selector,
        ({ href }) => href || 'empty',
      ),
  },
  {
    id: 'hreflang_duplicate',
    severity: 'medium',
    title: 'One hreflang language points to several addresses.',
    why: 'Search engines cannot choose between them.',
    threshold: 'The same hreflang value with different addresses.',
    remedy: 'Keep one address for each language.',
    source: 'SEOnaut; DataForSEO OnPage',
    find: (_document, page, site) => {
      const groups = Map.groupBy(counted(page, site), ({ hreflang = '' }) => hreflang.trim().toLowerCase());
      const doubled = [...groups.values()].filter(
        (links) =>
          new Set(links.map(({ href }) => resolveReference(href, baseOf(page))?.href ?? href)).size > 1,
      );
      return whenAny(
        doubled.flatMap(([first]) => first ?? []),
        selector,
        ({ hreflang = '', href }) => `${hreflang} ${href}`,
      );
    },
  },
  {
    id: 'hreflang_missing_self',
    severity: 'medium',
    weight: 3,
    title: 'The hreflang tags do not include the page itself.',
    why: 'The set is incomplete and may be ignored.',
    threshold: 'hreflang alternates of which none leads to this page or its canonical.',
    remedy: 'Add an hreflang tag with the page’s own language and address.',
    source: guide,
    find: (_document, page, site) => {
      const alternates = counted(page, site);
      const own = new Set([page.key, pageKey(page.indexability.canonical ?? page.url)]);
      const listsItself = alternates.some(({ href }) => own.has(keyOf(href, page) ?? ''));
      return when(
        alternates.length > 0 && !listsItself,
        'link[hreflang]',
        `${alternates.length} alternates, none for ${page.url}`,
      );
    },
  },
  {
    id: 'hreflang_missing_xdefault',
    severity: 'low',
    title: 'The hreflang tags have no x-default.',
    why: 'Readers of other languages get the version that a search engine picks.',
    threshold: 'Two or more hreflang alternates without x-default.',
    remedy: 'Add `hreflang="x-default"` with the international page.',
    source: guide,
    find: (_document, page, site) => {
      const alternates = counted(page, site);
      const hasDefault = alternates.some(
        ({ hreflang = '' }) => hreflang.trim().toLowerCase() === 'x-default',
      );
      return when(
        alternates.length > 1 && !hasDefault,
        'link[hreflang]',
        `${alternates.length} alternates without x-default`,
      );
    },
  },
  {
    id: 'hreflang_outside_head',
    severity: 'medium',
    title: 'hreflang tags are outside the head.',
    why: 'Search engines ignore them there.',
    threshold: 'An alternate that a parser finds in the body.',
    remedy: 'Move them up in the head, above any element that does not belong there.',
    source: 'Google Search Central, "Use valid page metadata"',
    find: (document) =>
      whenAny(
        hreflangs(document).filter(({ inHead }) => !inHead),
        (link) => `body ${selector(link)}`,
        ({ href }) => href,
      ),
  },
]);

/** Keys of the pages that a page names as itself in other languages. */
export function alternateKeys(page: AuditedPage, site: PageSetting): ReadonlySet<string> {
  return new Set(counted(page, site).flatMap(({ href }) => keyOf(href, page) ?? []));
}

function keyOf(href: string, page: AuditedPage): string | undefined {
  const url = resolveReference(href, baseOf(page));
  return url === undefined ? undefined : pageKey(url);
}

interface Alternate {
  readonly page: AuditedPage;
  readonly link: LinkTag;
  readonly target: URL;
}

/** Alternates of audited pages that lead to another page. */
function alternates(site: SiteFacts): readonly Alternate[] {
  return site.audited.flatMap((page) =>
    counted(page, site).flatMap((link) => {
      const target = resolveReference(link.href, baseOf(page));
      return target === undefined || pageKey(target) === page.key ? [] : [{ page, link, target }];
    }),
  );
}

/** One finding per page for alternates whose target answers in a certain way. */
function targetsThat(
  site: SiteFacts,
  fault: (answer: Answer, alternate: Alternate) => string | undefined,
): readonly Located[] {
  const faulty = alternates(site).flatMap((alternate) => {
    const { page, link, target } = alternate;
    const answer = site.answerOf(target);
    const what = answer === undefined ? undefined : fault(answer, alternate);
    const told = { url: page.url, selector: selector(link), text: `${target.href} ${what}` };
    return what === undefined ? [] : [told];
  });
  return onceAPage(faulty);
}

export const internationalCrossChecks = acrossPages([
  {
    id: 'hreflang_no_return',
    severity: 'medium',
    weight: 6,
    title: 'An hreflang target has no return tag.',
    why: 'Search engines ignore one-sided references.',
    threshold: 'The target was read, is a page of its own, and has no alternate to this page.',
    remedy: 'List the whole set of languages on every page of it.',
    source: guide,
    find: (site) =>
      targetsThat(site, (_answer, { page, target }) => {
        const other = site.byKey.get(pageKey(target));
        if (other === undefined || !isAudited(other)) return undefined;
        const own = new Set([page.key, pageKey(page.indexability.canonical ?? page.url)]);
        const returns = counted(other, site).some(({ href }) => own.has(keyOf(href, other) ?? ''));
        return returns ? undefined : 'does not refer back';
      }),
  },
  {
    id: 'hreflang_to_error',
    severity: 'medium',
    weight: 6,
    title: 'An hreflang tag points to a page that returns an error.',
    why: 'Readers of that language get nothing.',
    threshold: 'The target answers 400 or more, or not at all.',
    remedy: 'Correct the address, or remove the tag.',
    source: 'SEOnaut; Screaming Frog, "Non-200 hreflang URLs"',
    find: (site) =>
      targetsThat(site, (answer) => {
        const fault = faultOf(answer);
        return fault && `answers ${fault}`;
      }),
  },
  {
    id: 'hreflang_to_redirect',
    severity: 'medium',
    weight: 3,
    title: 'An hreflang tag points to a redirect.',
    why: 'The reference and its return do not match.',
    threshold: 'The target redirects to another page.',
    remedy: 'Point it to the final address.',
    source: 'SEOnaut',
    find: (site) =>
      targetsThat(site, ({ isRedirect, finalUrl }) => (isRedirect ? `→ ${finalUrl}` : undefined)),
  },
  {
    id: 'hreflang_to_noindex',
    severity: 'medium',
    title: 'An hreflang tag points to a noindex page.',
    why: 'Search engines cannot show that version.',
    threshold: 'The target carries noindex.',
    remedy: 'Remove the noindex, or the tag.',
    source: 'SEOnaut; Screaming Frog, "Noindex Return Links"',
    find: (site) => targetsThat(site, ({ isNoindex }) => (isNoindex ? 'carries noindex' : undefined)),
  },
  {
    id: 'hreflang_to_noncanonical',
    severity: 'medium',
    title: 'An hreflang tag points to a page that is not canonical.',
    why: 'hreflang and canonical contradict each other.',
    threshold: 'The target’s canonical is another page.',
    remedy: 'Point it to the canonical page of each language.',
    source: 'SEOnaut; Screaming Frog, "Non-Canonical Return Links"',
    find: (site) =>
      targetsThat(site, ({ canonical }, { target }) =>
        canonical !== undefined && pageKey(canonical) !== pageKey(target)
          ? `names ${canonical.href}`
          : undefined,
      ),
  },
]);
