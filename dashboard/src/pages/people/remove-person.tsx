import { Checkbox, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Person, peopleQueries, removePerson } from '../../api/people.ts';
import { Confirm } from '../../parts/confirm.tsx';

interface RemovePersonProps {
  readonly person: Person;
  readonly verb: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Ends a membership or an invitation. */
export function RemovePerson({ person, verb, opened, onClose }: RemovePersonProps) {
  const queryClient = useQueryClient();
  const [endsKeys, setEndsKeys] = useState(false);
  const { id, email, is_you, status } = person;
  const remove = async () => {
    await removePerson(id ?? '', endsKeys ? 'revoke' : 'keep');
    // Who has left has no session here any more.
    if (is_you) location.assign('/');
    else await queryClient.invalidateQueries(peopleQueries.people);
  };
  return (
    <Confirm
      opened={opened}
      title={is_you ? 'Leave this account?' : `${verb} ${email}?`}
      action={is_you ? 'Leave the account' : verb}
      onConfirm={remove}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{wordsOf(person)}</Text>
        {status === 'active' && !is_you ? (
          <Checkbox
            label="Revoke the API keys that they made or rotated"
            checked={endsKeys}
            onChange={(event) => setEndsKeys(event.currentTarget.checked)}
          />
        ) : null}
      </Stack>
    </Confirm>
  );
}

function wordsOf({ is_you, status }: Person): string {
  if (is_you) return 'Your sessions and agents in this account end at once. Keys that you made go on.';
  if (status === 'active')
    return 'Their sessions and agents in this account end at once. Keys that they made go on, unless you revoke them.';
  return 'The link that was sent opens nothing from now on.';
}
