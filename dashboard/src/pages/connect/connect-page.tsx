import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { pageHeads } from '../../page-heads.ts';
import { CodeBlock } from '../../parts/code.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ClientGuides } from './client-guides.tsx';
import { Connections } from './connections.tsx';

/** Everything an agent needs: one address; it signs in by itself. */
export function ConnectPage() {
  const capabilities = useQuery(queries.capabilities);
  const mcpUrl = capabilities.data?.data.mcp.url ?? `${location.origin}/mcp`;
  return (
    <Page {...pageHeads.connect}>
      <Section title="Server address" lead="A remote MCP server over streamable HTTP, with OAuth.">
        <Group>
          <div style={{ flex: 1, minWidth: 0 }}>
            <CodeBlock code={mcpUrl} label="server address" />
          </div>
        </Group>
        <Text size="sm" c="dimmed" mt="sm">
          On the first use the client opens this site, you see who asks for what, and you allow it or not.
        </Text>
      </Section>
      <Section title="Set up your client">
        <ClientGuides mcpUrl={mcpUrl} />
      </Section>
      <Connections />
    </Page>
  );
}
