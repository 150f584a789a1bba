import { Anchor, Text } from '@mantine/core';

/** Leads from an IP address, for which browsers keep no passkeys, to this machine's name. */
export function PasskeyPlace() {
  if (location.hostname !== '127.0.0.1' && location.hostname !== '[::1]') return null;
  const named = new URL(location.href);
  named.hostname = 'localhost';
  return (
    <Text size="xs" c="dimmed">
      Browsers keep passkeys for names, not for addresses such as {location.hostname}. Open{' '}
      <Anchor href={named.href} inherit>
        {named.host}
      </Anchor>{' '}
      for them.
    </Text>
  );
}
