import { lastSegment } from './item-reader.ts';
import type { ItemDraft, PageMarkup } from './page-document.ts';

/** A value of structured data; items of microdata and RDFa have lists of values where JSON-LD may have one. */
type Properties = Readonly<Record<string, unknown>>;

/** One thing that a page describes, in whichever of the three syntaxes. */
export interface StructuredNode {
  readonly types: readonly string[];
  /** It is the value of another node's property, and so may be no more than a mention. */
  readonly isNested: boolean;
  /** The node whose property it is the value of. */
  readonly within: { readonly types: readonly string[]; readonly property: string } | undefined;
  /** Under their plain names, as written; `@id` and `@type` as JSON-LD has them. */
  readonly properties: Properties;
  /** Where it stands. */
  readonly selector: string;
  /** Its vocabulary is schema.org's, so that a type of another name is a mistake. */
  readonly isSchemaOrg: boolean;
}

interface StructuredReading {
  readonly nodes: readonly StructuredNode[];
  /** Blocks of JSON-LD that are not JSON, as written. */
  readonly invalid: readonly string[];
}

/** By the list of blocks, which stays the same while a page is put together. */
const readings = new WeakMap<PageMarkup['jsonLd'], StructuredReading>();
/** Nodes read; hostile pages may nest millions. */
const mostNodes = 2000;
const jsonLdSelector = 'script[type="application/ld+json"]';

/** Reads the structured data of a page once. Comments and CDATA marks around a block are forgiven, as Google does. */
export function readStructuredData(page: PageMarkup): StructuredReading {
  const known = readings.get(page.jsonLd);
  if (known !== undefined) return known;
  const nodes: StructuredNode[] = page.items.filter(({ isWhole }) => isWhole).map(nodeOfItem);
  const invalid: string[] = [];
  for (const block of page.jsonLd) {
    // Templates leave empty blocks where there is nothing to say.
    if (block.trim() === '') continue;
    const parsed = parseBlock(block);
    if (parsed === undefined) invalid.push(block);
    else collect(parsed.value, nodes);
  }
  const reading = { nodes, invalid };
  readings.set(page.jsonLd, reading);
  return reading;
}

/** Names of all schema.org types that the page declares, in JSON-LD, microdata or RDFa. */
export function structuredTypes(page: PageMarkup): readonly string[] {
  const inJsonLd = readStructuredData(page).nodes.filter(({ selector }) => selector === jsonLdSelector);
  return [...inJsonLd, ...page.items].flatMap(({ types }) => types);
}

/** The values of a property, one or many. */
export function valuesOf(
  { properties }: Pick<StructuredNode, 'properties'>,
  name: string,
): readonly unknown[] {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (value === undefined) return none;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => each !== undefined && each !== null && each !== '');
}

const none: readonly unknown[] = [];

function nodeOfItem({ types, within, selector, properties, isSchemaOrg }: ItemDraft): StructuredNode {
  const isNested = within !== undefined && !ownPlaces.has(within.property);
  return { types, isNested, within, selector, properties: { '@type': types, ...properties }, isSchemaOrg };
}

function parseBlock(block: string): { readonly value: unknown } | undefined {
  const text = block
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/u, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)$/u, '');
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

/** Properties whose values stand for themselves, as if they were at the top. */
const ownPlaces = new Set(['mainEntity', 'hasVariant']);

interface Found {
  readonly value: unknown;
  readonly within: StructuredNode['within'];
  readonly isSchemaOrg: boolean;
}

function collect(root: unknown, nodes: StructuredNode[]): void {
  const queue: Found[] = [{ value: root, within: undefined, isSchemaOrg: false }];
  for (let seen = 0; seen < mostNodes; seen += 1) {
    const next = queue.pop();
    if (next === undefined) return;
    if (Array.isArray(next.value))
      queue.push(...next.value.slice(0, mostNodes).map((value: unknown) => ({ ...next, value })));
    else if (isObject(next.value)) queue.push(...visitObject(next.value, next, nodes));
  }
}

function visitObject(
  value: Properties,
  { within, isSchemaOrg: isOuter }: Found,
  nodes: StructuredNode[],
): Found[] {
  const types = typesOf(value);
  const isSchemaOrg = isOuter || JSON.stringify(value['@context'] ?? '').includes('schema.org');
  if (types.length > 0) {
    const isNested = within !== undefined && !ownPlaces.has(within.property);
    const properties = underPlainNames(value);
    nodes.push({ types, isNested, within, properties, selector: jsonLdSelector, isSchemaOrg });
  }
  return Object.entries(value)
    .slice(0, 200)
    .map(([property, each]) => ({
      value: each,
      within: property === '@graph' ? undefined : { types, property: lastSegment(property) },
      isSchemaOrg,
    }));
}

const vocabulary = /^(?:schema:|https?:\/\/schema\.org\/)/u;

/** JSON-LD may write the vocabulary before each name. */
function underPlainNames(value: Properties): Properties {
  if (!Object.keys(value).some((name) => vocabulary.test(name))) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.replace(vocabulary, ''), each]),
  );
}

export function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The types that a node names for itself, as written. */
export function writtenTypes(properties: Properties): readonly string[] {
  const type = properties['@type'];
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.filter((name) => typeof name === 'string');
}

const typesOf = (properties: Properties) => writtenTypes(properties).map(lastSegment);
