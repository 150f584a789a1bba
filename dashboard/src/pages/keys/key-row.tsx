import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleQueries } from '../../api/people.ts';
import type { Credential } from '../../api/schema.ts';
import { ago, date, monthlyLimit } from '../../format.ts';
import { EditLimits } from '../../parts/edit-limits.tsx';
import { PreviousKey } from './previous-key.tsx';
import { useChangeKey } from './use-change-key.ts';

export interface KeyActions {
  readonly onRevoke: (credential: Credential) => void;
  readonly onRotate: (credential: Credential) => void;
}

interface KeyProps {
  readonly credential: Credential;
}

interface KeyRowProps extends KeyActions, KeyProps {}

/** A key with its limits; they are edited in a row below it. */
export function KeyRow({ credential, onRevoke, onRotate }: KeyRowProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <Table.Tr data-inactive={!credential.is_active || undefined}>
        <Table.Td>
          <Text size="sm" fw={550}>
            {credential.name}
          </Text>
          <Text size="xs" c="dimmed">
            Created {date(credential.created_at)}
            {credential.parent_id === null ? <Maker credential={credential} /> : ' by another key'}
            {credential.mode === 'test' ? ' · test key' : null}
          </Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {credential.prefix}… · used {ago(credential.last_used_at)}
          </Text>
          <PreviousKey credential={credential} />
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <Code>{credential.prefix}…</Code>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <Text size="sm">{ago(credential.last_used_at)}</Text>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <Limits credential={credential} />
        </Table.Td>
        <Table.Td>
          <Badge color={credential.is_active ? 'glass' : 'gray'}>{statusOf(credential)}</Badge>
        </Table.Td>
        <Table.Td ta="right">
          {credential.is_active ? (
            <Actions
              credential={credential}
              isEditing={isEditing}
              onEdit={() => setEditing(!isEditing)}
              onRotate={onRotate}
              onRevoke={onRevoke}
            />
          ) : null}
        </Table.Td>
      </Table.Tr>
      {isEditing ? <EditRow credential={credential} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

/** Which of the people made it, where that is not who opened the account. */
function Maker({ credential: { created_by } }: KeyProps) {
  const isMember = created_by?.startsWith('mem_') ?? false;
  const { data } = useQuery({ ...peopleQueries.people, enabled: isMember });
  const maker = isMember ? data?.find(({ id }) => id === created_by) : undefined;
  return maker ? ` by ${maker.email}` : null;
}

interface ActionsProps extends KeyRowProps {
  readonly isEditing: boolean;
  readonly onEdit: () => void;
}

function Actions({ credential, isEditing, onEdit, onRotate, onRevoke }: ActionsProps) {
  const { name } = credential;
  return (
    <Group gap={0} justify="flex-end" miw={{ sm: 224 }}>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={onEdit}
        aria-expanded={isEditing}
        aria-label={`Edit ${name}`}
      >
        Edit
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => onRotate(credential)}
        aria-label={`Rotate ${name}`}
      >
        Rotate
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        onClick={() => onRevoke(credential)}
        aria-label={`Revoke ${name}`}
      >
        Revoke
      </Button>
    </Group>
  );
}

interface EditRowProps {
  readonly credential: Credential;
  readonly onClose: () => void;
}

function EditRow({ credential, onClose }: EditRowProps) {
  const change = useChangeKey(credential.id);
  const { name, spend_limit, tools, expires_at: endsAt } = credential;
  return (
    <Table.Tr>
      <Table.Td colSpan={6}>
        <EditLimits
          label={`Limits of ${name}`}
          value={{ name, spend_limit, tools, endsAt }}
          onSave={({ endsAt: ends, ...edits }) =>
            change({ ...edits, ...(ends === undefined ? {} : { expires_at: ends }) })
          }
          onClose={onClose}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function Limits({ credential }: { readonly credential: Credential }) {
  const limits = [
    monthlyLimit(credential),
    credential.tools
      ? `${credential.tools.length} ${credential.tools.length === 1 ? 'tool' : 'tools'}`
      : undefined,
    credential.expires_at ? `until ${date(credential.expires_at)}` : undefined,
  ].filter((limit) => limit !== undefined);
  if (limits.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None
      </Text>
    );
  return (
    <Stack gap={0}>
      {limits.map((limit) => (
        <Text key={limit} size="sm">
          {limit}
        </Text>
      ))}
    </Stack>
  );
}

function statusOf({ is_active, expires_at }: Credential): string {
  if (is_active) return 'Active';
  return expires_at && Date.parse(expires_at) <= Date.now() ? 'Expired' : 'Revoked';
}
