import { Anchor, Badge, Button, List, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api, at } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import type { Connection } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { ago, date, monthlyLimit, words } from '../../format.ts';
import { pageHeads } from '../../page-heads.ts';
import { CodeBlock } from '../../parts/code.tsx';
import { EditLimits } from '../../parts/edit-limits.tsx';
import { ConfirmButton } from '../../parts/form.tsx';
import { ExternalIcon } from '../../parts/icons.tsx';
import { EmptyState, Page, QueryState, Section } from '../../parts/page.tsx';
import { Panels } from '../../parts/panels.tsx';
import { InUse, ListRow, RowList } from '../../parts/row-list.tsx';
import { Hint, RowButton } from '../../parts/text.tsx';
import classes from './client-guides.module.css';
import { type ClientGuide, guidesFor } from './guides.ts';

/** Everything an agent needs: one address; it signs in by itself. */
export function ConnectPage() {
  const capabilities = useQuery(queries.capabilities);
  const mcpUrl = capabilities.data?.data.mcp.url ?? `${location.origin}/mcp`;
  return (
    <Page {...pageHeads.connect}>
      <Section title="Server address" lead="A remote MCP server over streamable HTTP, with OAuth.">
        <CodeBlock code={mcpUrl} label="server address" />
        <Hint mt="sm">
          The first time, the client opens this site. You see what it asks for, and allow it or not.
        </Hint>
      </Section>
      <Section title="Set up your client">
        <Panels
          parameter="client"
          panels={guidesFor(mcpUrl).map((guide) => [guide.id, () => <Guide guide={guide} />, guide.name])}
          mb="lg"
          aria-label="Clients"
          className={classes.clients}
        />
      </Section>
      <Connections />
    </Page>
  );
}

/** What to do in one client, step by step. */
function Guide({ guide }: { readonly guide: ClientGuide }) {
  return (
    <Stack gap="md" maw={760}>
      {guide.install ? (
        <div>
          <Button component="a" href={guide.install.href} leftSection={<ExternalIcon size={16} />}>
            {guide.install.label}
          </Button>
          <Hint mt="xs">Or by hand:</Hint>
        </div>
      ) : null}
      <List type="ordered" size="sm" spacing="xs">
        {guide.steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {guide.code ? <CodeBlock code={guide.code} label={`configuration for ${guide.name}`} /> : null}
      <Hint>
        Then ask it something like “Audit example.com and tell me what to fix first.”{' '}
        {guide.docs ? <Anchor href={guide.docs}>{guide.name}’s own guide</Anchor> : null}
      </Hint>
    </Stack>
  );
}

/** Agents that may act for this account, and the way to end each. */
function Connections() {
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
