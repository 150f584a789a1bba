import { readState, readTokenRow } from '#shared/facts/stored-index/items/index-items.ts';
import { type Item, sampleSource } from '../items/index-items.ts';
import { headSort, type ItemKey, rowPrefix, stateSort, tailSort } from '../items/keys.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { sampleGiants, sampleTopics } from './sample-topics.ts';

const sampleSites = new Set(
  [...sampleGiants, ...sampleTopics.flatMap(({ shops, guides }) => [...shops, ...guides])].map(
    (name) => `${name}.example`,
  ),
);

/**
 * The index as if the sample market had never been loaded: its sites, their
 * pages and links, and every keyword that only it tells about. A keyword's state
 * is made up as a whole or not at all, since the first real fact takes the
 * place of all that the sample says (`keyword-update.ts`).
 */
export function withoutSample(table: IndexReader): IndexReader {
  return {
    async get(key, consistent) {
      const item = isOfSampleSite(key.pk) ? undefined : await table.get(key, consistent);
      return item && [item].filter((found) => !isMadeUp(key.pk, found)).at(0);
    },
    async getMany(keys, ...how) {
      const items = await table.getMany(keys, ...how);
      return items.map((item, at) => (item && isReal(keys[at], item) ? item : undefined));
    },
    async range(question) {
      const { pk, limit } = question;
      if (isOfSampleSite(pk)) return { items: [], next: undefined };
      if (pk.startsWith('K#')) return withoutState(await table.range(question));
      if (!pk.startsWith('T#')) return table.range(question);
      // What is left out of a part is read behind it: a part that is short says that the list has ended.
      const items: Item[] = [];
      let next = question.after;
      do {
        const part = await table.range({
          ...question,
          after: next,
          ...(limit !== undefined && { limit: limit - items.length }),
        });
        items.push(...part.items.filter((item) => !isMadeUp(pk, item)));
        next = part.next;
      } while (next && limit !== undefined && items.length < limit);
      return { items, next };
    },
  };
}

type Range = Awaited<ReturnType<IndexReader['range']>>;

/** A listing goes with the state that says where it is from. */
function withoutState({ items, next }: Range): Range {
  const state = items.find(({ sk }) => sk === stateSort);
  const parts: readonly unknown[] = [stateSort, headSort, tailSort];
  if (!state || !isMadeUp('K#', state)) return { items, next };
  return { items: items.filter(({ sk }) => !parts.includes(sk)), next };
}

function isReal(key: ItemKey | undefined, item: Item): boolean {
  return key !== undefined && !isOfSampleSite(key.pk) && !isMadeUp(key.pk, item);
}

function isMadeUp(pk: string, item: Item): boolean {
  if (pk.startsWith('T#') && String(item.sk).startsWith(rowPrefix)) return readTokenRow(item).isSample;
  if (!pk.startsWith('K#') || item.sk !== stateSort || item.d === undefined) return false;
  const { metrics, listing } = readState(item).state;
  return [metrics, listing].some((part) => part?.source === sampleSource);
}

/** Whether a partition is of a domain, page or link target of the sample market. */
function isOfSampleSite(pk: string): boolean {
  const [kind, market = '', rest = ''] = pk.split('#', 3);
  if (kind === 'L') return isSampleHost(market);
  return (kind === 'D' || kind === 'P') && isSampleHost(rest.split(/[/:?]/u, 1)[0] ?? '');
}

function isSampleHost(host: string): boolean {
  return host.endsWith('.example') && sampleSites.has(host.split('.').slice(-2).join('.'));
}
