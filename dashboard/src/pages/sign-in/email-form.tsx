import { Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/problem.ts';
import { type SentCode, sendCode } from '../../api/session.ts';
import { pageHeads } from '../../page-heads.ts';
import { FingerprintIcon } from '../../parts/icon.tsx';
import { ErrorState } from '../../parts/page.tsx';
import { Hint } from '../../parts/text.tsx';

interface EmailFormProps {
  /** What was entered before, to be corrected. */
  readonly email: string;
  readonly onSent: (sent: SentCode) => void;
  readonly onSignedIn: () => void;
}

/** Asks for the address to which the code goes. */
export function EmailForm({ email: former, onSent, onSignedIn }: EmailFormProps) {
  const [email, setEmail] = useState(former);
  const send = useMutation({
    mutationFn: () => sendCode(email.trim()),
    onSuccess: onSent,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Stack gap="lg">
      <Hint>{pageHeads['sign-in'].lead}</Hint>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Email address"
            type="email"
            name="email"
            autoComplete="email webauthn"
            placeholder="you@company.com"
            size="md"
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <ErrorState error={send.error} />
          <Button type="submit" size="md" loading={send.isPending}>
            Continue
          </Button>
        </Stack>
      </form>
      {'PublicKeyCredential' in window ? (
        <>
          <Divider label="or" />
          <PasskeyButton onSignedIn={onSignedIn} />
        </>
      ) : null}
    </Stack>
  );
}

/** Signs in with a passkey of this device. The library loads with the first press. */
function PasskeyButton({ onSignedIn }: { readonly onSignedIn: () => void }) {
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
        <Text c="red" role="alert">
          {messageOf(signIn.error)}
        </Text>
      ) : null}
    </>
  );
}
