import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/problem.ts';
import { FingerprintIcon } from '../../parts/icon.tsx';

interface PasskeyButtonProps {
  readonly onSignedIn: () => void;
}

/** Signs in with a passkey of this device. The library loads with the first press. */
export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const signIn = useMutation({
    mutationFn: async () => (await import('./passkeys.ts')).signInWithPasskey(),
    onSuccess: onSignedIn,
  });
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<FingerprintIcon />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Use a passkey
      </Button>
      {signIn.error ? (
        <Text size="sm" c="red" role="alert">
          {messageOf(signIn.error)}
        </Text>
      ) : null}
    </>
  );
}
