import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api, at } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { Connection } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { ago, date, monthlyLimit, words } from '../../format.ts';
import { EditLimits } from '../../parts/edit-limits.tsx';
import { ConfirmButton } from '../../parts/form.tsx';
import { EmptyState, QueryState, Section } from '../../parts/page.tsx';
import { InUse, ListRow, RowList } from '../../parts/row-list.tsx';
import { RowButton } from '../../parts/text.tsx';

/** Agents that may act for this account, and the way to end each. */
export function Connections() {
  return (
    <Section title="Connected agents">
      <QueryState
        query={useQuery(queries.connections)}
        empty={
          <EmptyState title="No agent is connected">
            An agent appears here after its first sign-in.
          </EmptyState>
        }
      >
        {(list) => (
          <InUse all={list} ended="disconnected agent" none="No agent is connected.">
            {(shown) => (
              <RowList>
                {shown.map((connection) => (
                  <ConnectionRow key={connection.id} connection={connection} />
                ))}
              </RowList>
            )}
          </InUse>
        )}
      </QueryState>
    </Section>
  );
}

function ConnectionRow({ connection }: { readonly connection: Connection }) {
  const { id, client_name: name, is_active, scopes, spend_limit, tools, ends_at: endsAt } = connection;
  const [isEditing, setEditing] = useState(false);
  const refresh = useRefresh('connections');
  const place = at({ connection_id: id });
  return (
    <ListRow
      title={name}
      note={
        <>
          Connected {date(connection.created_at)} · last used {ago(connection.last_used_at)}
          {is_active ? <div>{limitsOf(connection)}</div> : null}
        </>
      }
      below={
        isEditing ? (
          <EditLimits
            label={`Limits of ${name}`}
            value={{ spend_limit, tools, endsAt }}
            onSave={({ name: _, endsAt: ends_at, ...limits }) => {
              const body = { ...limits, ends_at };
              return answered(api.PATCH('/v1/me/connections/{connection_id}', { ...place, body })).then(
                refresh,
              );
            }}
            onClose={() => setEditing(false)}
          />
        ) : null
      }
    >
      {scopes.map((scope) => (
        <Badge key={scope} color="gray">
          {scopeNames[scope] ?? words(scope)}
        </Badge>
      ))}
      {is_active ? (
        <>
          <RowButton
            onClick={() => setEditing(!isEditing)}
            aria-expanded={isEditing}
            aria-label={`Edit the limits of ${name}`}
          >
            Edit
          </RowButton>
          <ConfirmButton
            label="Disconnect"
            name={`Disconnect ${name}`}
            title="Disconnect this agent?"
            action="Disconnect"
            onConfirm={() =>
              answered(api.POST('/v1/me/connections/{connection_id}/revoke', place)).then(refresh)
            }
          >
            Its next request is refused. It can ask for access again, and you can say no.
          </ConfirmButton>
        </>
      ) : (
        <Badge color="gray">Disconnected</Badge>
      )}
    </ListRow>
  );
}

function limitsOf({ tools, ends_at: ends, ...limits }: Connection): string {
  return [
    monthlyLimit(limits) ?? 'No monthly limit',
    tools && `${tools.length} of the tools`,
    ends && `until ${date(ends)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const scopeNames: Readonly<Record<string, string>> = {
  tools: 'Call tools',
  'account:read': 'Read account',
  'keys:manage': 'Manage keys',
};
