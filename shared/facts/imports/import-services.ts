import type { MarketText } from '#shared/facts/markets/markets.ts';
import { type ConsoleStore, createConsoleStore } from '#shared/facts/own-sites/console-store.ts';
import { createIndexWriter, type IndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createOwnLinkStore, type OwnLinkStore } from '#shared/facts/stored-index/writing/link-writes.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { ColumnNames } from './column-names.ts';
import { createImportRegister, type ImportRegister } from './import-register.ts';
import type { ImportSource } from './import-source.ts';

export interface ImportOptions {
  readonly market: MarketText;
  /** The site that a file without URLs is about. */
  readonly domain?: string | undefined;
  /** Columns that are named by hand; none where not given. */
  readonly columns?: ColumnNames | undefined;
  /** Whether a file that has none of these columns is read as if none were named. */
  readonly columnsOfSome?: boolean | undefined;
  /** The account that console figures and links belong to; without one they are refused. */
  readonly owner?: string | undefined;
  /** Whether listings and metrics, from which all accounts are answered, are refused. */
  readonly ownOnly?: boolean | undefined;
}

export interface ImportServices {
  readonly writer: IndexWriter;
  /** Shared imports, or those of one account. */
  register(owner: string | null): ImportRegister;
  readonly consoles: ConsoleStore;
  readonly ownLinks: OwnLinkStore;
  readonly clock: Clock;
  /** The credential whose upload is imported; undefined of the operator's command. */
  readonly createdBy?: string | undefined;
  /** Tells an account of links to a site that an import of its own has as lost: the same again where it is repeated. */
  tellLost?(accountId: string, lost: LostLinks): Promise<void>;
  /** Write units that the database has counted so far; undefined where they are not counted. */
  unitsWritten?(): number;
  /** Told how far an import is: at its start, while it reads and writes, and while domains are counted. */
  onProgress(progress: ImportProgress): void;
}

export interface LostLinks {
  readonly importId: string;
  readonly site: string;
  /** Sites that linked to it by the import before. */
  readonly domains: readonly string[];
}

export interface ImportProgress {
  readonly source: Pick<ImportSource, 'name'>;
  /** Figures and links are read whole before they are written; of listings, domains are counted at the end. */
  readonly phase: 'reading' | 'writing' | 'counting';
  /** Rows done in this phase; keywords where an import is undone. */
  readonly rows: number;
  /** What `rows` counts; rows where not given. */
  readonly unit?: 'rows' | 'keywords' | 'domains';
  /** How much of all phases is done, 0-1, and 1 only at the very end; undefined where that is not known. */
  readonly share: number | undefined;
}

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
