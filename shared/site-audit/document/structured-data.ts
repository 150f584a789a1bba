import type { PageMarkup } from './page-document.ts';

export interface JsonLdNode {
  readonly types: readonly string[];
  /** It is the value of another node's property, and so may be no more than a mention. */
  readonly isNested: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface JsonLdReading {
  readonly nodes: readonly JsonLdNode[];
  /** Blocks that are not JSON, as written. */
  readonly invalid: readonly string[];
}

/** By the list of blocks, which stays the same while a page is put together. */
const readings = new WeakMap<PageMarkup['jsonLd'], JsonLdReading>();
/** Nodes read; hostile pages may nest millions. */
const mostNodes = 2000;

/** Reads the JSON-LD of a page once. Comments and CDATA marks around a block are forgiven, as Google does. */
export function readJsonLd(page: PageMarkup): JsonLdReading {
  const known = readings.get(page.jsonLd);
  if (known !== undefined) return known;
  const nodes: JsonLdNode[] = [];
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
  const annotated = page.annotatedTypes.flatMap((value) => value.split(/\s+/u)).map(lastSegment);
  return [...readJsonLd(page).nodes.flatMap(({ types }) => types), ...annotated].filter(
    (type) => type !== '',
  );
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
const ownPlaces = new Set(['@graph', 'mainEntity', 'hasVariant']);

function collect(root: unknown, nodes: JsonLdNode[]): void {
  const queue = [{ value: root, isNested: false }];
  for (let seen = 0; seen < mostNodes; seen += 1) {
    const next = queue.pop();
    if (next === undefined) return;
    const { value, isNested } = next;
    if (Array.isArray(value))
      queue.push(...value.slice(0, mostNodes).map((each) => ({ value: each, isNested })));
    else if (isObject(value)) {
      const types = typeNames(value['@type']);
      if (types.length > 0) nodes.push({ types, isNested, properties: value });
      const members = Object.entries(value).slice(0, 200);
      queue.push(...members.map(([name, each]) => ({ value: each, isNested: !ownPlaces.has(name) })));
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeNames(type: unknown): readonly string[] {
  const names = Array.isArray(type) ? type : [type];
  return names.filter((name) => typeof name === 'string').map(lastSegment);
}

function lastSegment(type: string): string {
  return type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf(':'), type.lastIndexOf('#')) + 1);
}
