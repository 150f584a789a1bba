import { lastSegment } from '../document/item-reader.ts';
import children from '../document/schema-types.json' with { type: 'json' };
import { isObject, type StructuredNode, valuesOf, writtenTypes } from '../document/structured-data.ts';

/**
 * What Google demands of a type before it shows a rich result, and what it recommends, as of 2026
 * (Search Central, "Structured data markup that Google Search supports"); alternatives are joined by `|`.
 * A type without a rule of its own is judged by that of the nearest type above it.
 */
interface TypeRule {
  readonly required: readonly string[];
  readonly recommended?: readonly string[];
  /** Only there does the rule hold, by the property that holds the node; everywhere where left out. */
  readonly within?: readonly string[];
  /** Only within things of these types and those below them. */
  readonly of?: readonly string[];
}

const rules: Readonly<Record<string, TypeRule>> = {
  Article: { required: [], recommended: ['headline', 'image', 'datePublished', 'author'] },
  BreadcrumbList: { required: ['itemListElement'] },
  ListItem: { required: ['position', 'name|item|url'], within: ['itemListElement'] },
  Course: { required: ['name', 'description'], recommended: ['provider'] },
  Dataset: { required: ['name', 'description'], recommended: ['license', 'creator'] },
  DiscussionForumPosting: { required: ['author', 'datePublished', 'text|image|video|sharedContent'] },
  Event: {
    required: ['name', 'startDate', 'location'],
    recommended: ['endDate', 'eventStatus', 'image', 'offers', 'organizer'],
  },
  FAQPage: { required: ['mainEntity'] },
  QAPage: { required: ['mainEntity'] },
  Question: { required: ['name', 'acceptedAnswer|suggestedAnswer'], within: ['mainEntity'] },
  Answer: { required: ['text'] },
  JobPosting: {
    required: [
      'title',
      'description',
      'datePosted',
      'hiringOrganization',
      'jobLocation|jobLocationType|applicantLocationRequirements',
    ],
    recommended: ['validThrough', 'employmentType', 'baseSalary'],
  },
  LocalBusiness: {
    required: ['name', 'address'],
    recommended: ['telephone', 'openingHours|openingHoursSpecification'],
  },
  Product: {
    required: ['name', 'offers|review|aggregateRating'],
    recommended: [
      'image',
      'description',
      'brand',
      'sku|gtin|gtin8|gtin12|gtin13|gtin14|mpn|isbn|productGroupID',
    ],
  },
  Offer: {
    required: ['price|priceSpecification', 'priceCurrency|priceSpecification'],
    recommended: ['availability'],
    within: ['offers'],
    of: ['Product'],
  },
  // An event to schema.org; Google asks nothing of it where the course has what it needs.
  CourseInstance: { required: [] },
  AggregateOffer: { required: ['lowPrice', 'priceCurrency'] },
  AggregateRating: { required: ['ratingValue', 'ratingCount|reviewCount'] },
  Review: { required: ['itemReviewed|reviewRating', 'author'] },
  Rating: { required: ['ratingValue'], within: ['reviewRating'] },
  ClaimReview: { required: ['claimReviewed', 'reviewRating', 'url'] },
  Recipe: {
    required: ['name', 'image'],
    recommended: ['recipeIngredient', 'recipeInstructions', 'totalTime|cookTime', 'author'],
  },
  SoftwareApplication: { required: ['name', 'offers|aggregateRating|review'] },
  VideoObject: { required: ['name', 'thumbnailUrl', 'uploadDate'], recommended: ['description', 'duration'] },
  Book: { required: ['name', 'author'] },
  ProfilePage: { required: ['mainEntity'] },
};

const parents = new Map<string, string[]>();
for (const [parent, names] of Object.entries(children))
  for (const name of names.split(' ')) parents.set(name, [...(parents.get(name) ?? []), parent]);

/** Whether schema.org has, or once had, a type of this name. */
const isKnownType = (type: string): boolean => type === 'Thing' || parents.has(type);

/** A type and all above it, the nearest first. */
function lineOf(type: string): readonly string[] {
  const seen = new Set([type]);
  for (const each of seen) for (const parent of parents.get(each) ?? []) seen.add(parent);
  return [...seen];
}

