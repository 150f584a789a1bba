import { Button, List } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { handOver, type Person } from '../../api/people.ts';
import { Confirm } from '../../parts/confirm.tsx';

/** Gives the account to somebody who has joined it. */
export function HandOver({ person: { id, email, status } }: { readonly person: Person }) {
  const queryClient = useQueryClient();
  const [opened, { open, close }] = useDisclosure();
  const give = async () => {
    await handOver(id ?? '');
    // What this window shows is for another role from now on.
    await queryClient.invalidateQueries();
  };
  if (status !== 'active') return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        c="dimmed"
        fw={500}
        onClick={open}
        aria-label={`Make owner of the account: ${email}`}
      >
        Make owner…
      </Button>
      <Confirm
        opened={opened}
        title={`Make ${email} the account owner?`}
        action="Hand the account over"
        onConfirm={give}
        onClose={close}
      >
        <List size="sm" spacing={6}>
          <List.Item>
            <b>{email}</b> owns the account. Only they can download it, delete it or hand it on, also back to
            you.
          </List.Item>
          <List.Item>You become a member: no people, no billing. They can remove you.</List.Item>
          <List.Item>Mail about credits, receipts and security goes to their address.</List.Item>
          <List.Item>Credits, keys, agents and usage stay as they are.</List.Item>
          <List.Item>
            Your next sign-in leads to a new account of your own. Switch to this one from there.
          </List.Item>
        </List>
      </Confirm>
    </>
  );
}
