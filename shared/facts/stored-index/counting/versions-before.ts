import { domainPartition, summarySort } from '../items/keys.ts';
import type { IndexTable } from '../table/index-table.ts';
import type { VersionsBefore } from './count-rows.ts';
import type { TouchedDomain } from './touched-domain.ts';

/**
 * The versions that summaries have before a run changes the first row of their
 * domains. One that is the same when the run counts was made without any of
 * the run's rows, so that its changes are still to be added.
 */
export function createVersionsBefore(table: IndexTable) {
  let versions = new Map<string, number>();
  return {
    /** Called with what will change, before it is written. */
    async note(touched: readonly TouchedDomain[]): Promise<void> {
      const changing = touched.filter(({ rowsChanged, rows }) => rowsChanged && rows);
      const partitions = new Set(changing.map(({ market, domain }) => domainPartition(market, domain)));
      const open = [...partitions].filter((pk) => !versions.has(pk));
      const items = await table.getMany(
        open.map((pk) => ({ pk, sk: summarySort })),
        true,
        ['v'],
      );
      // Parts of a round are noted at once: the version that was seen first counts.
      for (const [index, pk] of open.entries())
        if (!versions.has(pk)) versions.set(pk, Number(items[index]?.v ?? 0));
    },
    /** All that were noted; what changes from now on is noted anew. */
    take(): VersionsBefore {
      const taken = versions;
      versions = new Map();
      return taken;
    },
  };
}