/** The rule of each type that has one, or the nearest type above it that has. */
const ruleByType = new Map(
  [...parents.keys()].map((type) => {
    const named = lineOf(type).find((each) => Object.hasOwn(rules, each));
    return [type, named === undefined ? undefined : rules[named]] as const;
  }),
);
const ruleOf = (type: string): TypeRule | undefined => ruleByType.get(type);

/** Whether a rule holds for a node where it stands. */
function holdsAt({ within, of }: TypeRule, place: StructuredNode['within']): boolean {
  if (within?.includes(place?.property ?? '') === false) return false;
  return of === undefined || (place?.types ?? []).flatMap(lineOf).some((type) => of.includes(type));
}

/** Nothing but its id, its type or its name: it stands for a thing that is described elsewhere. */
function isMention(node: StructuredNode): boolean {
  const own = Object.keys(node.properties).filter((key) => !key.startsWith('@'));
  if (Object.hasOwn(node.properties, '@id') && own.length <= 1) return true;
  return node.isNested && own.every((key) => ['name', 'url', 'item'].includes(key)) && !isPart(node);
}

/** Types that describe nothing elsewhere: what they lack here they lack. */
const parts = new Set([
  'Offer',
  'AggregateOffer',
  'AggregateRating',
  'Rating',
  'Answer',
  'Question',
  'ListItem',
]);
const isPart = ({ types }: StructuredNode) => types.some((type) => parts.has(type));

/** Properties that the node lacks, of those that are required or recommended; alternatives joined by ` or `. */
export function lackingProperties(node: StructuredNode, kind: 'required' | 'recommended'): readonly string[] {
  if (isMention(node)) return [];
  const wanted = node.types.flatMap((type) => {
    const rule = ruleOf(type);
    return rule !== undefined && holdsAt(rule, node.within) ? (rule[kind] ?? []) : [];
  });
  const lacking = [...new Set(wanted)].filter(
    (names) => !names.split('|').some((name) => valuesOf(node, name).length > 0),
  );
  // A review within a thing is of that thing.
  const isOfItsPlace = (names: string) => names.startsWith('itemReviewed') && node.within !== undefined;
  return lacking.filter((names) => !isOfItsPlace(names)).map((names) => names.replaceAll('|', ' or '));
}

const decimal = /^-?\d+(?:\.\d+)?$/u;
const iso =
  /^\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/iu;
const duration = /^P(?!$)(?:\d+(?:\.\d+)?[YMWD])*(?:T(?=\d)(?:\d+(?:\.\d+)?[HMS])+)?$/u;
const currencies = new Set(Intl.supportedValuesOf('currency'));

const isDate = (text: string) => iso.test(text) && !Number.isNaN(Date.parse(text.slice(0, 10)));
const isAddress = (text: string) => !/\s/u.test(text) && URL.canParse(text, 'https://host.example/');

/** How the value of a property is written, and what is said where it is not. */
interface Format {
  readonly properties: readonly string[];
  readonly says: string;
  accepts(text: string, node: StructuredNode): boolean;
}

const formats: readonly Format[] = [
  {
    properties: ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'],
    says: 'is no plain number such as 1299.50',
    accepts: (text) => decimal.test(text),
  },
  {
    properties: ['priceCurrency'],
    says: 'is no currency code of ISO 4217 such as EUR',
    accepts: (text) => currencies.has(text),
  },
  {
    properties: [
      ...['datePublished', 'dateModified', 'dateCreated', 'datePosted', 'uploadDate', 'startDate', 'endDate'],
      ...['validThrough', 'validFrom', 'priceValidUntil'],
    ],
    says: 'is no date of ISO 8601 such as 2026-03-28',
    accepts: isDate,
  },
  {
    properties: ['duration', 'totalTime', 'cookTime', 'prepTime'],
    says: 'is no duration of ISO 8601 such as PT1H30M',
    accepts: (text) => duration.test(text),
  },
  { properties: ['ratingValue'], says: 'is no rating between the worst and the best', accepts: isRating },
  {
    properties: ['ratingCount', 'reviewCount', 'answerCount', 'position'],
    says: 'is no whole number',
    accepts: (text) => /^\d+$/u.test(text),
  },
  {
    properties: ['image', 'logo', 'thumbnailUrl', 'contentUrl', 'embedUrl', 'url', 'sameAs'],
    says: 'is not an address',
    accepts: isAddress,
  },
];

