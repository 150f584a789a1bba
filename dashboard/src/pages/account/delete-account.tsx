import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { deleteAccount } from '../../api/client.ts';
import { signedOutEvent } from '../../api/session.ts';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { navigate } from '../../router.tsx';

/** The way out, hard to take by accident. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const [opened, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => deleteAccount(typed.trim()),
    onSuccess: () => {
      navigate('/', { replace: true });
      dispatchEvent(new Event(signedOutEvent));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate();
  };
  return (
    <Section
      title="Delete account"
      lead="Keys, agents and sessions end at once. Credits that are left are lost. Records of payments are kept as the law asks, without your address."
    >
      <Button color="red" variant="light" onClick={open}>
        Delete account
      </Button>
      <Modal opened={opened} onClose={close} title="Delete this account?">
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">
              This cannot be undone. Type <b>{email}</b> to confirm.
            </Text>
            <TextInput
              label="Email address"
              autoComplete="off"
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {remove.error ? <ErrorState error={remove.error} /> : null}
            <Button
              type="submit"
              color="red.9"
              loading={remove.isPending}
              disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
            >
              Delete account and everything in it
            </Button>
          </Stack>
        </form>
      </Modal>
    </Section>
  );
}
