import { Anchor, Button, List, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { pageHeads } from '../../page-heads.ts';
import { CodeBlock } from '../../parts/code.tsx';
import { ExternalIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Panels } from '../../parts/panels.tsx';
import { Hint } from '../../parts/text.tsx';
import classes from './client-guides.module.css';
import { Connections } from './connections.tsx';
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
