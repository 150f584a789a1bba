import { isOnSite, pageKey, resolveReference, type SiteScope } from '../site-scope.ts';
import { isOfNetwork } from './candidate.ts';
import type { Crawl } from './crawl-site.ts';
import type { PageRecord } from './page-record.ts';

/** A file that a page loads by itself. */
export interface PageFile {
  /** Element that loads it, such as `img`. */
  readonly tag: string;
  readonly url: URL;
}

/** Files on the site that a page loads by itself; frames are pages of their own. */
export function filesOnSite({ document, url }: PageRecord, scope: SiteScope): readonly PageFile[] {
  const base = URL.parse(document?.baseHref ?? '', url)?.href ?? url;
  return (document?.subresources ?? []).flatMap(({ tag, url: reference }) => {
    const target = tag === 'iframe' ? undefined : resolveReference(reference, base);
    return target !== undefined && isOnSite(scope, target) && !isOfNetwork(target)
      ? [{ tag, url: target }]
      : [];
  });
}

/** Files of audited pages that may be asked for, those of most pages first; images and others in turn. */
export function filesOf({ records, scope, robots }: Crawl): readonly string[] {
  const images = new Map<string, Counted>();
  const others = new Map<string, Counted>();
  for (const record of records.filter(({ exclusion }) => exclusion === undefined)) {
    const files = new Map(filesOnSite(record, scope).map((file) => [pageKey(file.url), file]));
    for (const [key, { tag, url }] of files) {
      const list = tag === 'img' ? images : others;
      list.set(key, { url: url.href, count: (list.get(key)?.count ?? 0) + 1 });
    }
  }
  const [pictures, code] = [byCount(images), byCount(others)];
  return Array.from({ length: Math.max(pictures.length, code.length) }, (_, place) => [
    code[place],
    pictures[place],
  ])
    .flat()
    .filter((url) => url !== undefined)
    .filter((url) => robots.allows(url));
}

interface Counted {
  readonly url: string;
  readonly count: number;
}

function byCount(files: ReadonlyMap<string, Counted>): readonly string[] {
  return [...files.values()].toSorted((a, b) => b.count - a.count).map(({ url }) => url);
}
