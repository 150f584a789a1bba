import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Credential } from '../../api/schema.ts';
import { exactTime } from '../../format.ts';
import { ErrorState } from '../../parts/states.tsx';
import { useChangeKey } from './use-change-key.ts';

/** The key before the last rotation, while both work. */
export function PreviousKey({ credential }: { readonly credential: Credential }) {
  const change = useChangeKey(credential.id);
  const end = useMutation({ mutationFn: () => change({ end_previous_key: true }) });
  const { previous_key: previous } = credential;
  if (previous === null || !credential.is_active) return null;
  return (
    <>
      <Group gap="sm" mt="xs">
        <Text size="sm">
          The old key of {credential.name}, {previous.prefix}…, works until {exactTime(previous.ends_at)}.
        </Text>
        <Button
          size="compact-xs"
          variant="light"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`End it now: the old key of ${credential.name}`}
        >
          End it now
        </Button>
      </Group>
      {end.error ? <ErrorState error={end.error} /> : null}
    </>
  );
}
