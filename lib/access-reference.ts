import { type TableOperation, tableEntries } from '#shared/contract/grants.ts';
import { type TableName, tableList } from '#shared/platform/dynamo/tables.ts';
import type { FunctionSpec } from './function-spec.ts';

type Access = FunctionSpec['grants']['objects'][number];

/**
 * The page that says which function may do what with each table and with the
 * objects: what the roles are made of, read from the contracts.
 */
export function accessReference(functions: readonly FunctionSpec[]): string {
  const tables = tableList.map(({ name }) =>
    section(
      name,
      rowsOf(functions, (spec) => onTable(spec, name)),
    ),
  );
  const objects = section(
    'objects',
    rowsOf(functions, ({ grants }) => grants.objects.toSorted(byName<Access>)),
  );
  return [
    '# Who may touch what',
    'Read from the contracts, which the roles of the deployed functions are made from. What each table holds is in [storage](../storage.md). On one machine nothing is denied.',
    ...tables,
    objects,
    '',
  ].join('\n\n');
}

function onTable({ grants }: FunctionSpec, table: TableName): readonly TableOperation[] {
  const granted = tableEntries(grants.tables).find(([name]) => name === table)?.[1] ?? [];
  return granted.toSorted(byName<TableOperation>);
}

function byName<Name extends string>(one: Name, other: Name): number {
  return one < other ? -1 : 1;
}

/** Functions that may do the same share a row. */
function rowsOf(
  functions: readonly FunctionSpec[],
  deedsOf: (spec: FunctionSpec) => readonly string[],
): string[] {
  const together = Map.groupBy(functions, (spec) => deedsOf(spec).join(', '));
  together.delete('');
  return [...together].map(([deeds, specs]) => {
    const names = specs.map(({ name }) => `\`${name}\``).toSorted(byName);
    return `| ${deeds} | ${names.join(', ')} |`;
  });
}

function section(name: string, rows: readonly string[]): string {
  return [`## ${name}`, '', '| may | functions |', '|---|---|', ...rows.toSorted(byName)].join('\n');
}
