import type { Provenance, SourceClass } from '#shared/contract/envelope.ts';
import { sourceClasses } from '#shared/contract/envelope.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { createGraphLinks, createSiteLinks, type GraphLinks } from './graph-release.ts';
import type { OpenList } from './open-lists.ts';
import { crawledUntil, haveNoCrawlInCommon, parseRelease } from './releases.ts';

/** Reads a table by its name; the index table where left out. */
export type OpenTable = (table: string | undefined) => IndexReader;

/** Month of the last crawl of a list's release. */
export function untilOf({ id }: Pick<OpenList, 'id'>): string {
  const release = parseRelease(id);
  return release ? crawledUntil(release) : '';
}

export function newestFirst(lists: readonly OpenList[]): readonly OpenList[] {
  return lists.toSorted((a, b) => (untilOf(a) < untilOf(b) ? 1 : -1));
}

/** Whether a list has who links to a domain, if its release has the domain at all. */
export function hasLinksOf({ kind, sites = [] }: OpenList, domain: string): boolean {
  return kind === 'graph' || (kind === 'links' && sites.includes(domain));
}

export function linksOfList(openTable: OpenTable, list: OpenList): GraphLinks {
  const table = openTable(list.table);
  return list.kind === 'graph' ? createGraphLinks(table, list) : createSiteLinks(table, list);
}

/** The newest of these lists whose release shares no crawl with that of the other. */
export function newestApart(lists: readonly OpenList[], list: OpenList): OpenList | undefined {
  const release = parseRelease(list.id);
  return newestFirst(lists).find((other) => {
    const before = parseRelease(other.id);
    return release && before && untilOf(other) < untilOf(list) && haveNoCrawlInCommon(release, before);
  });
}

export function graphFact<Value>({ id }: Pick<OpenList, 'id'>, value: Value): Fact<Value> {
  const until = untilOf({ id });
  // The month of the last crawl is known, its days are not: its first day promises nothing too new.
  const observedAt = until === '' ? null : `${until}-01T00:00:00.000Z`;
  return { value, provenance: provenanceOf('web_graph', observedAt, `commoncrawl:${id}`), notices: [] };
}

export function provenanceOf(source: SourceClass, observedAt: string | null, connection: string): Provenance {
  return {
    source_class: source,
    ...sourceClasses[source],
    observed_at: observedAt,
    connection_id: connection,
    cache_hit: false,
  };
}
