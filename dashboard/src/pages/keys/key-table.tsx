import { Badge, Code, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api, at, keyedAt } from '../../api/client.ts';
import { peopleQueries } from '../../api/people.ts';
import type { Credential, KeyChanges } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { ago, counted, date, exactTime, monthlyLimit } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EditLimits } from '../../parts/edit-limits.tsx';
import { Act, ConfirmButton, Form } from '../../parts/form.tsx';
import { CancelButton, RowButton } from '../../parts/text.tsx';
import { KeyDialog } from './new-key.tsx';

interface KeyTableProps {
  readonly label: string;
  readonly credentials: readonly Credential[];
}

/** Keys with their limits; below them those that still work beside the one that took their place. */
export function KeyTable({ label, credentials }: KeyTableProps) {
  const [editing, setEditing] = useState<Credential>();
  const [rotating, setRotating] = useState<Credential>();
  return (
    <>
      <Grid
        label={label}
        isPlain
        rows={credentials}
        columns={[...columns, buttons({ Edit: setEditing, Rotate: setRotating })]}
      />
      {credentials.map((credential) => (
        <PreviousKey key={credential.id} credential={credential} />
      ))}
      {editing ? <EditKey credential={editing} onClose={() => setEditing(undefined)} /> : null}
      {rotating ? <RotateKey credential={rotating} onClose={() => setRotating(undefined)} /> : null}
    </>
  );
}

const columns: readonly Column<Credential>[] = [
  { header: 'Name', width: 150, value: 'name', cell: ({ name }) => <b>{name}</b> },
  {
    header: 'Key',
    width: 120,
    value: 'prefix',
    cell: ({ prefix }) => <Code>{prefix}…</Code>,
    isMinor: true,
  },
  {
    header: 'Created',
    width: 180,
    value: 'created_at',
    cell: (credential) => <Created credential={credential} />,
    isMinor: true,
  },
  {
    header: 'Last used',
    width: 140,
    value: 'last_used_at',
    cell: ({ last_used_at }) => ago(last_used_at),
    isMinor: true,
    isQuiet: true,
  },
  { header: 'Limits', width: 196, value: limitsText, isMinor: true },
  {
    header: 'Status',
    width: 112,
    value: statusOf,
    isMinor: true,
    cell: (credential) => (
      <Badge color={credential.is_active ? 'glass' : 'gray'}>{statusOf(credential)}</Badge>
    ),
  },
];

function buttons(presses: Readonly<Record<string, (credential: Credential) => void>>): Column<Credential> {
  return {
    header: '',
    title: 'Actions',
    width: 206,
    value: () => null,
    cell: (credential) =>
      credential.is_active ? (
        <Group gap={0} justify="flex-end" wrap="nowrap">
          {Object.entries(presses).map(([name, press]) => (
            <RowButton key={name} onClick={() => press(credential)} aria-label={`${name} ${credential.name}`}>
              {name}
            </RowButton>
          ))}
          <Revoke credential={credential} />
        </Group>
      ) : null,
  };
}

interface KeyProps {
  readonly credential: Credential;
}

function Revoke({ credential: { id, name, prefix } }: KeyProps) {
  const refresh = useRefresh('credentials');
  return (
    <ConfirmButton
      label="Revoke"
      name={`Revoke ${name}`}
      title="Revoke this key?"
      action="Revoke key"
      onConfirm={() => {
        const asked = { ...at({ credential_id: id }), body: { with_children: true } };
        return answered(api.POST('/v1/me/api-credentials/{credential_id}/revoke', asked)).then(refresh);
      }}
    >
      <b>{name}</b> ({prefix}…) stops working with the next request, and so do keys that it made. Programs
      that use them are refused. This cannot be undone.
    </ConfirmButton>
  );
}

