import { join } from 'node:path';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { sampleExtras } from '#shared/facts/stored-index/sample/sample-items.ts';
import { exportLine } from './export-lines.ts';
import { createLineWriter } from './line-files.ts';
import { spooled } from './spool-lines.ts';

export interface ExtrasPass {
  /** For the files of items. */
  readonly output: string;
  /** What is not made of keywords: that markets are held, and which imports were made. */
  readonly items: readonly Item[];
  /** Whether what the sample market has beside its keywords is written too. */
  readonly withSample: boolean;
}

/** Writes the items that no other step makes. */
export function writeExtras({ output, items, withSample }: ExtrasPass) {
  const path = join(output, 'extras.json');
  const writer = createLineWriter(path);
  const all = [...items, ...(withSample ? sampleExtras() : [])];
  for (const item of all) writer.add(spooled(exportLine(item)));
  writer.close();
  return { items: [path], itemCount: all.length };
}
