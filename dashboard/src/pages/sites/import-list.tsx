import { Badge, Button, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { undoImport } from '../../api/client.ts';
import type { ImportEntry } from '../../api/schema.ts';
import { ago, number, words } from '../../format.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Section } from '../../parts/page.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';

interface ImportListProps {
  readonly imports: readonly ImportEntry[];
  readonly onUndone: (id: string) => void;
}

/** Everything that went in, each until it is undone. */
export function ImportList({ imports, onUndone }: ImportListProps) {
  const queryClient = useQueryClient();
  const [undone, setUndone] = useState<ImportEntry>();
  const undo = async () => {
    if (!undone) return;
    await undoImport(undone.id);
    onUndone(undone.id);
    await queryClient.invalidateQueries({ queryKey: ['imports'] });
    await queryClient.invalidateQueries({ queryKey: ['own-site'] });
  };
  return (
    <Section title="Imports" lead="Undoing one takes back all that it brought.">
      <ScrollTable label="Imports" minWidth={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>File</Table.Th>
            <Table.Th visibleFrom="sm">About</Table.Th>
            <Table.Th ta="right">Rows</Table.Th>
            <Table.Th visibleFrom="sm">When</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Undo</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {imports.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={550}>
                  <bdi>{entry.file}</bdi>
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm">{entry.site ?? words(entry.format.replaceAll('-', '_'))}</Text>
                {entry.is_shared ? <Badge color="gray">For everybody here</Badge> : null}
                {entry.status === 'running' ? <Badge color="yellow">Not finished</Badge> : null}
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {number(entry.rows)}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {ago(entry.started_at)}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  onClick={() => setUndone(entry)}
                  aria-label={`Undo ${entry.file}`}
                >
                  Undo
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      <Confirm
        opened={undone !== undefined}
        title="Undo this import?"
        action="Undo import"
        onConfirm={undo}
        onClose={() => setUndone(undefined)}
      >
        All that <b>{undone?.file}</b> brought is deleted from every answer. The file itself is not kept here;
        to have it back, import it again.
      </Confirm>
    </Section>
  );
}
