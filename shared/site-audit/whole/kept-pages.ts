import * as v from 'valibot';
import { isRecord } from '#shared/platform/is-record.ts';
import { checkCatalog } from '../checks/catalog.ts';
import type { Evidence } from '../checks/check.ts';
import type { Finding } from '../checks/run-checks.ts';
import type { FailedPage, MovedPage, PageRecord } from '../crawl/page-record.ts';
import type { Probe } from '../crawl/probe.ts';
import type { PageDocument } from '../document/page-document.ts';

/** What a slice of a crawl has read, each on a line of its own. */
export type KeptLine =
  | { readonly kind: 'page'; readonly page: PageRecord }
  | { readonly kind: 'finding'; readonly id: string; readonly url: string; readonly evidence: Evidence }
  | { readonly kind: 'failure'; readonly failure: FailedPage }
  | { readonly kind: 'move'; readonly move: MovedPage }
  | { readonly kind: 'canonical'; readonly key: string; readonly probe: Probe };

const lineKinds = new Set(['page', 'finding', 'failure', 'move', 'canonical']);

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

const nothing: ReadonlyMap<string, number> = new Map();

/**
 * A page with what comparing it with others needs, and without the rest: its
 * own checks have run. A tenth of what the page held.
 */
export function comparable(page: PageRecord): PageRecord {
  const { document, response } = page;
  return {
    ...page,
    response: { ...response, headers: {} },
    document: document && comparableDocument(document),
  };
}

function comparableDocument(document: PageDocument): PageDocument {
  return {
    ...document,
    metas: document.metas.filter(({ name }) => name === 'description' || name === 'robots'),
    links: document.links.filter(({ hreflang }) => hreflang !== undefined),
    headings: document.headings.filter(({ level }) => level === 1),
    anchors: document.anchors.map((anchor) => ({ ...anchor, label: '', text: '' })),
    subresources: document.subresources.filter(({ tag }) => tag === 'script' || tag === 'link'),
    images: [],
    forms: [],
    jsonLd: [],
    items: [],
    iframes: [],
    plugins: [],
    noscripts: [],
    duplicateIds: [],
    tagCounts: nothing,
  };
}

const checkById = new Map(checkCatalog.map((check) => [check.id, check]));

/** A finding as it was kept; undefined where its check is gone since. */
export function findingOf({
  id,
  url,
  evidence,
}: Extract<KeptLine, { kind: 'finding' }>): Finding | undefined {
  const check = checkById.get(id);
  return check && { check, url, evidence };
}

/** Gives equal texts one place in memory: links of a site repeat. */
export function createTextPool() {
  const texts = new Map<string, string>();
  const pooled = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return (page: PageRecord): PageRecord => {
    const { document } = page;
    if (document === undefined) return page;
    const anchors = document.anchors.map(({ href, ...anchor }) => ({
      ...anchor,
      href: href === undefined ? undefined : pooled(href),
    }));
    const subresources = document.subresources.map((file) => ({ ...file, url: pooled(file.url) }));
    const fragmentTargets = new Set([...document.fragmentTargets].map(pooled));
    return { ...page, document: { ...document, anchors, subresources, fragmentTargets } };
  };
}
