import type { PageDocument } from '../document/page-document.ts';
import { titleOf } from '../document/prose.ts';
import { readStructuredData, type StructuredNode, structuredTypes } from '../document/structured-data.ts';
import { wordsOf } from '../document/words.ts';
import { pageKey, resolveReference } from '../site-scope.ts';
import { type DocumentCheck, onDocument, when, whenAny } from './check.ts';
import {
  lackingProperties,
  outdatedValues,
  statedName,
  statedPrices,
  unknownTypes,
  wrongValues,
} from './structured-rules.ts';

const metaOf = ({ metas }: PageDocument, name: string) =>
  metas.find((meta) => meta.name === name && meta.content.trim() !== '')?.content.trim();

/** What is wrong with the nodes of a page, each as a text beside where it stands. */
function faultsOf(document: PageDocument, judge: (node: StructuredNode) => readonly string[]) {
  return readStructuredData(document).nodes.flatMap((node) =>
    judge(node).map((text) => ({ selector: node.selector, text })),
  );
}

const firstFault = (faults: ReturnType<typeof faultsOf>) =>
  whenAny(
    faults,
    ({ selector }) => selector,
    ({ text }) => text,
  );

const lacking = (kind: 'required' | 'recommended') => (node: StructuredNode) => {
  const names = lackingProperties(node, kind);
  const place = node.within ? `${node.within.types.join(', ')} › ${node.within.property} › ` : '';
  return names.length === 0 ? [] : [`${place}${node.types.join(', ')} without ${names.join(', ')}`];
};

/** A price that structured data states while the page shows prices and this is none of them. */
function hiddenPrice(document: PageDocument): number | undefined {
  const shown = document.prose.prices;
  const stated = statedPrices(readStructuredData(document).nodes).filter((price) => price > 0);
  // A page shows the price of the variant that is chosen, and states those of all.
  return shown.length === 0 || stated.some((price) => shown.includes(price)) ? undefined : stated[0];
}

/** The name of the page's product or article, where neither title nor heading uses a word of it. */
function strangeName(document: PageDocument): string | undefined {
  const name = statedName(readStructuredData(document).nodes);
  if (name === undefined) return undefined;
  const words = wordsOf(name.toLowerCase()).filter((word) => word.length > 2);
  const headings = document.headings.filter(({ level }) => level <= 2).map(({ text }) => text);
  const shown = [titleOf(document) ?? '', ...headings].join(' ').toLowerCase();
  return words.length >= 2 && !words.some((word) => shown.includes(word)) ? name : undefined;
}

const filledBlocks = ({ jsonLd }: PageDocument) => jsonLd.filter((block) => block.trim() !== '');

/** One key for an address with and without a closing slash. */
const withoutSlash = (key: string) => key.replace(/\/$/u, '');

const ogp = 'The Open Graph protocol';

/** A tag that the template of every page should carry. */
function withoutMeta(
  name: string,
  text: Pick<DocumentCheck, 'title' | 'why' | 'remedy'> & { readonly source?: string },
): Omit<DocumentCheck, 'scope'> {
  const attribute = name.startsWith('og:') ? 'property' : 'name';
  return {
    id: `${name.replace(':', '_')}_missing`,
    severity: 'low',
    once: true,
    threshold: `No ${name}.`,
    source: ogp,
    ...text,
    find: (document) => when(metaOf(document, name) === undefined, `meta[${attribute}="${name}"]`, 'missing'),
  };
}

