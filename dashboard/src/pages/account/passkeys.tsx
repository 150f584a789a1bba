import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FingerprintIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';

/** A second way to sign in: this device. */
export function Passkeys() {
  const register = useMutation({
    mutationFn: async () => (await import('../sign-in/passkeys.ts')).registerPasskey(),
  });
  if (!('PublicKeyCredential' in window)) return null;
  return (
    <Section title="Passkeys" lead="Sign in with the fingerprint, face or PIN of a device instead of a code.">
      {register.error ? <ErrorState error={register.error} /> : null}
      {register.isSuccess ? (
        <Text size="sm" role="status">
          This device can sign in from now on.
        </Text>
      ) : (
        <Button
          variant="default"
          leftSection={<FingerprintIcon />}
          loading={register.isPending}
          onClick={() => register.mutate()}
        >
          Add a passkey
        </Button>
      )}
    </Section>
  );
}
