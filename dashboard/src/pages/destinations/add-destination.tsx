import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { NewDestination } from '../../api/schema.ts';
import { addDestination } from '../../api/watch.ts';
import { Copy } from '../../parts/code.tsx';
import { WarningIcon } from '../../parts/icon.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { ownZone } from '../explorer/tracker-words.ts';

/** A secret at the one moment at which it can be read. */
export interface Shown {
  readonly target: string;
  readonly secret: string;
}

const kinds = [
  { value: 'mail', label: 'Mail address' },
  { value: 'slack', label: 'Slack-compatible webhook' },
  { value: 'webhook', label: 'Webhook' },
];
const rhythms = [
  { value: 'at_once', label: 'With each event' },
  { value: 'daily', label: 'Once a day' },
  { value: 'weekly', label: 'Once a week' },
];

interface AddProps {
  readonly onClose: () => void;
  readonly onSecret: (shown: Shown) => void;
}

/** Asks for the address of a destination. */
export function AddDestination({ onClose, onSecret }: AddProps) {
  const { data: session } = useQuery(queries.session);
  const client = useQueryClient();
  const [kind, setKind] = useState('mail');
  const [typed, setTyped] = useState<string>();
  const [rhythm, setRhythm] = useState('at_once');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const target = typed ?? (kind === 'mail' ? (session?.email ?? '') : '');
  const add = useMutation({
    mutationFn: () => addDestination(bodyOf(kind, target.trim(), rhythm), idempotencyKey),
    onSuccess: async ({ destination, secret }) => {
      if (secret !== null) onSecret({ target: destination.target, secret });
      await client.invalidateQueries({ queryKey: ['destinations'] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Add a destination">
      <form onSubmit={submit}>
        <Stack>
          <Select
            label="Where to"
            data={kinds}
            value={kind}
            allowDeselect={false}
            onChange={(next) => setKind(next ?? 'mail')}
          />
          <TextInput
            label={kind === 'mail' ? 'Mail address' : 'Address (https)'}
            value={target}
            required
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {kind === 'mail' ? (
            <Select
              label="When"
              data={rhythms}
              value={rhythm}
              allowDeselect={false}
              onChange={(next) => setRhythm(next ?? 'at_once')}
            />
          ) : null}
          {add.error ? <ErrorState error={add.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending} disabled={target.trim() === ''}>
              Add destination
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function bodyOf(kind: string, target: string, rhythm: string): NewDestination {
  if (kind === 'webhook' || kind === 'slack') return { kind, url: target };
  return {
    kind: 'mail',
    address: target,
    time_zone: ownZone(),
    rhythm: rhythm === 'daily' || rhythm === 'weekly' ? rhythm : 'at_once',
  };
}

/** The secret of a webhook, shown this once. */
export function ShownSecret({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Secret of the webhook">
      <Stack>
        <Alert color="yellow" icon={<WarningIcon />}>
          Copy it now: it is not shown again. It verifies the signatures of what is sent to {shown.target}.
        </Alert>
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <TextInput flex={1} label="Secret" value={shown.secret} readOnly data-testid="webhook-secret" />
          <Copy value={shown.secret} label="secret" />
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
