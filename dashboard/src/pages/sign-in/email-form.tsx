import { Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type SentCode, sendCode } from '../../api/session.ts';
import { pageHeads } from '../../page-heads.ts';
import { ErrorState } from '../../parts/states.tsx';
import { PasskeyButton } from './passkey-button.tsx';

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
      <Text c="dimmed" size="sm">
        {pageHeads['sign-in'].lead}
      </Text>
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
          {send.error ? <ErrorState error={send.error} /> : null}
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
