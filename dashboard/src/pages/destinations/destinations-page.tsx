import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answered, api, at } from '../../api/client.ts';
import type { Delivery, Destination } from '../../api/schema.ts';
import { useChange, useRefresh } from '../../api/use-change.ts';
import { typeName, verifyDestination, watchQueries } from '../../api/watch.ts';
import { words } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { pageHeads } from '../../page-heads.ts';
import { Act, ConfirmButton, typed } from '../../parts/form.tsx';
import { EmptyState, ErrorState, Page, QueryState, Section } from '../../parts/page.tsx';
import { Hint, RowButton } from '../../parts/text.tsx';
import { AddDestination, type Shown, ShownSecret } from './add-destination.tsx';

const shownBy = ['destinations'];

/** Where the events of the account go. */
export function DestinationsPage() {
  const destinations = useQuery(watchQueries.destinations);
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<Shown>();
  return (
    <Page
      {...pageHeads.destinations}
      actions={<Button onClick={() => setAdding(true)}>Add a destination</Button>}
    >
      <ByLink />
      <QueryState
        query={destinations}
        empty={
          <EmptyState title="No destinations yet">
            Add your own address to get an email with each event, or one a day.
          </EmptyState>
        }
      >
        {(list) => list.map((one) => <OneDestination key={one.id} destination={one} onSecret={setShown} />)}
      </QueryState>
      {isAdding ? <AddDestination onClose={() => setAdding(false)} onSecret={setShown} /> : null}
      {shown ? <ShownSecret shown={shown} onClose={() => setShown(undefined)} /> : null}
    </Page>
  );
}

/** What a link in a mail leads to: the code behind it verifies its destination. */
function ByLink() {
  const [, id, code] = /^#(dst_[0-9a-z]+)\.([\w-]+)$/u.exec(location.hash) ?? [];
  const verify = useChange(
    (given: { readonly id: string; readonly code: string }) => verifyDestination(given.id, given.code),
    'destinations',
  );
  const { mutate } = verify;
  useEffect(() => {
    if (id === undefined || code === undefined) return;
    history.replaceState(null, '', location.pathname);
    mutate({ id, code });
  }, [id, code, mutate]);
  if (verify.error) return <ErrorState error={verify.error} />;
  return verify.data ? <Text>{verify.data.message}</Text> : null;
}

interface OneProps {
  readonly destination: Destination;
  readonly onSecret: (shown: Shown) => void;
}

function OneDestination({ destination, onSecret }: OneProps) {
  const { id, kind, target, types, rhythm, status } = destination;
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh(...shownBy);
  const place = at({ destination_id: id });
  const rotate = async () => {
    const { secret } = await answered(api.POST('/v1/me/destinations/{destination_id}/rotate', place));
    if (secret !== null) onSecret({ target, secret });
  };
  const turn = () => {
    const body = { status: status === 'active' ? 'off' : 'active' } as const;
    return answered(api.PATCH('/v1/me/destinations/{destination_id}', { ...place, body }));
  };
  const remove = () => answered(api.DELETE('/v1/me/destinations/{destination_id}', place));
  return (
    <Section title={target}>
      <Stack gap="xs">
        <Group gap="xs">
          <StatusBadge destination={destination} />
          <Hint>
            {words(kind)} · {types === null ? 'all events' : types.map(typeName).join(', ')}
            {rhythm === 'at_once' ? '' : ` · ${rhythm}`}
          </Hint>
        </Group>
        {status === 'unverified' ? <Verify destination={destination} /> : null}
        <Group gap="xs">
          <RowButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Deliveries
          </RowButton>
          {status === 'unverified' ? null : (
            <Act {...{ look: RowButton, shownBy }} act={turn}>
              {status === 'active' ? 'Switch off' : 'Switch on'}
            </Act>
          )}
          {kind === 'webhook' ? (
            <Act {...{ look: RowButton, shownBy }} act={rotate}>
              New secret
            </Act>
          ) : null}
          <ConfirmButton
            label="Remove"
            title="Remove this destination?"
            action="Remove destination"
            onConfirm={() => remove().then(refresh)}
          >
            Its delivery history is deleted. Events are kept.
          </ConfirmButton>
        </Group>
        {isOpen ? <Deliveries destination={destination} /> : null}
      </Stack>
    </Section>
  );
}

