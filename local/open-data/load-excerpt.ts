import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createSkippedRows, ranksParser, readRows, wholeLines } from '#shared/facts/web-graph/graph-lines.ts';
import {
  blockItem,
  blockOf,
  blocksFor,
  directoryKey,
  hashOf,
  type ListedRow,
  type OpenList,
} from '#shared/facts/web-graph/open-lists.ts';

/** The best 1,000 domains of two releases without a crawl in common, with the domains that each has in all; `excerpt/NOTICE` names their source. */
const excerpts = [
  { id: 'cc-main-2026-apr-may-jun', of: 121_091_933 },
  { id: 'cc-main-2026-jan-feb-mar', of: 120_025_754 },
] as const;

/**
 * Gives a database that never had open data a real excerpt of it, so that a
 * fresh clone says something true about a well-known domain without the network.
 * Some thirty items; does nothing where open data was ever loaded or undone.
 */
export async function loadExcerpt(home: IndexTable, now: () => Date): Promise<boolean> {
  if (await home.get(directoryKey, true)) return false;
  const lists: OpenList[] = [];
  for (const { id, of } of excerpts) {
    const rows = await excerptRows(id);
    const list = { kind: 'ranks', id, blocks: blocksFor(rows.length) } as const;
    const blocks = Map.groupBy(rows, ([domain]) => blockOf(hashOf(domain), list.blocks));
    await home.change([...blocks].map(([block, listed]) => ({ put: blockItem(list, block, listed) })));
    lists.push({ ...list, domains: rows.length, of, loaded_at: now().toISOString() });
  }
  const checks = [{ test: 'absent', path: ['pk'] }] as const;
  return home.put({ ...directoryKey, d: { lists, unfinished: [] }, v: 1 }, checks);
}

async function excerptRows(id: string): Promise<ListedRow[]> {
  const file = createReadStream(join(import.meta.dirname, 'excerpt', `${id}-domain-ranks.txt.gz`));
  const lines = wholeLines(file.pipe(createGunzip()), { endsWithLine: true });
  const listed: ListedRow[] = [];
  for await (const rows of readRows(lines, ranksParser(createSkippedRows())))
    for (const { domain, position, harmonic, pagerankPosition, pagerank, hosts } of rows)
      listed.push([domain, position, harmonic, pagerankPosition, pagerank, hosts]);
  return listed;
}
