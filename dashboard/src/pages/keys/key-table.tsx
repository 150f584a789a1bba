import { Badge, Button, Code, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleQueries } from '../../api/people.ts';
import type { Credential } from '../../api/schema.ts';
import { ago, date, monthlyLimit } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { EditLimits } from '../../parts/edit-limits.tsx';
import { PreviousKey } from './previous-key.tsx';
import { useChangeKey } from './use-change-key.ts';

export interface KeyActions {
  readonly onRevoke: (credential: Credential) => void;
  readonly onRotate: (credential: Credential) => void;
}

interface KeyTableProps extends KeyActions {
  readonly label: string;
  readonly credentials: readonly Credential[];
}

/** Keys with their limits; below them those that still work beside the one that took their place. */
export function KeyTable({ label, credentials, onRevoke, onRotate }: KeyTableProps) {
  const [editing, setEditing] = useState<Credential>();
  return (
    <>
      <Grid
        label={label}
        isPlain
        rows={credentials}
        columns={[...columns, actions({ Edit: setEditing, Rotate: onRotate, Revoke: onRevoke })]}
      />
      {credentials.map((credential) => (
        <PreviousKey key={credential.id} credential={credential} />
      ))}
      {editing ? <EditKey credential={editing} onClose={() => setEditing(undefined)} /> : null}
    </>
  );
}

const columns: readonly Column<Credential>[] = [
  { header: 'Name', width: 200, value: ({ name }) => name, cell: ({ name }) => <b>{name}</b> },
  {
    header: 'Key',
    width: 120,
    value: ({ prefix }) => prefix,
    cell: ({ prefix }) => <Code>{prefix}…</Code>,
    isMinor: true,
  },
  {
    header: 'Created',
    width: 220,
    value: ({ created_at }) => created_at,
    cell: (credential) => <Created credential={credential} />,
    isMinor: true,
  },
  {
    header: 'Last used',
    width: 120,
    value: ({ last_used_at }) => last_used_at ?? '',
    cell: ({ last_used_at }) => ago(last_used_at),
    isMinor: true,
  },
  { header: 'Limits', width: 220, value: limitsText, isMinor: true },
  {
    header: 'Status',
    width: 100,
    value: statusOf,
    cell: (credential) => (
      <Badge color={credential.is_active ? 'glass' : 'gray'}>{statusOf(credential)}</Badge>
    ),
  },
];

function actions(presses: Readonly<Record<string, (credential: Credential) => void>>): Column<Credential> {
  return {
    header: '',
    title: 'Actions',
    width: 210,
    value: () => null,
    cell: (credential) =>
      credential.is_active ? (
        <Group gap={0} justify="flex-end" wrap="nowrap">
          {Object.entries(presses).map(([name, press]) => (
            <Button
              key={name}
              size="compact-sm"
              variant="subtle"
              {...(name === 'Revoke' && { color: 'red' })}
              onClick={() => press(credential)}
              aria-label={`${name} ${credential.name}`}
            >
              {name}
            </Button>
          ))}
        </Group>
      ) : null,
  };
}

interface KeyProps {
  readonly credential: Credential;
}

/** When and by which of the people, where that is not who opened the account. */
function Created({ credential: { created_at, created_by, parent_id, mode } }: KeyProps) {
  const isMember = parent_id === null && (created_by?.startsWith('mem_') ?? false);
  const { data } = useQuery({ ...peopleQueries.people, enabled: isMember });
  const maker = isMember ? data?.find(({ id }) => id === created_by)?.email : undefined;
  const by = parent_id === null ? maker && `by ${maker}` : 'by another key';
  return [date(created_at), by, mode === 'test' && 'test key'].filter(Boolean).join(', ');
}

interface EditKeyProps extends KeyProps {
  readonly onClose: () => void;
}

function EditKey({ credential, onClose }: EditKeyProps) {
  const change = useChangeKey(credential.id);
  const { name, spend_limit, tools, expires_at: endsAt } = credential;
  return (
    <Modal opened onClose={onClose} title="Edit key" size="lg">
      <EditLimits
        label={`Limits of ${name}`}
        value={{ name, spend_limit, tools, endsAt }}
        onSave={({ endsAt: ends, ...edits }) =>
          change({ ...edits, ...(ends === undefined ? {} : { expires_at: ends }) })
        }
        onClose={onClose}
      />
    </Modal>
  );
}

function limitsText(credential: Credential): string {
  const { tools, expires_at: end } = credential;
  const limits = [
    monthlyLimit(credential),
    tools && `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`,
    end && `until ${date(end)}`,
  ];
  return limits.filter(Boolean).join(', ') || 'None';
}

function statusOf({ is_active, expires_at }: Credential): string {
  if (is_active) return 'Active';
  return expires_at && Date.parse(expires_at) <= Date.now() ? 'Expired' : 'Revoked';
}