const reasons = {
  owner: 'Off',
  failing: 'Off: failed for five days',
  gone: 'Off: the address no longer exists',
  person_left: 'Off: the person who added it has left',
} as const;

function StatusBadge({ destination }: { readonly destination: Destination }) {
  const { status, off_because, failing_since } = destination;
  if (status === 'unverified') return <Badge color="yellow">Not verified</Badge>;
  if (status === 'off') return <Badge color="gray">{reasons[off_because ?? 'owner']}</Badge>;
  return failing_since === null ? <Badge color="glass">Active</Badge> : <Badge color="red">Failing</Badge>;
}

const hints = {
  webhook: 'We send it a signed challenge. It must answer with data.challenge as its body.',
  slack: 'We send a code to the channel.',
  mail: 'We send a link and a code to the address.',
} as const;

/** Proves that who owns a destination wants events. */
function Verify({ destination }: { readonly destination: Destination }) {
  const { id, kind } = destination;
  const [code, setCode] = useState('');
  const verify = useChange((sent: string | undefined) => verifyDestination(id, sent), 'destinations');
  return (
    <Stack gap="xs">
      <Text>{verify.data?.message ?? hints[kind]}</Text>
      <ErrorState error={verify.error} />
      <Group gap="xs" align="flex-end">
        <Button
          size="sm"
          variant="default"
          loading={verify.isPending}
          onClick={() => verify.mutate(undefined)}
        >
          {kind === 'webhook' ? 'Send the challenge' : 'Send a code'}
        </Button>
        {kind === 'webhook' || !verify.data ? null : (
          <>
            <TextInput label="Code" {...typed(code, setCode)} />
            <Button size="sm" disabled={code.trim() === ''} onClick={() => verify.mutate(code)}>
              Verify
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

/** What was sent to a destination and what it answered, with a button that sends it again. */
function Deliveries({ destination }: { readonly destination: Destination }) {
  const { id: destination_id } = destination;
  const replay = (delivery_id: string) =>
    answered(
      api.POST(
        '/v1/me/destinations/{destination_id}/deliveries/{delivery_id}/replay',
        at({ destination_id, delivery_id }),
      ),
    );
  const columns: readonly Column<Delivery>[] = [
    { header: 'Event', value: ({ event_type: type }) => typeName(type ?? 'digest') },
    { header: 'Created', value: 'created_at', as: 'ago', width: 120 },
    { header: 'Status', value: ({ status }) => words(status), width: 110 },
    { header: 'Attempts', value: ({ tries }) => tries.length, as: 'number' },
    { header: 'Last response', value: lastAnswer, isMinor: true, width: 320 },
    {
      header: 'Again',
      value: 'id',
      cell: ({ id: delivery, status }) => (
        <Act
          size="compact-xs"
          variant="subtle"
          disabled={status === 'waiting' || destination.status !== 'active'}
          act={() => replay(delivery)}
          shownBy={shownBy}
        >
          Replay
        </Act>
      ),
      width: 90,
    },
  ];
  return (
    <QueryState
      query={useQuery(watchQueries.deliveries(destination_id))}
      empty={<Hint>Nothing has been sent yet.</Hint>}
    >
      {(rows) => <Grid label="Deliveries" rows={rows} columns={columns} />}
    </QueryState>
  );
}

function lastAnswer({ tries }: Delivery): string | null {
  const last = tries.at(-1);
  return last ? [last.status, last.answer].filter((part) => part !== null && part !== '').join(' ') : null;
}
