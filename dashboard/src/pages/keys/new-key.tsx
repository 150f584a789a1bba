import { ActionIcon, Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CreatedCredential } from '../../api/schema.ts';
import { Copy } from '../../parts/code.tsx';
import { WarningIcon } from '../../parts/icon.tsx';
import { EyeIcon, EyeOffIcon } from '../../parts/icons.tsx';
import { FirstCall } from './first-call.tsx';

interface NewKeyProps {
  readonly created: CreatedCredential;
  readonly onDone: () => void;
}

/** The one moment at which the key can be read: copy it, try it. */
export function NewKey({ created, onDone }: NewKeyProps) {
  const [isVisible, setVisible] = useState(true);
  const { key } = created;
  if (key === null)
    return (
      <Stack>
        <Alert color="yellow" icon={<WarningIcon />} title="This key was made a moment ago">
          A key is shown once, with the first answer. If you did not copy it, revoke “
          {created.api_credential.name}” and create another.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onDone}>Close</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack>
      <Alert color="yellow" icon={<WarningIcon />}>
        Copy it now. We keep only a fingerprint of it, so it cannot be shown again.
      </Alert>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          label={created.api_credential.name}
          value={key}
          readOnly
          type={isVisible ? 'text' : 'password'}
          autoComplete="off"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-testid="new-key"
          onFocus={(event) => event.currentTarget.select()}
          rightSection={
            <ActionIcon
              onClick={() => setVisible((was) => !was)}
              aria-label={isVisible ? 'Hide the key' : 'Show the key'}
              size="md"
            >
              {isVisible ? <EyeOffIcon /> : <EyeIcon />}
            </ActionIcon>
          }
        />
        <Copy value={key} label="key" />
      </Group>
      <Text fw={550} mt="xs">
        Try it
      </Text>
      <FirstCall apiKey={key} />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
