import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery, Destination } from '../../api/schema.ts';
import { replayDelivery, watchQueries } from '../../api/watch.ts';
import { ago } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { ErrorState, QueryState } from '../../parts/states.tsx';

/** What was sent to a destination and what it answered, with a button that sends it again. */
export function Deliveries({ destination }: { readonly destination: Destination }) {
  const { id } = destination;
  const deliveries = useQuery(watchQueries.deliveries(id));
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: (delivery: string) => replayDelivery(id, delivery),
    onSuccess: () => client.invalidateQueries(watchQueries.deliveries(id)),
  });
  const columns: readonly Column<Delivery>[] = [
    { header: 'Event', value: ({ event_type }) => event_type ?? 'digest', width: 150 },
    {
      header: 'Begun',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => ago(created_at),
      width: 120,
    },
    { header: 'Status', value: ({ status }) => status, width: 110 },
    { header: 'Tries', value: ({ tries }) => tries.length, isNumber: true, width: 70 },
    { header: 'Last answer', value: lastAnswer, isMinor: true, width: 320 },
    {
      header: 'Again',
      value: ({ id: delivery }) => delivery,
      cell: ({ id: delivery, status }) => (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={status === 'waiting' || destination.status !== 'active'}
          onClick={() => replay.mutate(delivery)}
        >
          Replay
        </Button>
      ),
      width: 90,
    },
  ];
  return (
    <QueryState query={deliveries}>
      {(rows) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing was sent there yet.
          </Text>
        ) : (
          <>
            {replay.error ? <ErrorState error={replay.error} /> : null}
            <Grid label="Deliveries" rows={rows} columns={columns} />
          </>
        )
      }
    </QueryState>
  );
}

function lastAnswer({ tries }: Delivery): string | null {
  const last = tries.at(-1);
  return last ? [last.status, last.answer].filter((part) => part !== null && part !== '').join(' ') : null;
}
