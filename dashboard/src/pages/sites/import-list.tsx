import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answered, api, at } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { ImportEntry } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { words } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { ConfirmButton } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';

interface ImportListProps {
  /** Of it alone. */
  readonly site?: string;
  readonly onUndone?: (id: string) => void;
}

/** Everything that went in, each until it is undone. */
export function ImportList({ site, onUndone }: ImportListProps) {
  const { data } = useQuery(queries.imports);
  const refresh = useRefresh('imports', 'own-site', 'performance');
  const undo = async (import_id: string) => {
    await answered(api.POST('/v1/me/imports/{import_id}/undo', at({ import_id })));
    onUndone?.(import_id);
    await refresh();
  };
  const subjectOf = ({ site: of, format }: ImportEntry) => of ?? words(format.replaceAll('-', '_'));
  const list = (
    <Grid
      label="Imports"
      isPlain
      rows={data?.imports.filter((entry) => site === undefined || entry.site === site) ?? []}
      columns={[
        { header: 'File', width: 300, value: 'file' },
        {
          header: 'About',
          width: 240,
          value: subjectOf,
          cell: (entry) => (
            <>
              {subjectOf(entry)} {entry.is_shared ? <Badge color="gray">For everyone here</Badge> : null}
              {entry.status === 'running' ? <Badge color="yellow">Not finished</Badge> : null}
            </>
          ),
          isMinor: true,
        },
        { header: 'Rows', value: 'rows', as: 'number' },
        { header: 'Imported', width: 130, value: 'started_at', as: 'ago', isMinor: true },
        {
          header: '',
          title: 'Undo',
          width: 96,
          value: () => null,
          cell: ({ id, file }) => (
            <ConfirmButton
              label="Undo"
              name={`Undo ${file}`}
              color="gray"
              title="Undo this import?"
              action="Undo import"
              onConfirm={() => undo(id)}
            >
              All rows of <b>{file}</b> are removed from every answer. The file itself is not kept here; to
              restore it, import it again.
            </ConfirmButton>
          ),
        },
      ]}
    />
  );
  // On the page of a site its tab names it.
  return site === undefined ? <Section title="Imports">{list}</Section> : list;
}
