import * as v from 'valibot';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { importPartition } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';

const importRecord = v.object({
  import_id: v.string(),
  file: v.string(),
  format: v.string(),
  /** `running` after a crash too, until the same file is imported again. */
  status: v.picklist(['running', 'complete']),
  started_at: v.string(),
  rows: v.number(),
  keywords_changed: v.number(),
});
/** What is kept about an import, for the operator and so that no file is imported twice. */
export type ImportEntry = v.InferOutput<typeof importRecord>;

/** The imports of an index. */
export interface ImportRegister {
  find(id: string): Promise<ImportEntry | undefined>;
  put(entry: ImportEntry): Promise<void>;
  remove(id: string): Promise<void>;
  list(): Promise<readonly ImportEntry[]>;
}

export function createImportRegister(table: IndexTable): ImportRegister {
  const keyOf = (id: string) => ({ pk: importPartition, sk: id });
  const read = (item: Item) => v.parse(importRecord, item.d);
  return {
    async find(id) {
      const item = await table.get(keyOf(id), true);
      return item && read(item);
    },
    async put(entry) {
      await table.put({ ...keyOf(entry.import_id), d: entry });
    },
    remove: (id) => table.change([{ remove: keyOf(id) }]),
    async list() {
      const { items } = await table.range({ pk: importPartition, consistent: true });
      return items.map(read).sort((a, b) => (a.started_at < b.started_at ? 1 : -1));
    },
  };
}
