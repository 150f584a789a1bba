import { Anchor, Text } from '@mantine/core';
import { Section } from '../../parts/page.tsx';
import { FirstCall } from './first-call.tsx';

/** How a key is sent. */
export function UseKey() {
  return (
    <Section
      title="Use a key"
      lead="Send it as a bearer token or in the header X-API-Key. Never put it in an address."
    >
      <FirstCall />
      <Text size="sm" c="dimmed" mt="md">
        Every endpoint, with an example of each answer and each error, is in the{' '}
        <Anchor href="/docs">API reference</Anchor>.
      </Text>
    </Section>
  );
}
