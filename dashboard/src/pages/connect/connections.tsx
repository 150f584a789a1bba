import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limitConnection, revokeConnection } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { Connection } from '../../api/schema.ts';
import { ago, date, monthlyLimit, words } from '../../format.ts';
import { ChangeLimit } from '../../parts/change-limit.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { PlugIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { EmptyState, QueryState } from '../../parts/states.tsx';
import classes from './connections.module.css';

/** Agents that may act for this account, and the way to end each. */
export function Connections() {
  const connections = useQuery(queries.connections);
  const queryClient = useQueryClient();
  const [revoking, setRevoking] = useState<Connection>();
  const [limiting, setLimiting] = useState<Connection>();
  const revoke = async () => {
    if (!revoking) return;
    await revokeConnection(revoking.id);
    await queryClient.invalidateQueries({ queryKey: ['connections'] });
  };
  return (
    <Section title="Connected agents">
      <QueryState query={connections}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<PlugIcon />} title="No agent is connected">
              An agent shows here after its first sign-in.
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {list.map((connection) => (
                <ConnectionRow
                  key={connection.id}
                  connection={connection}
                  onRevoke={() => setRevoking(connection)}
                  onLimit={() => setLimiting(connection)}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
      <ChangeLimit
        limited={limiting && { id: limiting.id, name: limiting.client_name, limit: limiting.spend_limit }}
        onSave={async (id, limit) => {
          await limitConnection(id, limit);
          await queryClient.invalidateQueries({ queryKey: ['connections'] });
        }}
        onClose={() => setLimiting(undefined)}
      />
      <Confirm
        opened={revoking !== undefined}
        title="Disconnect this agent?"
        action="Disconnect"
        onConfirm={revoke}
        onClose={() => setRevoking(undefined)}
      >
        It is refused from its next request on. It can ask for access again, and you can say no.
      </Confirm>
    </Section>
  );
}

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly onRevoke: () => void;
  readonly onLimit: () => void;
}

function ConnectionRow({ connection, onRevoke, onLimit }: ConnectionRowProps) {
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Text fw={550} size="sm" truncate>
          {connection.client_name}
        </Text>
        <Text size="xs" c="dimmed">
          Connected {date(connection.created_at)} · last used {ago(connection.last_used_at)}
        </Text>
        {connection.is_active ? (
          <Text size="xs" c="dimmed">
            {monthlyLimit(connection) ?? 'No monthly limit'}
          </Text>
        ) : null}
      </Stack>
      <Group gap="xs">
        {connection.scopes.map((scope) => (
          <Badge key={scope} color="gray">
            {scopeName(scope)}
          </Badge>
        ))}
        {connection.is_active ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={onLimit}
            aria-label={`Change the limit of ${connection.client_name}`}
          >
            Limit
          </Button>
        ) : null}
        {connection.is_active ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={onRevoke}
            aria-label={`Disconnect ${connection.client_name}`}
          >
            Disconnect
          </Button>
        ) : (
          <Badge color="gray">Disconnected</Badge>
        )}
      </Group>
    </li>
  );
}

function scopeName(scope: string): string {
  const names: Readonly<Record<string, string>> = {
    tools: 'Call tools',
    'account:read': 'Read account',
    'keys:manage': 'Manage keys',
  };
  return names[scope] ?? words(scope);
}
