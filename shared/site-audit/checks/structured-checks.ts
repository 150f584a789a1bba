import type { PageDocument } from '../document/page-document.ts';
import { type JsonLdNode, readJsonLd, structuredTypes } from '../document/structured-data.ts';
import { pageKey, resolveReference } from '../site-scope.ts';
import { onDocument } from './check.ts';
import { when, whenAny } from './evidence.ts';

/**
 * Properties without which Google shows no rich result, by type, as of 2026;
 * alternatives are joined by `|`. Nested values are not looked into.
 */
const requiredProperties: Readonly<Record<string, readonly string[]>> = {
  Product: ['name', 'offers|review|aggregateRating'],
  BreadcrumbList: ['itemListElement'],
  FAQPage: ['mainEntity'],
  QAPage: ['mainEntity'],
  Recipe: ['name', 'image'],
  JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation|jobLocationType'],
  Event: ['name', 'startDate', 'location'],
  LocalBusiness: ['name', 'address'],
  VideoObject: ['name', 'thumbnailUrl', 'uploadDate'],
  Review: ['itemReviewed|reviewRating', 'author'],
  AggregateRating: ['ratingValue', 'ratingCount|reviewCount'],
  SoftwareApplication: ['name', 'offers|aggregateRating'],
  Course: ['name', 'description'],
  Book: ['name', 'author'],
};

const metaOf = ({ metas }: PageDocument, name: string) =>
  metas.find((meta) => meta.name === name && meta.content.trim() !== '')?.content.trim();

function missingProperties({ types, properties }: JsonLdNode): readonly string[] {
  const required = types.flatMap((type) =>
    Object.hasOwn(requiredProperties, type) ? (requiredProperties[type] ?? []) : [],
  );
  return required.filter((names) => !names.split('|').some((name) => isFilled(properties[name])));
}

function isFilled(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

/** A node that points to another by its id has its properties there; one that is only named within another is a mention. */
function isReference({ properties, isNested }: JsonLdNode): boolean {
  const own = Object.keys(properties).filter((key) => !key.startsWith('@')).length;
  return own <= 1 && (isNested || Object.hasOwn(properties, '@id'));
}

const filledBlocks = ({ jsonLd }: PageDocument) => jsonLd.filter((block) => block.trim() !== '');

/** One key for an address with and without a closing slash. */
const withoutSlash = (key: string) => key.replace(/\/$/u, '');

const ogp = 'The Open Graph protocol';

export const structuredDocumentChecks = onDocument([
  {
    id: 'jsonld_invalid',
    severity: 'high',
    weight: 5,
    title: 'Structured data cannot be read.',
    why: 'One misplaced comma and the whole block counts for nothing.',
    threshold: 'A JSON-LD script that is not JSON, comments around it and empty blocks forgiven.',
    remedy: 'Correct the JSON; build it with a JSON function, not by joining strings.',
    source: 'Google Search Central, "Structured data general guidelines"',
    find: (document) =>
      whenAny(readJsonLd(document).invalid, 'script[type="application/ld+json"]', (block) => block.trim()),
  },
  {
    id: 'jsonld_type_missing',
    severity: 'low',
    title: 'Structured data says nothing about what it describes.',
    why: 'Without a type no consumer can use it.',
    threshold: 'Valid JSON-LD on the page, and no @type in any of it.',
    remedy: 'Add @context and @type.',
    source: 'Google Search Central, "Introduction to structured data markup"',
    find: (document) => {
      const { nodes, invalid } = readJsonLd(document);
      const blocks = filledBlocks(document);
      const isUntyped = blocks.length > invalid.length && nodes.length === 0;
      return when(isUntyped, 'script[type="application/ld+json"]', blocks[0] ?? '');
    },
  },
  {
    id: 'structured_data_missing',
    severity: 'low',
    title: 'The page carries no structured data.',
    why: 'Rich results and AI answers draw on it; without, they have to guess.',
    threshold: 'No JSON-LD, microdata or RDFa.',
    remedy: 'Describe the page with the type that fits: Article, Product, Organization, BreadcrumbList.',
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
    title: 'Structured data lacks what a rich result needs.',
    why: 'Google shows no rich result without these properties.',
    threshold:
      'A JSON-LD node of Product, BreadcrumbList, FAQPage, Recipe, JobPosting, Event and other types without a property that Google requires.',
    remedy: 'Add the property, with what visitors can see on the page.',
    source: 'Google Search Central, "Structured data markup that Google Search supports"',
    find: (document) =>
      whenAny(
        readJsonLd(document).nodes.filter((node) => !isReference(node) && missingProperties(node).length > 0),
        'script[type="application/ld+json"]',
        (node) =>
          `${node.types.join(', ')} without ${missingProperties(node).join(', ').replaceAll('|', ' or ')}`,
      ),
  },
  {
    id: 'og_title_missing',
    severity: 'low',
    once: true,
    title: 'Shared links have no title of their own.',
    why: 'Networks and messengers fall back on the page title, brand and all.',
    threshold: 'No og:title.',
    remedy: 'Add `<meta property="og:title">`.',
    source: ogp,
    find: (document) =>
      when(metaOf(document, 'og:title') === undefined, 'meta[property="og:title"]', 'missing'),
  },
  {
    id: 'og_description_missing',
    severity: 'low',
    once: true,
    title: 'Shared links have no description.',
    why: 'The preview stays bare.',
    threshold: 'No og:description.',
    remedy: 'Add `<meta property="og:description">`.',
    source: ogp,
    find: (document) =>
      when(metaOf(document, 'og:description') === undefined, 'meta[property="og:description"]', 'missing'),
  },
  {
    id: 'og_image_missing',
    severity: 'low',
    once: true,
    title: 'Shared links have no image.',
    why: 'Links with an image are clicked far more.',
    threshold: 'No og:image.',
    remedy: 'Add `<meta property="og:image">` with a full address, 1200 by 630 pixels.',
    source: ogp,
    find: (document) =>
      when(metaOf(document, 'og:image') === undefined, 'meta[property="og:image"]', 'missing'),
  },
  {
    id: 'og_image_relative',
    severity: 'low',
    title: 'The image of shared links has a relative address.',
    why: 'Networks cannot load it.',
    threshold: 'An og:image without scheme and host.',
    remedy: 'Write the full address.',
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
    title: 'Shared links are counted for another page.',
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
  {
    id: 'twitter_card_missing',
    severity: 'low',
    once: true,
    title: 'No card type is set for shared links.',
    why: 'X and others show a small preview or none.',
    threshold: 'No twitter:card.',
    remedy: 'Add `<meta name="twitter:card" content="summary_large_image">`.',
    source: 'X Developer Platform, "About Cards"',
    find: (document) =>
      when(metaOf(document, 'twitter:card') === undefined, 'meta[name="twitter:card"]', 'missing'),
  },
]);
