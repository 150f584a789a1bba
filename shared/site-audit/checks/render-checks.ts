import type { AuditedPage, PageRecord } from '../crawl/page-record.ts';
import type { PageDocument } from '../document/page-document.ts';
import { titleOf } from '../document/prose.ts';
import { structuredTypes } from '../document/structured-data.ts';
import { isOnSite, pageKey, resolveReference, type SiteScope } from '../site-scope.ts';
import { acrossPages, type CrossCheck, type Evidence, when, whenAny } from './check.ts';

/** A page as it is sent, and as a browser has it once its scripts have run. */
interface Pair {
  readonly raw: AuditedPage;
  readonly rendered: Shown;
  readonly scope: SiteScope;
}

type Shown = PageRecord & { readonly document: PageDocument };

/** Speaks of pages that were opened in a browser alone. */
function onRendered(compare: (pair: Pair) => Evidence | undefined): CrossCheck['find'] {
  return ({ rendered, audited, crawl: { scope } }) =>
    audited.flatMap((raw) => {
      const page = rendered.get(raw.key);
      const found = page?.document && compare({ raw, rendered: { ...page, document: page.document }, scope });
      return found ? [{ url: raw.url, evidence: found }] : [];
    });
}

/** Words that scripts must add before it is told, and their share. */
const fewWords = 50;
const fewLinks = 5;
/** Parts of pages are drawn by scripts everywhere; from half on the page is. */
const half = 0.5;
const whatToSend = 'Send it in the HTML: render on the server or at build time.';
const googleOnScripts = 'Google Search Central, "Understand JavaScript SEO basics"';
const others = 'Search engines that run no scripts, AI crawlers and link previews do not see it.';

const hreflangs = ({ document }: Shown) =>
  document.links
    .filter(({ hreflang }) => hreflang !== undefined)
    .map(({ hreflang, href }) => `${hreflang} ${href}`);
const headings = ({ document }: Shown) =>
  document.headings.filter(({ level, text }) => level === 1 && text !== '').map(({ text }) => text);
const types = ({ document }: Shown) => structuredTypes(document);
const canonicals = ({ indexability }: Shown) => indexability.canonicals.map(({ href }) => href);
const noindexes = ({ indexability }: Shown) => indexability.noindex.map(({ text }) => text);

/** Found where scripts bring the first of something: of what is sent, there is none. */
const broughtFirst = (of: (page: Shown) => readonly string[], selector: string) =>
  onRendered(({ raw, rendered }) =>
    when(of(raw).length === 0 && of(rendered).length > 0, selector, of(rendered)[0] ?? ''),
  );

/** Found where scripts bring what is not among what is sent. */
const brought = (of: (page: Shown) => readonly string[], selector: string) =>
  onRendered(({ raw, rendered }) =>
    whenAny([...new Set(of(rendered)).difference(new Set(of(raw)))], selector, (text) => text),
  );

/** Most of what is counted comes with scripts, and no less than `least` of it. */
const isMostlyBrought = (before: number, after: number, least: number) =>
  after - before >= least && before < after * half;

function internalLinks({ document, url }: PageRecord, scope: SiteScope): ReadonlySet<string> {
  const urls = (document?.anchors ?? []).flatMap(({ href }) => {
    const target = href === undefined ? undefined : resolveReference(href, url);
    return target && isOnSite(scope, target) ? [pageKey(target)] : [];
  });
  return new Set(urls);
}

