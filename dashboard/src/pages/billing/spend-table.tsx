import { Anchor, Text } from '@mantine/core';
import { number, percent } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { Link } from '../../router.tsx';
import type { SpendRow } from './spend-rows.ts';

interface SpendTableProps {
  readonly rows: readonly SpendRow[];
  /** What the rows are. */
  readonly head: string;
  /** Credits of all callers in the time. */
  readonly total: number;
  readonly note: string | undefined;
}

/** What each cost, and its share of everything that was spent. */
export function SpendTable({ rows, head, total, note }: SpendTableProps) {
  const shareOf = ({ spent }: SpendRow) => (total === 0 ? null : spent / total);
  return (
    <>
      <Grid
        label="Where credits went"
        rows={rows}
        isPlain={rows.length < 6}
        columns={[
          { header: head, width: 300, value: ({ name }) => name, cell: (row) => <Name row={row} /> },
          { header: 'Credits', value: ({ spent }) => spent, isNumber: true },
          { header: 'Share', value: shareOf, cell: (row) => percent(shareOf(row)), isNumber: true },
          {
            header: 'Calls',
            value: ({ calls }) => calls,
            cell: ({ calls }) => number(calls),
            isNumber: true,
          },
          { header: 'Failed', value: ({ failed }) => failed, isNumber: true, isMinor: true },
        ]}
      />
      {note ? (
        <Text size="xs" c="dimmed" mt="sm" role="status">
          {note}
        </Text>
      ) : null}
    </>
  );
}

function Name({ row }: { readonly row: SpendRow }) {
  return (
    <>
      {row.href ? (
        <Anchor component={Link} href={row.href} size="sm" fw={550}>
          {row.name}
        </Anchor>
      ) : (
        row.name
      )}
      {row.note ? (
        <Text size="xs" c="dimmed" span ml={8}>
          {row.note}
        </Text>
      ) : null}
    </>
  );
}
