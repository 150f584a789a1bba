import * as v from 'valibot';
import { type Item, ifStill } from '../items/index-items.ts';
import type { IndexReader } from '../table/index-reads.ts';
import type { IndexTable } from '../table/index-table.ts';
import { firstGeneration, pointerKey } from './generation-names.ts';

const pointerItem = v.object({ d: v.string(), at: v.number(), from: v.optional(v.string()), v: v.number() });

/** Which generation is in force. */
export interface IndexPointer {
  readonly generation: string;
  /** Millisecond since which it is; 0 where no other one ever was. */
  readonly since: number;
  /** The one before it. */
  readonly former: string | undefined;
  /** Grows with every switch; undefined before the first. */
  readonly version: number | undefined;
}

/** The pointer of a stage, from the index table that it was deployed with. */
export async function readPointer(home: IndexReader, consistent = false): Promise<IndexPointer> {
  const item = await home.get(pointerKey, consistent);
  if (!item) return { generation: firstGeneration, since: 0, former: undefined, version: undefined };
  const { d: generation, at: since, from: former, v: version } = v.parse(pointerItem, item);
  return { generation, since, former, version };
}

/** Puts another generation in force, unless somebody else has switched meanwhile: then false. */
export function movePointer(
  home: IndexTable,
  known: IndexPointer,
  generation: string,
  at: number,
): Promise<boolean> {
  const item: Item = {
    ...pointerKey,
    d: generation,
    at,
    from: known.generation,
    v: (known.version ?? 0) + 1,
  };
  const { checks } = ifStill(item, known.version);
  return home.put(item, checks);
}