export const renderCrossChecks = acrossPages([
  {
    id: 'rendered_noindex',
    severity: 'high',
    title: 'JavaScript sets the page to noindex.',
    why: 'Google obeys a noindex that appears when it renders, so the page drops out although its HTML looks fine.',
    threshold: 'A robots directive with noindex in the rendered page, and none in what is sent.',
    remedy: 'Remove it from the script, or send it in the HTML if the page should stay out.',
    source: googleOnScripts,
    find: broughtFirst(noindexes, 'meta[name="robots"]'),
  },
  {
    id: 'rendered_canonical_changed',
    severity: 'medium',
    title: 'JavaScript changes the canonical.',
    why: 'Search engines get two claims, and either may count.',
    threshold: 'A canonical in what is sent, and another in the rendered page.',
    remedy: 'Send the right canonical in the HTML, and leave it alone in scripts.',
    source: googleOnScripts,
    find: onRendered(({ raw, rendered }) => {
      const [before] = canonicals(raw);
      const after = canonicals(rendered).find((href) => href !== before);
      return when(
        before !== undefined && after !== undefined,
        'link[rel="canonical"]',
        `${before} → ${after}`,
      );
    }),
  },
  {
    id: 'rendered_canonical_only',
    severity: 'low',
    title: 'The canonical tag is added by JavaScript.',
    why: others,
    threshold: 'A canonical in the rendered page, and none in what is sent.',
    remedy: whatToSend,
    source: googleOnScripts,
    find: broughtFirst(canonicals, 'link[rel="canonical"]'),
  },
  {
    id: 'rendered_content',
    severity: 'medium',
    title: 'Most of the content is added by JavaScript.',
    why: others,
    threshold: `The rendered page has at least ${fewWords} words more, and what is sent less than half of its words.`,
    remedy: whatToSend,
    source: 'Screaming Frog, "JavaScript Content"; Sitebulb, "Rendered vs response"',
    find: onRendered(({ raw, rendered }) => {
      const [before, after] = [raw.document.wordCount, rendered.document.wordCount];
      return when(
        isMostlyBrought(before, after, fewWords),
        'body',
        `${before} words sent, ${after} rendered`,
      );
    }),
  },
  {
    id: 'rendered_title',
    severity: 'medium',
    title: 'JavaScript changes the title.',
    why: `${others} Google may show the title that was sent.`,
    threshold: 'The title of the rendered page differs from the one sent.',
    remedy: 'Send the final title in the HTML.',
    source: 'Screaming Frog, "Page title only in rendered HTML", "Page title updated by JavaScript"',
    find: onRendered(({ raw, rendered }) => {
      const [before, after] = [titleOf(raw.document), titleOf(rendered.document)];
      return when(
        after !== undefined && after !== before,
        'title',
        `${before ? before : 'none'} → ${after ?? ''}`,
      );
    }),
  },
  {
    id: 'rendered_h1',
    severity: 'low',
    title: 'The h1 is added by JavaScript.',
    why: others,
    threshold: 'An h1 with text in the rendered page, and none in what is sent.',
    remedy: whatToSend,
    source: 'Screaming Frog, "H1 only in rendered HTML"',
    find: broughtFirst(headings, 'h1'),
  },
  {
    id: 'rendered_links',
    severity: 'medium',
    title: 'Most links are added by JavaScript.',
    why: 'Crawlers that run no scripts find no way to the pages behind them, and Google finds it later.',
    threshold: `The rendered page has at least ${fewLinks} more links to pages of the site, and what is sent less than half of them.`,
    remedy: 'Send the links in the HTML, as a elements with href.',
    source: 'Screaming Frog, "JavaScript Links"',
    find: onRendered(({ raw, rendered, scope }) => {
      const [before, after] = [internalLinks(raw, scope).size, internalLinks(rendered, scope).size];
      return when(
        isMostlyBrought(before, after, fewLinks),
        'a[href]',
        `${before} links sent, ${after} rendered`,
      );
    }),
  },
  {
    id: 'rendered_structured_data',
    severity: 'low',
    title: 'Structured data is added by JavaScript.',
    why: others,
    threshold: 'A type in the structured data of the rendered page that what is sent does not have.',
    remedy: whatToSend,
    source: 'Google Search Central, "Generate structured data with JavaScript"',
    find: brought(types, 'script[type="application/ld+json"]'),
  },
  {
    id: 'rendered_hreflang',
    severity: 'low',
    title: 'JavaScript adds or changes hreflang tags.',
    why: others,
    threshold: 'Alternates with hreflang in the rendered page that what is sent does not have.',
    remedy: whatToSend,
    source: googleOnScripts,
    find: brought(hreflangs, 'link[hreflang]'),
  },
]);
