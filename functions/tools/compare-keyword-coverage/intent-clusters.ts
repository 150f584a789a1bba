import type { Keyword } from '#shared/contract/rows.ts';

interface IntentCluster {
  /** One of the four intents, or `unknown`. */
  intent: string;
  keywords: number;
  /** Sum of the volumes that are known; null where none is. */
  total_volume: number | null;
  examples: string[];
}

const examplesEach = 3;

/** Keywords by what the searcher is after, most searched intent first. */
export function intentClusters(keywords: readonly Keyword[]): IntentCluster[] {
  const groups = Map.groupBy(keywords, ({ intent }) => intent ?? 'unknown');
  return [...groups]
    .map(([intent, rows]) => ({
      intent,
      keywords: rows.length,
      total_volume: knownVolume(rows),
      examples: rows.slice(0, examplesEach).map(({ keyword }) => keyword),
    }))
    .toSorted((a, b) => (b.total_volume ?? -1) - (a.total_volume ?? -1) || b.keywords - a.keywords);
}

function knownVolume(rows: readonly Keyword[]): number | null {
  const known = rows.map((row) => row.monthly_volume).filter((volume) => volume !== null);
  return known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0);
}
