import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { UpstreamAccount } from '#shared/facts/provider/upstream-account.ts';
import type { OperatorLog } from '#shared/facts/provider/upstream-care.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { Clock } from '#shared/platform/clock.ts';

export interface SourceOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: { readonly facts: string; readonly index: string };
  /** Name of the table that all accounts are answered from, asked with every call; the index table where not given. */
  readonly sharedIndex?: () => Promise<string>;
  /** Reads a list of open data that lies in a file and not in the database; undefined where it does not. */
  readonly openListFile?: ((table: string) => IndexReader | undefined) | undefined;
  readonly clock: Clock;
  readonly log: OperatorLog;
  /** Asked with every call, so keep what is slow to read; undefined where no provider is configured. */
  readonly upstream: () => Promise<UpstreamAccount | undefined>;
  /** As the index table's option of this name. */
  readonly commitsTogether?: boolean;
  /** Whether the process sleeps between calls, as a function does: a call then waits a moment for what it has begun. */
  readonly isFrozenBetweenCalls?: boolean;
  /** Aborts when the process ends, so that no work outlives it. */
  readonly ending?: AbortSignal;
}

/** What is made of the table in force, kept until another one is. */
export function perTable<Made>(
  { tables, sharedIndex = async () => tables.index }: Pick<SourceOptions, 'tables' | 'sharedIndex'>,
  make: (table: string) => Made | Promise<Made>,
): () => Promise<Made> {
  let known: { readonly table: string; readonly made: Made | Promise<Made> } | undefined;
  return async () => {
    const table = await sharedIndex();
    if (known?.table !== table) known = { table, made: make(table) };
    return known.made;
  };
}
