import { Table } from '@mantine/core';
import type { Credential } from '../../api/schema.ts';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { type KeyActions, KeyRow } from './key-row.tsx';

interface KeyTableProps extends KeyActions {
  readonly label: string;
  readonly credentials: readonly Credential[];
}

export function KeyTable({ label, credentials, ...actions }: KeyTableProps) {
  return (
    <ScrollTable label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="sm">Key</Table.Th>
          <Table.Th visibleFrom="sm">Last used</Table.Th>
          <Table.Th visibleFrom="sm">Limits</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {credentials.map((credential) => (
          <KeyRow key={credential.id} credential={credential} {...actions} />
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
