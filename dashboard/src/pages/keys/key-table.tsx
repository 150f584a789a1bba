import { Badge, Button, Code, Stack, Table, Text } from '@mantine/core';
import type { Credential } from '../../api/schema.ts';
import { ago, date, monthlyLimit } from '../../format.ts';
import { ScrollTable } from '../../parts/scroll-table.tsx';

interface KeyTableProps {
  readonly credentials: readonly Credential[];
  readonly onRevoke: (credential: Credential) => void;
  readonly onLimit: (credential: Credential) => void;
}

export function KeyTable({ credentials, onRevoke, onLimit }: KeyTableProps) {
  return (
    <ScrollTable label="Keys">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="sm">Key</Table.Th>
          <Table.Th visibleFrom="sm">Last used</Table.Th>
          <Table.Th visibleFrom="sm">Limits</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {credentials.map((credential) => (
          <KeyRow key={credential.id} credential={credential} onRevoke={onRevoke} onLimit={onLimit} />
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

interface KeyRowProps {
  readonly credential: Credential;
  readonly onRevoke: (credential: Credential) => void;
  readonly onLimit: (credential: Credential) => void;
}

function KeyRow({ credential, onRevoke, onLimit }: KeyRowProps) {
  return (
    <Table.Tr data-inactive={!credential.is_active || undefined}>
      <Table.Td>
        <Text size="sm" fw={550}>
          {credential.name}
        </Text>
        <Text size="xs" c="dimmed">
          Created {date(credential.created_at)}
          {credential.parent_id === null ? null : ' by another key'}
          {credential.mode === 'test' ? ' · test key' : null}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {credential.prefix}… · used {ago(credential.last_used_at)}
        </Text>
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
        {credential.is_active && credential.mode === 'live' ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onLimit(credential)}
            aria-label={`Change the limit of ${credential.name}`}
          >
            Limit
          </Button>
        ) : null}
        {credential.is_active ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={() => onRevoke(credential)}
            aria-label={`Revoke ${credential.name}`}
          >
            Revoke
          </Button>
        ) : null}
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
