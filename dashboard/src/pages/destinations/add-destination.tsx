import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api, keyed } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { NewDestination } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { ShownOnce } from '../../parts/code.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, FormDialog, typed } from '../../parts/form.tsx';
import { ownZone } from '../explorer/tracker-words.ts';

/** A secret at the one moment at which it can be read. */
export interface Shown {
  readonly target: string;
  readonly secret: string;
}

const kinds = [
  { value: 'mail', label: 'Email address' },
  { value: 'slack', label: 'Slack-compatible webhook' },
  { value: 'webhook', label: 'Webhook' },
] as const;
const rhythms = [
  { value: 'at_once', label: 'With each event' },
  { value: 'daily', label: 'Once a day' },
  { value: 'weekly', label: 'Once a week' },
] as const;
type Kind = (typeof kinds)[number]['value'];
type Rhythm = (typeof rhythms)[number]['value'];

interface AddProps {
  readonly onClose: () => void;
  readonly onSecret: (shown: Shown) => void;
}

/** Asks for the address of a destination. */
export function AddDestination({ onClose, onSecret }: AddProps) {
  const { data: session } = useQuery(queries.session);
  const [kind, setKind] = useState<Kind>('mail');
  const [written, setWritten] = useState<string>();
  const [rhythm, setRhythm] = useState<Rhythm>('at_once');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const refresh = useRefresh('destinations');
  const target = (written ?? (kind === 'mail' ? (session?.email ?? '') : '')).trim();
  const add = async () => {
    const body = bodyOf(kind, target, rhythm);
    const { destination, secret } = await answered(
      api.POST('/v1/me/destinations', { ...keyed(idempotencyKey), body }),
    );
    if (secret !== null) onSecret({ target: destination.target, secret });
    await refresh();
  };
  return (
    <FormDialog
      title="Add a destination"
      action="Add destination"
      isReady={target !== ''}
      onSend={add}
      onClose={onClose}
    >
      <Choice label="Send to" data={kinds} value={kind} onChange={setKind} />
      <TextInput
        label={kind === 'mail' ? 'Email address' : 'Address (https)'}
        required
        {...typed(written ?? target, setWritten)}
      />
      {kind === 'mail' ? (
        <Choice label="How often" data={rhythms} value={rhythm} onChange={setRhythm} />
      ) : null}
    </FormDialog>
  );
}

function bodyOf(kind: Kind, target: string, rhythm: Rhythm): NewDestination {
  if (kind !== 'mail') return { kind, url: target };
  return { kind, address: target, time_zone: ownZone(), rhythm };
}

/** The secret of a webhook, shown this once. */
export function ShownSecret({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Webhook signing secret">
      <ShownOnce
        warning={`Copy it now: it is not shown again. It verifies the signatures of what is sent to ${shown.target}.`}
        label="Secret"
        value={shown.secret}
        name="webhook-secret"
        onDone={onClose}
      />
    </Dialog>
  );
}
