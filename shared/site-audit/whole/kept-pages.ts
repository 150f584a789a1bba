import * as v from 'valibot';
import { isRecord } from '#shared/platform/is-record.ts';
import { checkCatalog } from '../checks/catalog.ts';
import type { Evidence } from '../checks/check.ts';
import type { Finding } from '../checks/run-checks.ts';
import type { FailedPage, MovedPage, PageRecord } from '../crawl/page-record.ts';
import type { Probe } from '../crawl/probe.ts';
import type { PageDocument, Prose } from '../document/page-document.ts';

/** What a slice of a crawl has read, each on a line of its own. */
export type KeptLine =
  | { readonly kind: 'page'; readonly page: PageRecord }
  | { readonly kind: 'finding'; readonly id: string; readonly url: string; readonly evidence: Evidence }
  | { readonly kind: 'failure'; readonly failure: FailedPage }
  | { readonly kind: 'move'; readonly move: MovedPage }
  | { readonly kind: 'canonical'; readonly key: string; readonly probe: Probe }
  /** A file, or a page of another site, that pages refer to. */
  | { readonly kind: 'asked'; readonly probe: Probe };

const lineKinds = new Set(['page', 'finding', 'failure', 'move', 'canonical', 'asked']);

const line = v.custom<KeptLine>(
  (value) => isRecord(value) && typeof value.kind === 'string' && lineKinds.has(value.kind),
);

/** Written by this service alone, so that its kind is enough to know it by. */
export const readLine = (text: string): KeptLine => v.parse(line, fromText(text));

/** JSON that also holds maps, sets and addresses. */
export function toText(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, name: string, member: unknown) {
    const raw = isRecord(this) || Array.isArray(this) ? Reflect.get(this, name) : member;
    if (raw instanceof URL) return { $url: raw.href };
    if (raw instanceof Map) return { $map: [...raw] };
    return raw instanceof Set ? { $set: [...raw] } : member;
  });
}

export function fromText(text: string): unknown {
  return JSON.parse(text, (_name, member: unknown) => {
    if (!isRecord(member)) return member;
    const { $url, $map, $set } = member;
    if (typeof $url === 'string') return new URL($url);
    if (Array.isArray($map)) return new Map($map);
    return Array.isArray($set) ? new Set($set) : member;
  });
}

/**
 * A page with what comparing it with others needs, and without the rest: its
 * own checks have run. A tenth of what the page held.
 */
export function comparable(page: PageRecord): PageRecord {
  const { document, response } = page;
  return {
    ...page,
    response: { ...response, headers: {} },
    document: document && {
      ...withoutOwn(document),
      anchors: document.anchors.map((anchor) => ({ ...anchor, label: '', text: '' })),
      subresources: document.subresources,
      fragmentTargets: document.fragmentTargets,
    },
  };
}

/** The same once its references are read: a tenth again. */
export function withoutReferences(page: PageRecord): PageRecord {
  const { document } = page;
  if (document === undefined) return page;
  const { fragmentTargets } = document;
  const names = fragmentTargets instanceof Set ? hashesOf(fragmentTargets) : undefined;
  const places = { has: (name: string) => names?.includes(hashOf(name)) === true };
  return { ...page, document: { ...withoutOwn(document), fragmentTargets: places } };
}

const none: readonly never[] = [];
const noCounts: ReadonlyMap<string, number> = new Map();
const noProse: Prose = {
  ...{ bytes: 0, titleShare: 1, prices: none, loremIpsum: undefined, placeholder: undefined },
  ...{ hiddenText: undefined, language: undefined, readingEase: undefined },
};

/** What no comparison asks for is one and the same for all pages. */
function withoutOwn(document: PageDocument): PageDocument {
  return {
    ...document,
    prose: noProse,
    metas: document.metas.filter(({ name }) => name === 'description' || name === 'refresh'),
    links: document.links.filter(({ hreflang, rels }) => hreflang !== undefined || rels.includes('amphtml')),
    headings: document.headings.filter(({ level }) => level === 1).slice(0, 1),
    anchors: none,
    subresources: none,
    fragmentTargets: new Set(none),
    images: none,
    forms: none,
    jsonLd: none,
    items: none,
    iframes: none,
    frames: none,
    plugins: none,
    duplicateIds: none,
    obsoleteTags: none,
    strayHeadTags: none,
    tagCounts: noCounts,
  };
}

/** Names of places are only ever looked for. */
const hashesOf = (names: Iterable<string>) => Uint32Array.from(Iterator.from(names).map(hashOf));

/** FNV-1a (Fowler, Noll, Vo). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

const checkById = new Map(checkCatalog.map((check) => [check.id, check]));

/** Gives equal texts one place in memory: evidence and addresses of a site repeat. */
export function createTextPool() {
  const texts = new Map<string, string>();
  return (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}

/** A finding as it was kept; undefined where its check is gone since. */
export function findingOf(
  { id, url, evidence: { selector, excerpt } }: Extract<KeptLine, { kind: 'finding' }>,
  pooled: (text: string) => string,
): Finding | undefined {
  const check = checkById.get(id);
  return (
    check && {
      ...{ check, url: pooled(url) },
      evidence: { selector: pooled(selector), excerpt: pooled(excerpt) },
    }
  );
}
