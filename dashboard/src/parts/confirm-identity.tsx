import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/problem.ts';
import { queries } from '../api/queries.ts';
import { forgetSession, type SentCode, sendCode } from '../api/session.ts';
import { CodeForm } from '../pages/sign-in/code-form.tsx';
import { signInWithPasskey } from '../pages/sign-in/passkeys.ts';
import { Dialog } from './modal.tsx';
import { ErrorText } from './text.tsx';

interface ConfirmIdentityProps {
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** Asks for a code or a passkey again, on the page that needs it: what was typed there stays. */
export function ConfirmIdentity({ onConfirmed, onClose }: ConfirmIdentityProps) {
  const { data: session } = useQuery(queries.session);
  const [sent, setSent] = useState<SentCode>();
  const confirmed = () => {
    // The next request takes a token of the new sign-in.
    forgetSession();
    onConfirmed();
  };
  const send = useMutation({ mutationFn: () => sendCode(session?.personEmail ?? ''), onSuccess: setSent });
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: confirmed });
  const error = send.error ?? passkey.error;
  return (
    <Dialog onClose={onClose} title="Confirm it is you">
      {sent ? (
        <CodeForm sent={sent} onSent={setSent} onSignedIn={confirmed} onBack={() => setSent(undefined)} />
      ) : (
        <Stack gap="md">
          <Text>For security, confirm that it is you. Your draft is kept.</Text>
          <Group>
            <Button loading={send.isPending} onClick={() => send.mutate()}>
              Email me a code
            </Button>
            <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()}>
              Use a passkey
            </Button>
          </Group>
          {error ? <ErrorText>{messageOf(error)}</ErrorText> : null}
        </Stack>
      )}
    </Dialog>
  );
}
