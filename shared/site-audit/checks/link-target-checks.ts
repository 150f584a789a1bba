import type { AuditedPage, PageRecord } from '../crawl/page-record.ts';
import type { Probe } from '../crawl/probe.ts';
import type { PageDocument } from '../document/page-document.ts';
import { baseOf, pageKey, resolveReference } from '../site-scope.ts';
import { acrossPages, bySelector, evidence, onceAPage } from './check.ts';
import { faultOf, type SiteFacts } from './site-facts.ts';

const deepestClicks = 4;
const link = (href: string) => bySelector('a', 'href', href);

const hashOf = (href: string) => (href.includes('#') ? href.trim().slice(href.trim().indexOf('#')) : '');

/**
 * `#top` is every page's; text fragments name no element, `#/` and `#!` are routes of scripts, themes of WordPress
 * give the target of their skip link its id by a script, and Base64 is a mail address that a script makes readable.
 */
const isPlaceName = (hash: string) =>
  !/^(?:#?$|#top$|#:~:|#[!/]|#wp--skip-link|#[\w+/]+={1,2}$)/iu.test(hash);

function hasPlace({ fragmentTargets }: PageDocument, fragment: string): boolean {
  if (fragmentTargets.has(fragment)) return true;
  try {
    return fragmentTargets.has(decodeURIComponent(fragment));
  } catch {
    return false;
  }
}

/** Whether a page was read, is not built by scripts, and has no place of the name. */
function lacksPlace(page: PageRecord | undefined, hash: string): boolean {
  const document = page?.shellSign === undefined ? page?.document : undefined;
  return document !== undefined && isPlaceName(hash) && !hasPlace(document, hash.slice(1));
}

const isGone = (answer: Probe | undefined) =>
  answer?.refusal === 'dns' || answer?.status === 404 || answer?.status === 410;

/** One finding for each page that has a link of the kind. */
const perPage = (links: IteratorObject<{ from: AuditedPage; text: string; href: string }>) =>
  onceAPage(links.map(({ from, text, href }) => ({ url: from.url, selector: link(href), text })));

export const linkCrossChecks = acrossPages([
  {
    id: 'broken_internal_link',
    severity: 'high',
    weight: 10,
    title: 'An internal link is broken.',
    why: 'Visitors hit an error, and the link’s value is lost.',
    threshold:
      'The target is on the site and answers 400 or more, or not at all. Asked of pages read and of up to 50 others.',
    remedy: 'Correct the link, or restore or redirect its target.',
    source: 'Google Search Central, "Make your links crawlable"; DataForSEO OnPage, broken_links',
    find: ({ references, answerAt }: SiteFacts) =>
      perPage(
        references.internal
          .of(({ key }) => faultOf(answerAt(key)) !== undefined)
          .map(({ from, one: { href, key } }) => ({
            ...{ from, href, text: `${href} answers ${faultOf(answerAt(key))}` },
          })),
      ),
  },
  {
    id: 'broken_external_link',
    severity: 'low',
    title: 'An external link is broken.',
    why: 'Visitors hit an error, and the page looks neglected.',
    threshold:
      'A page of another site that answers 404 or 410, or whose name does not exist; HEAD and then GET, 20 sites at most, one page of each, links with nofollow left out.',
    remedy: 'Update or remove the link.',
    source: 'Screaming Frog, "External links"; Ahrefs, "Page has links to broken page"',
    find: ({ references, probes }: SiteFacts) =>
      perPage(
        references.external
          .of(({ target }) => isGone(probes.external.get(target)))
          .map(({ from, one: { href, target } }) => {
            const answer = probes.external.get(target);
            return { from, href, text: `${href} answers ${answer?.refusal ?? answer?.status}` };
          }),
      ),
  },
  {
    id: 'broken_fragment',
    severity: 'low',
    title: 'A link jumps to an anchor that does not exist.',
    why: 'Readers land at the top of the page and have to search.',
    threshold:
      'A link whose fragment is neither id nor name of any element of the page it leads to, where that page was read and is not built by scripts; #top, text fragments and routes of scripts left out.',
    remedy: 'Correct the part after #, or give the element its id back.',
    source: 'HTML Standard, 7.4.6.4; Screaming Frog, "Broken bookmarks"; Ahrefs',
    find: ({ references, byKey }: SiteFacts) =>
      perPage(
        references.places
          .of(({ href, key, isButton }) => !isButton && lacksPlace(byKey.get(key), hashOf(href)))
          .map(({ from, one: { href } }) => ({ from, href, text: `${href}: no element has this name` })),
      ),
  },
  {
    id: 'amphtml_to_error',
    severity: 'medium',
    weight: 3,
    title: 'The AMP version of the page is broken.',
    why: 'Google sends mobile visitors to it.',
    threshold: 'A link with rel="amphtml" to an address on the site that answers 400 or more, or not at all.',
    remedy: 'Restore the AMP page, or remove the link to it.',
    source: 'Google Search Central, "How AMP works in search results"; Screaming Frog, "Non-200 Response"',
    find: ({ audited, answerOf }: SiteFacts) =>
      audited.flatMap((page) =>
        page.document.links
          .filter(({ rels, inHead }) => inHead && rels.includes('amphtml'))
          .flatMap(({ href }) => {
            const target = resolveReference(href, baseOf(page));
            const fault = target && faultOf(answerOf(target));
            const shown = evidence('link[rel="amphtml"]', `${target?.href} answers ${fault}`);
            return fault === undefined ? [] : [{ url: page.url, evidence: shown }];
          }),
      ),
  },
  {
    id: 'internal_link_redirect',
    severity: 'low',
    title: 'Internal links point to redirects.',
    why: 'Each click and each crawl takes a detour.',
    threshold: 'The target is on the site and redirects to another page.',
    remedy: 'Link to the final address.',
    source: 'Screaming Frog, "Internal Redirection (3xx)"',
    find: ({ references, answerAt }: SiteFacts) =>
      perPage(
        references.internal
          .of(({ key }) => answerAt(key)?.isRedirect === true)
          .map(({ from, one: { href, key } }) => ({
            ...{ from, href, text: `${href} → ${answerAt(key)?.finalUrl}` },
          })),
      ),
  },
  {
    id: 'orphan_in_sitemap',
    severity: 'low',
    title: 'No internal link leads to the page (orphan page).',
    why: 'Search engines give it little weight, and visitors never find it.',
    threshold:
      'In the sitemap and not linked from any page read, nor by a redirect or a copy that names it as canonical; only where the whole site was read and no page of it is built by scripts.',
    remedy: 'Link to it from related pages, or take it out of the sitemap.',
    source: 'Screaming Frog, "Orphan URLs"',
    find: ({ audited, references, crawl }: SiteFacts) => {
      if (crawl.waiting > 0 || crawl.cutBy !== undefined) return [];
      // Where scripts build the pages they build their links as well.
      if (audited.some(({ shellSign }) => shellSign !== undefined)) return [];
      const linked = new Set<string>();
      references.internal.each((from, { key }) => {
        if (from.key !== key) linked.add(key);
      });
      // A link to a copy, or to an address that redirects, leads to the page as well.
      for (const { key, indexability } of crawl.records)
        if (linked.has(key) && indexability.canonical !== undefined)
          linked.add(pageKey(indexability.canonical));
      for (const { key, finalUrl } of crawl.moves) if (linked.has(key)) linked.add(pageKey(finalUrl));
      return audited
        .filter(({ inSitemap, isHome, key }) => inSitemap && !isHome && !linked.has(key))
        .map(({ url }) => ({ url, evidence: evidence('sitemap', `${url} has no link to it`) }));
    },
  },
  {
    id: 'deep_page',
    severity: 'low',
    title: 'The page is more than 4 clicks from the home page.',
    why: 'Deep pages are crawled rarely and count as unimportant.',
    threshold: 'More than 4 clicks, along links of the pages read.',
    remedy: 'Link to it from a page closer to the home page.',
    source: 'SEOnaut: 4 clicks',
    find: ({ audited, depths }: SiteFacts) =>
      audited.flatMap(({ url, key }) => {
        const depth = depths.get(key) ?? 0;
        return depth > deepestClicks
          ? [{ url, evidence: evidence('a[href]', `${depth} clicks from the home page`) }]
          : [];
      }),
  },
]);
