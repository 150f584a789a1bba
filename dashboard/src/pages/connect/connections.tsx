import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeConnection, revokeConnection } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { Connection } from '../../api/schema.ts';
import { ago, date, monthlyLimit, words } from '../../format.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EditLimits } from '../../parts/edit-limits.tsx';
import { Ended } from '../../parts/ended.tsx';
import { Section } from '../../parts/page.tsx';
import { EmptyState, QueryState } from '../../parts/states.tsx';
import classes from './connections.module.css';

/** Agents that may act for this account, and the way to end each. */
export function Connections() {
  const connections = useQuery(queries.connections);
  const queryClient = useQueryClient();
  const [revoking, setRevoking] = useState<Connection>();
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
            <EmptyState title="No agent is connected">
              An agent shows here after its first sign-in.
            </EmptyState>
          ) : (
            <ConnectionList connections={list} onRevoke={setRevoking} />
          )
        }
      </QueryState>
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

interface ConnectionListProps {
  readonly connections: readonly Connection[];
  readonly onRevoke: (connection: Connection) => void;
}

/** Agents that may call; those that were disconnected are folded below them. */
function ConnectionList({ connections, onRevoke }: ConnectionListProps) {
  const live = connections.filter(({ is_active }) => is_active);
  const ended = connections.filter(({ is_active }) => !is_active);
  const rows = (shown: readonly Connection[]) => (
    <ul className={classes.list}>
      {shown.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} onRevoke={() => onRevoke(connection)} />
      ))}
    </ul>
  );
  return (
    <>
      {rows(live)}
      <Ended count={ended.length} one="disconnected agent" many="disconnected agents">
        {rows(ended)}
      </Ended>
    </>
  );
}

interface ConnectionRowProps {
  readonly connection: Connection;
  readonly onRevoke: () => void;
}

function ConnectionRow({ connection, onRevoke }: ConnectionRowProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <About connection={connection} />
        <Group gap="xs">
          {connection.scopes.map((scope) => (
            <Badge key={scope} color="gray">
              {scopeName(scope)}
            </Badge>
          ))}
          {connection.is_active ? (
            <>
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => setEditing(!isEditing)}
                aria-expanded={isEditing}
                aria-label={`Edit the limits of ${connection.client_name}`}
              >
                Edit
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                onClick={onRevoke}
                aria-label={`Disconnect ${connection.client_name}`}
              >
                Disconnect
              </Button>
            </>
          ) : (
            <Badge color="gray">Disconnected</Badge>
          )}
        </Group>
      </div>
      {isEditing ? <EditConnection connection={connection} onClose={() => setEditing(false)} /> : null}
    </li>
  );
}

function About({ connection }: { readonly connection: Connection }) {
  const limits = [
    monthlyLimit(connection) ?? 'No monthly limit',
    connection.tools ? `${connection.tools.length} of the tools` : undefined,
    connection.ends_at ? `until ${date(connection.ends_at)}` : undefined,
  ].filter((limit) => limit !== undefined);
  return (
    <Stack gap={2} miw={0}>
      <Text fw={550} size="sm" truncate>
        {connection.client_name}
      </Text>
      <Text size="xs" c="dimmed">
        Connected {date(connection.created_at)} · last used {ago(connection.last_used_at)}
      </Text>
      {connection.is_active ? (
        <Text size="xs" c="dimmed">
          {limits.join(' · ')}
        </Text>
      ) : null}
    </Stack>
  );
}

interface EditConnectionProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

function EditConnection({ connection, onClose }: EditConnectionProps) {
  const queryClient = useQueryClient();
  const { id, client_name, spend_limit, tools, ends_at: endsAt } = connection;
  return (
    <EditLimits
      label={`Limits of ${client_name}`}
      value={{ spend_limit, tools, endsAt }}
      onSave={async ({ spend_limit: limit, tools: allowed, endsAt: ends }) => {
        await changeConnection(id, {
          ...(limit === undefined ? {} : { spend_limit: limit }),
          ...(allowed === undefined ? {} : { tools: allowed }),
          ...(ends === undefined ? {} : { ends_at: ends }),
        });
        await queryClient.invalidateQueries({ queryKey: ['connections'] });
      }}
      onClose={onClose}
    />
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
