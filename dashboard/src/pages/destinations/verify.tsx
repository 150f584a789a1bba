import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Destination } from '../../api/schema.ts';
import { verifyDestination } from '../../api/watch.ts';
import { ErrorState } from '../../parts/states.tsx';

const hints = {
  webhook: 'We send it a signed challenge. It answers with `data.challenge` as its body.',
  slack: 'We send a code to the channel.',
  mail: 'We send a link and a code to the address.',
} as const;

/** Proves that who owns a destination wants events. */
export function Verify({ destination }: { readonly destination: Destination }) {
  const { id, kind } = destination;
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: (sent: string | undefined) => verifyDestination(id, sent),
    onSuccess: () => client.invalidateQueries({ queryKey: ['destinations'] }),
  });
  return (
    <Stack gap="xs">
      <Text size="sm">{verify.data?.message ?? hints[kind]}</Text>
      {verify.error ? <ErrorState error={verify.error} /> : null}
      <Group gap="xs" align="flex-end">
        <Button
          size="sm"
          variant="default"
          loading={verify.isPending}
          onClick={() => verify.mutate(undefined)}
        >
          {kind === 'webhook' ? 'Send the challenge' : 'Send a code'}
        </Button>
        {kind === 'webhook' || !verify.data ? null : (
          <>
            <TextInput label="Code" value={code} onChange={(event) => setCode(event.currentTarget.value)} />
            <Button size="sm" disabled={code.trim() === ''} onClick={() => verify.mutate(code)}>
              Verify
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
