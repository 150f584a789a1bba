import { createConsoleStore } from '#shared/facts/own-sites/console-store.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createOwnLinkStore } from '#shared/facts/stored-index/writing/link-writes.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { createImportRegister } from './import-register.ts';
import type { ImportServices } from './import-services.ts';

interface Options
  extends Omit<IndexTableOptions, 'meter'>,
    Partial<Pick<ImportServices, 'onProgress' | 'createdBy' | 'tellLost'>> {
  readonly clock: Clock;
  /** Where what belongs to accounts lies, if that is another table. */
  readonly ownTable?: string;
}

/** All that imports need, made from the index table: for the command, an upload and tests alike. */
export function createImportServices({
  clock,
  ownTable,
  createdBy,
  tellLost,
  onProgress = () => {},
  ...options
}: Options): ImportServices {
  let units = 0;
  const meter = {
    read: () => {},
    written: (more: number) => {
      units += more;
    },
  };
  const metered = { ...options, meter };
  const table = createIndexTable(metered);
  const own = ownTable === undefined ? table : createIndexTable({ ...metered, table: ownTable });
  return {
    writer: createIndexWriter({ ...metered, clock }),
    register: (owner) => createImportRegister(owner === null ? table : own, owner),
    consoles: createConsoleStore(own),
    ownLinks: createOwnLinkStore(own),
    clock,
    createdBy,
    ...(tellLost && { tellLost }),
    unitsWritten: () => units,
    onProgress,
  };
}