/** A plain number, a percentage or a fraction within `worstRating` and `bestRating`, which are 1 and 5 where not said. */
function isRating(text: string, node: StructuredNode): boolean {
  const [, part = '', of] = /^(\d+(?:\.\d+)?)\s*(?:%|\/\s*(\d+(?:\.\d+)?))?$/u.exec(text) ?? [];
  if (part === '') return false;
  if (of !== undefined) return Number(part) <= Number(of);
  if (text.includes('%')) return Number(part) <= 100;
  const bound = (name: string, fallback: number) => Number(valuesOf(node, name)[0] ?? fallback);
  return Number(part) <= bound('bestRating', 5) && Number(part) >= Math.min(bound('worstRating', 1), 1);
}

/** Values that are not written as their property demands, each as a sentence's end. */
export function wrongValues(node: StructuredNode): readonly string[] {
  const type = node.types.join(', ');
  return formats.flatMap(({ properties, says, accepts }) =>
    properties.flatMap((property) =>
      plainValues(node, property)
        .filter((text) => !accepts(text, node))
        .map((text) => `${property} ${JSON.stringify(text)} of ${type} ${says}`),
    ),
  );
}

/** Values that are texts or numbers; things and references are judged by themselves. */
function plainValues(node: StructuredNode, property: string): readonly string[] {
  return valuesOf(node, property)
    .map((value) => (isObject(value) && Object.hasOwn(value, '@value') ? value['@value'] : value))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => String(value).trim())
    .filter((text) => text !== '');
}

/** What a page offers after its day: vacancies that are over and prices that no longer hold. `now` in epoch milliseconds. */
export function outdatedValues(node: StructuredNode, now: number): readonly string[] {
  const of = (property: string) =>
    plainValues(node, property)
      .filter((text) => isDate(text) && endOf(text) < now)
      .map((text) => `${property} ${text} of ${node.types.join(', ')} is over`);
  if (node.types.includes('JobPosting')) return of('validThrough');
  return node.types.some((type) => ['Offer', 'AggregateOffer'].includes(type)) ? of('priceValidUntil') : [];
}

/** A day holds until it ends everywhere. */
const endOf = (text: string) => Date.parse(text.slice(0, 10)) + 36 * 3_600_000;

/** Prices that the page's own offers state, as numbers. */
export function statedPrices(nodes: readonly StructuredNode[]): readonly number[] {
  return nodes
    .filter(({ types, within }) => types.includes('Offer') && within?.types.includes('Product') === true)
    .flatMap((node) => plainValues(node, 'price'))
    .filter((text) => decimal.test(text))
    .map(Number);
}

/** Name of the one product or article that the page is about; undefined where there are several or none. */
export function statedName(nodes: readonly StructuredNode[]): string | undefined {
  const subjects = nodes.filter(
    ({ types, within }) =>
      within === undefined && types.some((type) => type === 'Product' || ruleOf(type) === rules.Article),
  );
  const [subject] = subjects;
  if (subject === undefined || subjects.length > 1) return undefined;
  return plainValues(subject, 'name')[0] ?? plainValues(subject, 'headline')[0];
}

/** Types of the page that schema.org does not know, by the nodes that claim to be in its vocabulary. */
export function unknownTypes(nodes: readonly StructuredNode[]): readonly string[] {
  const claimed = nodes.filter(({ isSchemaOrg }) => isSchemaOrg);
  const names = claimed.flatMap(({ properties }) => writtenTypes(properties)).filter(isPlain);
  return [...new Set(names)].filter((type) => !isKnownType(lastSegment(type)));
}

/** In the vocabulary itself; a prefix of its own belongs to another. */
const isPlain = (type: string) => /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)?[^:/#]+$/u.test(type);
