import { Anchor, Table, Text } from '@mantine/core';
import { number, percent } from '../../format.ts';
import { Bar } from '../../parts/bar.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { Link } from '../../router.tsx';
import type { SpendRow } from './spend-rows.ts';
import classes from './spend-table.module.css';

interface SpendTableProps {
  readonly rows: readonly SpendRow[];
  /** What the rows are. */
  readonly head: string;
  /** Credits of all callers in the time. */
  readonly total: number;
  readonly note: string | undefined;
}

/** What each cost, with a bar for its part of everything that was spent. */
export function SpendTable({ rows, head, total, note }: SpendTableProps) {
  return (
    <>
      <ScrollTable label="Where credits went">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head}</Table.Th>
            <Table.Th visibleFrom="sm" className={classes.share}>
              Part of all
            </Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
            <Table.Th ta="right">Calls</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Failed
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Name row={row} />
                <div className={classes.phoneBar}>
                  <Bar share={total === 0 ? 0 : row.spent / total} />
                </div>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <div className={classes.shareCell}>
                  <Bar share={total === 0 ? 0 : row.spent / total} />
                  <span className={classes.percent}>{percent(total === 0 ? null : row.spent / total)}</span>
                </div>
              </Table.Td>
              <Table.Td ta="right" className="numeric" fw={550}>
                {number(row.spent)}
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {number(row.calls)}
              </Table.Td>
              <Table.Td ta="right" className="numeric" visibleFrom="sm">
                {number(row.failed)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
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
        <Anchor component={Link} href={row.href} size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {row.name}
        </Anchor>
      ) : (
        <Text size="sm" fw={550}>
          {row.name}
        </Text>
      )}
      {row.note ? (
        <Text size="xs" c="dimmed">
          {row.note}
        </Text>
      ) : null}
    </>
  );
}
