import { createConsoleStore } from '#shared/facts/console/console-store.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { createOwnLinkStore } from '#shared/facts/stored-index/own-link-store.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { createImportRegister } from './import-register.ts';
import type { ImportServices } from './import-services.ts';

type Options = Omit<IndexTableOptions, 'meter'> & { readonly clock: Clock } & Partial<
    Pick<ImportServices, 'onProgress'>
  >;

/** All that imports need, made from the index table: for the command, an upload and tests alike. */
export function createImportServices({ clock, onProgress = () => {}, ...options }: Options): ImportServices {
  let units = 0;
  const meter = {
    read: () => {},
    written: (more: number) => {
      units += more;
    },
  };
  const metered = { ...options, meter };
  const table = createIndexTable(metered);
  return {
    writer: createIndexWriter({ ...metered, clock }),
    register: (owner) => createImportRegister(table, owner),
    consoles: createConsoleStore(table),
    ownLinks: createOwnLinkStore(table),
    clock,
    unitsWritten: () => units,
    onProgress,
  };
}
