import { Badge, Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { undoImport } from '../../api/client.ts';
import type { ImportEntry } from '../../api/schema.ts';
import { ago, words } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Section } from '../../parts/page.tsx';

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
    await Promise.all(
      ['imports', 'own-site', 'performance'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    );
  };
  return (
    <Section title="Imports">
      <Grid
        label="Imports"
        isPlain
        rows={imports}
        columns={[
          {
            header: 'File',
            width: 300,
            value: ({ file }) => file,
            cell: ({ file }) => <bdi title={file}>{file}</bdi>,
          },
          {
            header: 'About',
            width: 240,
            value: ({ site, format }) => site ?? words(format.replaceAll('-', '_')),
            cell: (entry) => (
              <>
                {entry.site ?? words(entry.format.replaceAll('-', '_'))}{' '}
                {entry.is_shared ? <Badge color="gray">For everybody here</Badge> : null}
                {entry.status === 'running' ? <Badge color="yellow">Not finished</Badge> : null}
              </>
            ),
            isMinor: true,
          },
          { header: 'Rows', value: ({ rows }) => rows, isNumber: true },
          {
            header: 'Imported',
            width: 130,
            value: ({ started_at }) => started_at,
            cell: ({ started_at }) => (
              <Text size="sm" c="dimmed" span>
                {ago(started_at)}
              </Text>
            ),
            isMinor: true,
          },
          {
            header: '',
            title: 'Undo',
            width: 76,
            value: () => null,
            cell: (entry) => (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                onClick={() => setUndone(entry)}
                aria-label={`Undo ${entry.file}`}
              >
                Undo
              </Button>
            ),
          },
        ]}
      />
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
