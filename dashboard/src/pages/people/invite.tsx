import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { invitePerson, peopleQueries, type Role } from '../../api/people.ts';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { roleChoices } from './person-row.tsx';

/** Sends a link to somebody; the same address again gets another one. */
export function Invite() {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useMutation({
    mutationFn: () => invitePerson(email.trim(), role),
    onSuccess: () => setEmail(''),
    onSettled: () => queryClient.invalidateQueries(peopleQueries.people),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Section title="Invite somebody" lead="The link is good for seven days, once, and for this address only.">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Email address"
            type="email"
            autoComplete="off"
            required
            withAsterisk={false}
            style={{ flex: '1 1 240px' }}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NativeSelect
            label="Role"
            data={[...roleChoices]}
            value={role}
            onChange={(event) =>
              setRole(roleChoices.find((choice) => choice === event.currentTarget.value) ?? 'member')
            }
          />
          <Button type="submit" loading={invite.isPending}>
            Invite
          </Button>
        </Group>
      </form>
      <div role="status">
        {invite.data ? <Alert mt="sm">A link was sent to {invite.data.email}.</Alert> : null}
      </div>
      {invite.error ? <ErrorState error={invite.error} /> : null}
    </Section>
  );
}
