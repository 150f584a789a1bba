import * as v from 'valibot';
import { isRecord } from '#shared/platform/is-record.ts';
import type { Indexability } from '../document/indexability.ts';
import type { PageDocument, Prose } from '../document/page-document.ts';
import { ownText } from '../document/words.ts';
import type { PageRecord } from './page-record.ts';

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
  return JSON.parse(text, (_name, member: unknown) => (isRecord(member) ? revived(member) : member));
}

function revived(member: Record<string, unknown>): unknown {
  const { $url, $map, $set } = member;
  if (typeof $url === 'string') return new URL($url);
  if (Array.isArray($map)) return new Map($map);
  return Array.isArray($set) ? new Set($set) : member;
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

/** Hashes of the names of places in a page, which are only ever looked for. */
export function placesIn(document: PageDocument | undefined): Uint32Array<ArrayBuffer> {
  const names: ReadonlySet<unknown> =
    document?.fragmentTargets instanceof Set ? document.fragmentTargets : noPlaces;
  return Uint32Array.from(names.values().map((name) => hashOf(String(name))));
}

const placesOf = (hashes: () => Uint32Array) => ({
  has: (name: string) => hashes().includes(hashOf(name)),
});

/** A page in parts that are read apart, without what is the same of all pages. */
export function shelvedTexts(page: PageRecord) {
  const { indexability, document, ...rest } = page;
  return {
    text: JSON.stringify(rest),
    document: document && JSON.stringify({ ...withoutOwn(document), ...absent }),
    indexability: toText(indexability),
  };
}

const shelvedPage = v.custom<Omit<PageRecord, 'indexability' | 'document'>>(isRecord);
const shelvedDocument = v.custom<PageDocument>(isRecord);
const shelvedIndexability = v.custom<Indexability>(isRecord);

export const pageFrom = (text: string) => v.parse(shelvedPage, JSON.parse(text));

/** `names` gives the hashes of the names of places in it. */
export function documentFrom(text: string, names: () => unknown): PageDocument {
  const fragmentTargets = placesOf(() => {
    const bytes = names();
    return bytes instanceof Uint8Array ? new Uint32Array(Uint8Array.from(bytes).buffer) : new Uint32Array();
  });
  return Object.assign(v.parse(shelvedDocument, JSON.parse(text)), nothingOwn, { fragmentTargets });
}

export const indexabilityFrom = (text: string): Indexability => v.parse(shelvedIndexability, fromText(text));

const none: readonly never[] = [];
const noPlaces: ReadonlySet<string> = new Set();
/** Lists of nothing are one and the same. */
const few = <Item>(list: readonly Item[]): readonly Item[] => (list.length === 0 ? none : list);

const plainPage = v.custom<PageRecord>((value) => isRecord(value) && typeof value.key === 'string');

/**
 * The same once its references are read, a tenth again; and nothing of it a piece of the page's text, since the
 * engine keeps all of a text as long as any piece of it.
 */
export function apart(page: PageRecord): PageRecord {
  const { document, response } = page;
  if (document === undefined) return page;
  const names = placesIn(document);
  const fragmentTargets = names.length > 0 ? placesOf(() => names) : noPlaces;
  const slim = { ...withoutOwn(document), fragmentTargets };
  return v.parse(plainPage, owned({ ...page, response: { ...response, headers: {} }, document: slim }));
}

function owned(value: unknown): unknown {
  if (typeof value === 'string') return ownText(value);
  if (Array.isArray(value)) return value.length === 0 ? none : value.map(owned);
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy = { ...value };
  for (const name of Object.keys(copy)) copy[name] = owned(copy[name]);
  return copy;
}

const noCounts: ReadonlyMap<string, number> = new Map();
const noProse: Prose = {
  ...{ bytes: 0, titleShare: 1, prices: none, loremIpsum: undefined, placeholder: undefined },
  ...{ hiddenText: undefined, language: undefined, readingEase: undefined },
};

/** What no comparison asks for is one and the same for all pages. */
const nothingOwn = {
  ...{ prose: noProse, tagCounts: noCounts, fragmentTargets: noPlaces, jsonLd: none, items: none },
  ...{ anchors: none, subresources: none, images: none, forms: none, plugins: none, iframes: none },
  ...{ frames: none, duplicateIds: none, obsoleteTags: none, strayHeadTags: none },
} satisfies Partial<PageDocument>;

const absent = Object.fromEntries(Object.keys(nothingOwn).map((name) => [name, undefined]));

function withoutOwn(document: PageDocument): PageDocument {
  return {
    ...document,
    ...nothingOwn,
    metas: few(document.metas.filter(({ name }) => name === 'description' || name === 'refresh')),
    links: few(
      document.links.filter(({ hreflang, rels }) => hreflang !== undefined || rels.includes('amphtml')),
    ),
    headings: few(document.headings.filter(({ level }) => level === 1).slice(0, 1)),
  };
}

/** FNV-1a (Fowler, Noll, Vo). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
