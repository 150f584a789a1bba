import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Destination } from '../../api/schema.ts';
import {
  removeDestination,
  rotateDestination,
  switchDestination,
  verifyDestination,
  watchQueries,
} from '../../api/watch.ts';
import { words } from '../../format.ts';
import { pageHeads } from '../../page-heads.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, ErrorState, QueryState } from '../../parts/states.tsx';
import { AddDestination, type Shown, ShownSecret } from './add-destination.tsx';
import { Deliveries } from './deliveries.tsx';
import { Verify } from './verify.tsx';

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
      <QueryState query={destinations}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Events are sent nowhere yet">
              Add your own address for a mail with each event, or one a day.
            </EmptyState>
          ) : (
            list.map((one) => <OneDestination key={one.id} destination={one} onSecret={setShown} />)
          )
        }
      </QueryState>
      {isAdding ? <AddDestination onClose={() => setAdding(false)} onSecret={setShown} /> : null}
      {shown ? <ShownSecret shown={shown} onClose={() => setShown(undefined)} /> : null}
    </Page>
  );
}

/** What a link in a mail leads to: the code behind it verifies its destination. */
function ByLink() {
  const client = useQueryClient();
  const [, id, code] = /^#(dst_[0-9a-z]+)\.([\w-]+)$/u.exec(location.hash) ?? [];
  const verify = useMutation({
    mutationFn: (given: { readonly id: string; readonly code: string }) =>
      verifyDestination(given.id, given.code),
    onSettled: () => client.invalidateQueries({ queryKey: ['destinations'] }),
  });
  const { mutate } = verify;
  useEffect(() => {
    if (id === undefined || code === undefined) return;
    history.replaceState(null, '', location.pathname);
    mutate({ id, code });
  }, [id, code, mutate]);
  if (verify.error) return <ErrorState error={verify.error} />;
  return verify.data ? <Text size="sm">{verify.data.message}</Text> : null;
}

interface OneProps {
  readonly destination: Destination;
  readonly onSecret: (shown: Shown) => void;
}

function OneDestination({ destination, onSecret }: OneProps) {
  const { id, kind, target, types, rhythm, status } = destination;
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ['destinations'] });
  const change = useMutation({
    mutationFn: (next: 'active' | 'off') => switchDestination(id, next),
    onSuccess: refresh,
  });
  const rotate = useMutation({
    mutationFn: () => rotateDestination(id),
    onSuccess: async ({ secret }) => {
      if (secret !== null) onSecret({ target, secret });
      await refresh();
    },
  });
  const error = change.error ?? rotate.error;
  return (
    <Section title={target}>
      <Stack gap="xs">
        <Group gap="xs">
          <StatusBadge destination={destination} />
          <Text size="sm" c="dimmed">
            {words(kind)} · {types === null ? 'all events' : types.join(', ')}
            {rhythm === 'at_once' ? '' : ` · ${rhythm}`}
          </Text>
        </Group>
        {status === 'unverified' ? <Verify destination={destination} /> : null}
        {error ? <ErrorState error={error} /> : null}
        <Group gap="xs">
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Deliveries
          </Button>
          {status === 'unverified' ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={change.isPending}
              onClick={() => change.mutate(status === 'active' ? 'off' : 'active')}
            >
              {status === 'active' ? 'Switch off' : 'Switch on'}
            </Button>
          )}
          {kind === 'webhook' ? (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={rotate.isPending}
              onClick={() => rotate.mutate()}
            >
              New secret
            </Button>
          ) : null}
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </Group>
        {isOpen ? <Deliveries destination={destination} /> : null}
      </Stack>
      <Confirm
        opened={isRemoving}
        title="Remove this destination?"
        action="Remove destination"
        onConfirm={() => removeDestination(id).then(refresh)}
        onClose={() => setRemoving(false)}
      >
        Its deliveries go with it. Events stay.
      </Confirm>
    </Section>
  );
}

const reasons = {
  owner: 'Off',
  failing: 'Off: failed for five days',
  gone: 'Off: says it is gone',
  person_left: 'Off: who added it has left',
} as const;

function StatusBadge({ destination }: { readonly destination: Destination }) {
  const { status, off_because, failing_since } = destination;
  if (status === 'unverified') return <Badge color="yellow">Not verified</Badge>;
  if (status === 'off') return <Badge color="gray">{reasons[off_because ?? 'owner']}</Badge>;
  return failing_since === null ? <Badge color="green">Active</Badge> : <Badge color="red">Failing</Badge>;
}
