import { Anchor, Button, List, Stack, Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code.tsx';
import { ExternalIcon } from '../../parts/icons.tsx';
import { useParameter } from '../../router.tsx';
import classes from './client-guides.module.css';
import { type ClientGuide, guidesFor } from './guides.ts';

interface ClientGuidesProps {
  readonly mcpUrl: string;
}

/** What to do in each client, step by step. */
export function ClientGuides({ mcpUrl }: ClientGuidesProps) {
  const guides = guidesFor(mcpUrl);
  const first = guides[0]?.id ?? '';
  const [client, setClient] = useParameter('client', first);
  return (
    <Tabs value={client} onChange={(id) => setClient(id ?? first)} keepMounted={false}>
      <Tabs.List mb="lg" aria-label="Clients" className={classes.clients}>
        {guides.map((guide) => (
          <Tabs.Tab key={guide.id} value={guide.id}>
            {guide.name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {guides.map((guide) => (
        <Tabs.Panel key={guide.id} value={guide.id}>
          <Guide guide={guide} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Guide({ guide }: { readonly guide: ClientGuide }) {
  return (
    <Stack gap="md" maw={760}>
      {guide.install ? (
        <div>
          <Button component="a" href={guide.install.href} leftSection={<ExternalIcon size={16} />}>
            {guide.install.label}
          </Button>
          <Text size="sm" c="dimmed" mt="xs">
            Or by hand:
          </Text>
        </div>
      ) : null}
      <List type="ordered" size="sm" spacing="xs">
        {guide.steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {guide.code ? <CodeBlock code={guide.code} label={`configuration for ${guide.name}`} /> : null}
      <Text size="sm" c="dimmed">
        Then ask it something like “Audit example.com and tell me what to fix first.”{' '}
        {guide.docs ? <Anchor href={guide.docs}>{guide.name}’s own guide</Anchor> : null}
      </Text>
    </Stack>
  );
}
