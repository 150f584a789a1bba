import type { SourceOptions } from './source-options.ts';

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
