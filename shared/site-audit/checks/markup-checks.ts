import type { PageDocument } from '../document/page-document.ts';
import { encodingName } from '../document/parse-html.ts';
import { baseOf, linkTargetsOf, registrableDomain, targetOf } from '../site-scope.ts';
import { onDocument, onSite, when, whenAny } from './check.ts';

const mostElements = 1500;
const deepestNesting = 32;
const mostBlockingScripts = 8;

const viewportOf = ({ metas }: PageDocument) =>
  metas.find(({ kind, name }) => kind === 'name' && name === 'viewport')?.content;

const metaCharset = ({ metas }: PageDocument): string | undefined =>
  metas.find(({ kind }) => kind === 'charset')?.content ??
  metas
    .filter(({ kind, name }) => kind === 'http-equiv' && name === 'content-type')
    .map(({ content }) => /charset\s*=\s*"?([^\s;"]+)/iu.exec(content)?.[1])
    .find((label) => label !== undefined);

function blocksZoom(content: string): boolean {
  const scale = /maximum-scale\s*=\s*([\d.]+)/iu.exec(content)?.[1];
  return /user-scalable\s*=\s*(?:no|0)/iu.test(content) || (scale !== undefined && Number(scale) < 2);
}

export const markupDocumentChecks = onDocument([
  {
    id: 'viewport_missing',
    severity: 'medium',
    weight: 6,
    title: 'The page has no viewport tag.',
    why: 'Phones show it as a shrunken desktop page, and Google indexes the mobile view.',
    threshold: 'No meta viewport.',
    remedy: 'Add `<meta name="viewport" content="width=device-width, initial-scale=1">`.',
    source: 'Lighthouse, "Has a viewport meta tag"; Google Search Central, "Mobile-first indexing"',
    find: (document) => when((viewportOf(document) ?? '').trim() === '', 'meta[name="viewport"]', 'missing'),
  },
  {
    id: 'viewport_blocks_zoom',
    severity: 'medium',
    weight: 3,
    title: 'The viewport tag disables zooming.',
    why: 'People with low vision cannot read the page.',
    threshold: '`user-scalable=no` or a maximum-scale below 2.',
    remedy: 'Remove user-scalable=no and maximum-scale.',
    source: 'WCAG 2.2, 1.4.4',
    find: (document) => {
      const content = viewportOf(document) ?? '';
      return when(blocksZoom(content), 'meta[name="viewport"]', content);
    },
  },
  {
    id: 'charset_missing',
    severity: 'medium',
    weight: 3,
    title: 'The page does not declare its character encoding.',
    why: 'Browsers guess, and accented letters may come out wrong.',
    threshold:
      'Neither a byte order mark, a charset in Content-Type, nor a declaration in the first 1,024 bytes.',
    remedy: 'Write `<meta charset="utf-8">` as the first element of the head.',
    source: 'HTML Standard, "Specifying the document’s character encoding"',
    find: ({ isEncodingDeclared, encoding }) =>
      when(!isEncodingDeclared, 'meta[charset]', `read as ${encoding}`),
  },
  {
    id: 'charset_conflict',
    severity: 'medium',
    weight: 3,
    title: 'Header and page declare different encodings.',
    why: 'The header wins; if the page is right, letters come out wrong.',
    threshold: 'Content-Type and meta name different encodings.',
    remedy: 'Declare utf-8 in both.',
    source:
      'HTML Standard, "Determining the character encoding"; DataForSEO OnPage, meta_charset_consistency',
    find: (document) => {
      const [header, meta] = [document.headerCharset, metaCharset(document)];
      const differ =
        header !== undefined && meta !== undefined && encodingName(header) !== encodingName(meta);
      return when(differ, 'meta[charset]', `header ${header}, page ${meta}`);
    },
  },
  {
    id: 'doctype_missing',
    severity: 'low',
    title: 'The page has no doctype.',
    why: 'Browsers fall back to quirks mode, the layout rules of the nineties.',
    threshold: 'No `<!doctype html>` at the start.',
    remedy: 'Begin the document with `<!doctype html>`.',
    source: 'HTML Standard, "The DOCTYPE"; Lighthouse',
    // Behind stray text there may be one, which is told.
    find: ({ doctype, leadingText }) =>
      when(doctype === undefined && leadingText === undefined, 'document', 'no doctype'),
  },
  {
    id: 'deprecated_tags',
    severity: 'low',
    title: 'The page uses obsolete HTML elements.',
    why: 'They are no longer part of HTML; browsers merely tolerate them.',
    threshold: 'An element such as font, center, marquee or applet.',
    remedy: 'Replace them with CSS or current elements.',
    source: 'HTML Standard, "Obsolete features"',
    find: ({ obsoleteTags }) =>
      whenAny(
        // A check of its own tells of frames.
        obsoleteTags.filter((tag) => !tag.startsWith('frame')),
        (tag) => tag,
        (tag) => `<${tag}>`,
      ),
  },
  {
    id: 'duplicate_id',
    severity: 'low',
    title: 'An id is used more than once.',
    why: 'Anchor links, labels and scripts reach only the first element.',
    threshold: 'The same id twice.',
    remedy: 'Give each element an id of its own.',
    source: 'HTML Standard, "The id attribute"',
    find: ({ duplicateIds }) =>
      whenAny(
        duplicateIds,
        (id) => `#${id.slice(0, 60)}`,
        (id) => `id="${id}"`,
      ),
  },
  {
    id: 'head_elements_invalid',
    severity: 'medium',
    title: 'An invalid element closes the head too early.',
    why: 'Canonical, robots and hreflang tags after it land in the body and are ignored.',
    threshold:
      'An element between <head> and </head> other than base, link, meta, noscript, script, style, template, title.',
    remedy: 'Move the element into the body.',
    source: 'Google Search Central, "Use valid page metadata"',
    find: ({ strayHeadTags }) =>
      whenAny(
        strayHeadTags,
        (tag) => `head ${tag}`,
        (tag) => `<${tag}> in the head`,
      ),
  },
  {
    id: 'text_before_markup',
    severity: 'medium',
    title: 'There is text before the HTML.',
    why: 'Parsers then put the whole head into the body: title, canonical and robots tags lose their effect.',
    threshold: 'Anything but white space and comments before the doctype or the first tag.',
    remedy: 'Find what writes it, often a script or a proxy, and remove it.',
    source: 'HTML Standard, "The before html insertion mode"',
    find: ({ leadingText }) => when(leadingText !== undefined, 'document', leadingText ?? ''),
  },
  {
    id: 'metas_in_body',
    severity: 'low',
    title: 'Meta tags are in the body.',
    why: 'Search engines ignore it there.',
    threshold: 'A meta robots, description, viewport or refresh that a parser finds in the body.',
    remedy: 'Move them into the head.',
    source: 'Google Search Central, "Use valid page metadata"',
    find: ({ metas }) =>
      whenAny(
        metas.filter(
          ({ inHead, name, kind }) =>
            !inHead &&
            kind !== 'property' &&
            /^(?:robots|googlebot|description|viewport|refresh)$/u.test(name),
        ),
        ({ name }) => `body meta[name="${name}"]`,
        ({ name, content }) => `${name}: ${content}`,
      ),
  },
  {
    id: 'multiple_body',
    severity: 'low',
    title: 'The page has more than one body element.',
    why: 'A whole document was pasted into another; its head is ignored.',
    threshold: 'Two or more <body> tags.',
    remedy: 'Include the inner part without its html, head and body tags.',
    source: 'Screaming Frog, "Multiple <body> Tags"',
    find: ({ bodyTags }) => when(bodyTags > 1, 'body', `${bodyTags} <body> tags`),
  },
  {
    id: 'scripts_block_rendering',
    severity: 'low',
    title: 'Many scripts block rendering.',
    why: 'The browser stops at each of them while readers see an empty page.',
    threshold:
      'More than 8 scripts with an address in the head that are neither async, defer nor modules. A hint from the markup: nothing was measured.',
    remedy: 'Add defer to scripts whose order matters, and async to the others.',
    source: 'Lighthouse, "Eliminate render-blocking resources"',
    find: ({ subresources }) => {
      const blocking = subresources.filter(({ isBlocking }) => isBlocking === true);
      return when(blocking.length > mostBlockingScripts, 'head script[src]', `${blocking.length} scripts`);
    },
  },
  {
    id: 'base_href_elsewhere',
    severity: 'medium',
    title: 'The base element points to another site.',
    why: 'Relative links and images then lead to that site.',
    threshold: 'A base element with an address on another registrable domain.',
    remedy: 'Remove it, or point it to this site.',
    source: 'HTML Standard, 4.2.3; Screaming Frog, "Base URL"',
    find: ({ baseHref }, { url }) => {
      const base = baseHref === undefined ? null : URL.parse(baseHref, url);
      const isElsewhere =
        base !== null && registrableDomain(base.hostname) !== registrableDomain(new URL(url).hostname);
      return when(isElsewhere, 'base[href]', baseHref ?? '');
    },
  },
  {
    id: 'dom_size',
    severity: 'low',
    title: 'The page has a very large DOM.',
    why: 'Layout and scripts slow down, above all on phones.',
    threshold: 'More than 1,500 elements.',
    remedy: 'Split long lists into pages; load hidden parts on demand.',
    source: 'SEOnaut: 1,500; Lighthouse warns above 800 and fails above 1,400 body elements',
    find: ({ elementCount }) => when(elementCount > mostElements, 'document', `${elementCount} elements`),
  },
  {
    id: 'dom_depth',
    severity: 'low',
    title: 'The DOM is nested very deeply.',
    why: 'Styles take long to compute.',
    threshold: 'More than 32 levels.',
    remedy: 'Remove wrappers that do nothing.',
    source: 'Lighthouse, "Avoid an excessive DOM size": 32 levels',
    find: ({ depth }) => when(depth > deepestNesting, 'document', `${depth} levels`),
  },
  {
    id: 'pagination_link_not_in_anchor',
    severity: 'low',
    title: 'The next page is named in rel="next" but not linked.',
    why: 'Google ignores rel="next"; without a link it does not reach page 2.',
    threshold: 'A link rel="next" or "prev" whose address no a element has.',
    remedy: 'Add normal links to the next and previous pages.',
    source: 'Google Search Central, "Pagination best practices"',
    find: ({ links }, page) => {
      const named = links.filter(({ rels }) => rels.includes('next') || rels.includes('prev'));
      if (named.length === 0) return undefined;
      const base = baseOf(page);
      const linked = new Set(linkTargetsOf(page).map((target) => target?.href));
      return whenAny(
        named.filter(({ href }) => !linked.has(targetOf(href, base)?.href)),
        ({ rels }) => `link[rel="${rels.join(' ')}"]`,
        ({ href }) => href,
      );
    },
  },
]);

export const markupSiteChecks = onSite([
  {
    id: 'favicon_missing',
    severity: 'low',
    title: 'The site has no favicon.',
    why: 'Search results, tabs and bookmarks show an empty square.',
    threshold: 'No link rel="icon" on the home page, and /favicon.ico answers 400 or more.',
    remedy: 'Add an icon of at least 48 by 48 pixels.',
    source: 'Google Search Central, "Define a favicon"',
    find: ({ probes: { favicon } }) =>
      when(
        favicon !== undefined && favicon.status !== null && favicon.status >= 400,
        '/favicon.ico',
        `HTTP status ${favicon?.status}`,
      ),
  },
]);