export const structuredDocumentChecks = onDocument([
  {
    id: 'jsonld_invalid',
    severity: 'high',
    weight: 5,
    title: 'The JSON-LD is not valid JSON.',
    why: 'One misplaced comma, and search engines ignore the whole block.',
    threshold: 'A JSON-LD script that is not JSON, comments around it and empty blocks forgiven.',
    remedy: 'Correct the JSON; generate it with a JSON library instead of joining strings.',
    source: 'Google Search Central, "Structured data general guidelines"',
    find: (document) =>
      whenAny(readStructuredData(document).invalid, 'script[type="application/ld+json"]', (block) =>
        block.trim(),
      ),
  },
  {
    id: 'jsonld_type_missing',
    severity: 'low',
    title: 'The JSON-LD has no @type.',
    why: 'Search engines cannot tell what it describes.',
    threshold: 'Valid JSON-LD on the page, and no @type in any of it.',
    remedy: 'Add @context and @type.',
    source: 'Google Search Central, "Introduction to structured data markup"',
    find: (document) => {
      const { nodes, invalid } = readStructuredData(document);
      const blocks = filledBlocks(document);
      const isUntyped = blocks.length > invalid.length && nodes.length === 0;
      return when(isUntyped, 'script[type="application/ld+json"]', blocks[0] ?? '');
    },
  },
  {
    id: 'structured_data_missing',
    severity: 'low',
    title: 'The page has no structured data.',
    why: 'Rich results and AI answers draw on it.',
    threshold: 'No JSON-LD, microdata or RDFa.',
    remedy: 'Add the type that fits, such as Article, Product, Organization or BreadcrumbList.',
    source: 'Google Search Central, "Introduction to structured data markup"',
    find: (document) =>
      when(
        structuredTypes(document).length === 0 && filledBlocks(document).length === 0,
        'document',
        'no JSON-LD, microdata or RDFa',
      ),
  },
  {
    id: 'rich_result_required_missing',
    severity: 'medium',
    weight: 4,
    title: 'Structured data lacks required properties.',
    why: 'Google shows no rich result without them.',
    threshold:
      'A thing in JSON-LD, microdata or RDFa without a property that Google requires of its type or of what it is part of: Product, Offer, AggregateRating, Review, BreadcrumbList, FAQPage, QAPage, Recipe, JobPosting, Event, LocalBusiness, VideoObject and others, with the types below them.',
    remedy: 'Add the properties named here, with the values that visitors see on the page.',
    source: 'Google Search Central, "Structured data markup that Google Search supports"',
    find: (document) => firstFault(faultsOf(document, lacking('required'))),
  },
  {
    id: 'rich_result_recommended_missing',
    severity: 'low',
    title: 'Structured data lacks recommended properties.',
    why: 'Google shows more, and shows it more often, where they are given.',
    threshold:
      'A thing that has all that is required and lacks a property that Google recommends for its type.',
    remedy: 'Add the properties where the page has the values.',
    source: 'Google Search Central, "Structured data markup that Google Search supports"',
    find: (document) =>
      firstFault(
        faultsOf(document, (node) =>
          lackingProperties(node, 'required').length > 0 ? [] : lacking('recommended')(node),
        ),
      ),
  },
  {
    id: 'structured_value_invalid',
    severity: 'medium',
    weight: 3,
    title: 'Structured data has invalid values.',
    why: 'Google ignores the property, and with it the rich result that needs it.',
    threshold:
      'A price that is not a plain number, a currency that is not a code of ISO 4217, a date or duration not of ISO 8601, a rating outside its bounds, a count that is no whole number, an address that is none.',
    remedy: 'Write the value in the format named here; the visible text may look different.',
    source: 'Google Search Central, "Structured data markup that Google Search supports"; schema.org',
    find: (document) => firstFault(faultsOf(document, wrongValues)),
  },
  {
    id: 'structured_data_outdated',
    severity: 'medium',
    weight: 3,
    title: 'Structured data describes a job or price that has expired.',
    why: 'Google removes expired jobs and prices from its results, and may act against a site that keeps them.',
    threshold: 'A validThrough of a JobPosting or a priceValidUntil of an offer more than a day in the past.',
    remedy: 'Remove the markup of what has expired, or update its date.',
    source:
      'Google Search Central, "Job posting (JobPosting) structured data", "Merchant listing structured data"',
    find: (document, _page, { crawl }) =>
      firstFault(faultsOf(document, (node) => outdatedValues(node, crawl.now))),
  },
  {
    id: 'structured_type_unknown',
    severity: 'low',
    title: 'Structured data uses a type that schema.org does not have.',
    why: 'Search engines do not know what to do with it.',
    threshold: 'A type in the vocabulary of schema.org that schema.org does not have.',
    remedy: 'Use the English name of the type as schema.org spells it, capitals included.',
    source: 'schema.org 30.0, all layers',
    find: (document) => {
      const unknown = unknownTypes(readStructuredData(document).nodes);
      return when(
        unknown.length > 0,
        'script[type="application/ld+json"], [itemtype], [typeof]',
        unknown.join(', '),
      );
    },
  },
  {
    id: 'structured_data_contradicts_page',
    severity: 'medium',
    weight: 4,
    title: 'Structured data contradicts the visible page.',
    why: 'Google requires markup to describe what visitors see, and removes rich results where it does not.',
    threshold:
      'No price of the product’s offers among the prices shown, on a page that shows prices; a name of the one product or article of which neither title nor headings use a word.',
    remedy: 'Fill both from the same data.',
    source: 'Google Search Central, "General structured data guidelines", quality guidelines',
    find: (document) => {
      const price = hiddenPrice(document);
      const name = strangeName(document);
      if (price !== undefined) return when(true, 'document', `price ${price} is none of the prices shown`);
      return when(name !== undefined, 'document', `"${name}" stands neither in the title nor in a heading`);
    },
  },
  withoutMeta('og:title', {
    title: 'The og:title tag is missing.',
    why: 'Previews of shared links fall back on the page title, brand and all.',
    remedy: 'Add `<meta property="og:title">`.',
  }),
  withoutMeta('og:description', {
    title: 'The og:description tag is missing.',
    why: 'Previews of shared links stay bare.',
    remedy: 'Add `<meta property="og:description">`.',
  }),
  withoutMeta('og:image', {
    title: 'The og:image tag is missing.',
    why: 'Shared links with an image get far more clicks.',
    remedy: 'Add `<meta property="og:image">` with a full address, 1200 by 630 pixels.',
  }),
  {
    id: 'og_image_relative',
    severity: 'low',
    title: 'The og:image address is relative.',
    why: 'Networks cannot load it.',
    threshold: 'An og:image without scheme and host.',
    remedy: 'Write the absolute address, with https.',
    source: ogp,
    find: (document) => {
      const image = metaOf(document, 'og:image');
      return when(
        image !== undefined && !/^https?:\/\//iu.test(image),
        'meta[property="og:image"]',
        image ?? '',
      );
    },
  },
  {
    id: 'og_url_mismatch',
    severity: 'low',
    title: 'og:url is not the page’s canonical address.',
    why: 'Likes and shares gather at the address in og:url.',
    threshold: 'An og:url that is neither the page nor its canonical; a closing slash does not matter.',
    remedy: 'Put the canonical address into og:url.',
    source: ogp,
    find: (document, page) => {
      const text = metaOf(document, 'og:url');
      const url = text === undefined ? undefined : resolveReference(text, page.url);
      const own = [page.key, pageKey(page.indexability.canonical ?? page.url)].map(withoutSlash);
      const isOther = url !== undefined && !own.includes(withoutSlash(pageKey(url)));
      return when(isOther, 'meta[property="og:url"]', text ?? '');
    },
  },
  withoutMeta('twitter:card', {
    title: 'The twitter:card tag is missing.',
    why: 'X and others show a small preview or none.',
    remedy: 'Add `<meta name="twitter:card" content="summary_large_image">`.',
    source: 'X Developer Platform, "About Cards"',
  }),
]);