/** The key before the last rotation, while both work. */
function PreviousKey({ credential: { id, name, is_active, previous_key: previous } }: KeyProps) {
  const change = useChangeKey(id);
  if (previous === null || !is_active) return null;
  return (
    <Group gap="sm" mt="xs">
      <Text>
        The old key of {name}, {previous.prefix}…, works until {exactTime(previous.ends_at)}.
      </Text>
      <Act
        size="compact-xs"
        variant="light"
        act={() => change({ end_previous_key: true })}
        aria-label={`End it now: the old key of ${name}`}
      >
        End it now
      </Act>
    </Group>
  );
}

function useChangeKey(id: string): (changes: KeyChanges) => Promise<unknown> {
  const refresh = useRefresh('credentials');
  const place = at({ credential_id: id });
  return (body) =>
    answered(api.PATCH('/v1/me/api-credentials/{credential_id}', { ...place, body })).then(refresh);
}

/** When and by which of the people, where that is not who opened the account. */
function Created({ credential: { created_at, created_by, parent_id, mode } }: KeyProps) {
  const isMember = parent_id === null && (created_by?.startsWith('mem_') ?? false);
  const { data } = useQuery({ ...peopleQueries.people, enabled: isMember });
  const maker = isMember ? data?.find(({ id }) => id === created_by)?.email : undefined;
  const by = parent_id === null ? maker && `by ${maker}` : 'by another key';
  return [date(created_at), by, mode === 'test' && 'test key'].filter(Boolean).join(', ');
}

interface KeyDialogProps extends KeyProps {
  readonly onClose: () => void;
}

function EditKey({ credential, onClose }: KeyDialogProps) {
  const change = useChangeKey(credential.id);
  const { name, spend_limit, tools, expires_at: endsAt } = credential;
  return (
    <Dialog onClose={onClose} title="Edit key" size="lg">
      <EditLimits
        label={`Limits of ${name}`}
        value={{ name, spend_limit, tools, endsAt }}
        onSave={({ endsAt: expires_at, ...edits }) => change({ ...edits, expires_at })}
        onClose={onClose}
      />
    </Dialog>
  );
}

function limitsText(credential: Credential): string {
  const { tools, expires_at: end } = credential;
  const limits = [
    monthlyLimit(credential),
    tools && counted(tools.length, 'tool'),
    end && `until ${date(end)}`,
  ];
  return limits.filter(Boolean).join(', ') || 'None';
}

function statusOf({ is_active, expires_at }: Credential): string {
  if (is_active) return 'Active';
  return expires_at && Date.parse(expires_at) <= Date.now() ? 'Expired' : 'Revoked';
}

const overlaps = [
  { hours: '0', label: 'Now', note: 'If someone else may know the old key.' },
  { hours: '1', label: 'In an hour', note: '' },
  { hours: '24', label: 'In 24 hours', note: '' },
  { hours: '168', label: 'In 7 days', note: '' },
];

/** Gives a key a successor: both work until the moment that is chosen. */
function RotateKey({ credential: { id, name, prefix }, onClose }: KeyDialogProps) {
  const [hours, setHours] = useState('24');
  const make = (overlap_hours: number, idempotencyKey: string) => {
    const asked = { ...keyedAt(idempotencyKey, { credential_id: id }), body: { overlap_hours } };
    return answered(api.POST('/v1/me/api-credentials/{credential_id}/rotate', asked));
  };
  return (
    <KeyDialog title={`Rotate ${name}`} make={make} onClose={onClose}>
      {(send) => (
        <Form
          action="Rotate key"
          onSend={() => send(Number(hours))}
          beside={<CancelButton onClick={onClose} />}
        >
          <Text>
            A new key replaces {prefix}… with the same limits; what was spent so far counts against them.
            Replace the old key in your programs before it stops working.
          </Text>
          <Radio.Group label="The old key ends" value={hours} onChange={setHours}>
            <Stack gap="xs" mt="xs">
              {overlaps.map(({ hours: overlap, label, note }) => (
                <Radio key={overlap} value={overlap} label={label} description={note} />
              ))}
            </Stack>
          </Radio.Group>
        </Form>
      )}
    </KeyDialog>
  );
}
