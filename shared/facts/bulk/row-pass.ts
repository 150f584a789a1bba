import { join } from 'node:path';
import { packLists } from '#shared/facts/stored-index/counting/counted-head.ts';
import { newLargePages } from '#shared/facts/stored-index/counting/new-head.ts';
import { createDomainTally } from '#shared/facts/stored-index/items/domain-summary.ts';
import { lostPrefix } from '#shared/facts/stored-index/items/keys.ts';
import { mostKeywordsInSet } from '#shared/facts/stored-index/items/keyword-set.ts';
import { readPosting } from '#shared/facts/stored-index/items/stored-items.ts';
import { createCountedWriter } from './counted-domains.ts';
import { exportLine, rowLine } from './export-lines.ts';
import { createLineWriter } from './line-files.ts';
import { marketOfKey } from './market-keys.ts';
import type { ShardPass, WrittenItems } from './shard-pass.ts';
import { mergedLines } from './sorted-runs.ts';
import { detached, spooled, spoolFields, unspooled } from './spool-lines.ts';

export interface RowPass extends ShardPass {
  /** Sorted files of rows whose partitions belong to this shard. */
  readonly runs: readonly string[];
}

export interface RowPassResult extends WrittenItems {
  readonly domains: number;
}

/** Puts the derived rows in order and counts each domain from its own. */
export function countRows({ folder, output, shard, runs }: RowPass): RowPassResult {
  const path = join(output, `rows-${shard}.json`);
  const items = createLineWriter(path);
  const counted = createCountedWriter(folder, shard);
  const totals = { itemCount: 0, domains: 0 };
  let open: OpenDomain | undefined;
  const endDomain = () => {
    if (!open) return;
    const { pages, summary, market } = open.end(counted);
    totals.domains += 1;
    for (const item of newLargePages(market, pages, summary)) {
      items.add(spooled(exportLine(item)));
      totals.itemCount += 1;
    }
    open = undefined;
  };
  for (const line of mergedLines(runs)) {
    const [pk = '', sk = '', place = '', data = ''] = spoolFields(line, 4);
    if (open?.pk !== pk) endDomain();
    if (place !== '') {
      open ??= openDomain(pk);
      open.add({ sk: unspooled(sk), d: unspooled(data) }, place);
    }
    items.add(rowLine(pk, sk, data));
    totals.itemCount += 1;
  }
  endDomain();
  items.close();
  counted.close();
  return { items: [path], ...totals };
}

type OpenDomain = ReturnType<typeof openDomain>;

/** Where listings lie is kept for at most so many keywords before those that left the set are dropped. */
const mostPlaces = mostKeywordsInSet * 4;

function openDomain(pk: string) {
  const { market, name: domain } = marketOfKey(unspooled(pk));
  const tally = createDomainTally();
  const places = new Map<string, string>();
  const forgetOthers = () => {
    const kept = tally.keywords().places;
    for (const keyword of places.keys()) if (!kept.has(keyword)) places.delete(keyword);
  };
  return {
    pk: detached(pk),
    add(row: { readonly sk: string; readonly d: string }, place: string): void {
      if (row.sk.startsWith(lostPrefix)) {
        tally.addLost();
        return;
      }
      const posting = readPosting(row, domain);
      tally.add(posting);
      places.set(posting.keyword, unspooled(place));
      if (places.size > mostPlaces) forgetOthers();
    },
    end(counted: ReturnType<typeof createCountedWriter>) {
      const summary = tally.summary();
      const keywords = tally.keywords();
      const pages = tally.pages();
      const byKey = new Map(pages.map((page) => [page.key, page]));
      const lists = packLists({ summary, pages: byKey, mixed: tally.mixed(), keywords });
      counted.add(pk, { summary, keywords, lists, listings: places });
      return { pages, summary, market };
    },
  };
}
