import { Badge, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { changePerson, type Person, type Role, removePerson } from '../../api/people.ts';
import { useChange, useRefresh } from '../../api/use-change.ts';
import { ago, date } from '../../format.ts';
import { Choice, plainly } from '../../parts/choice.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { Note } from '../../parts/text.tsx';
import classes from './people-page.module.css';

export const roleChoices: readonly Role[] = ['owner', 'member', 'billing'];

interface PersonRowProps {
  readonly person: Person;
  /** Whether who looks at it may change it. */
  readonly isOwner: boolean;
}

/** One person, or an invitation. */
export function PersonRow({ person, isOwner }: PersonRowProps) {
  const { email, status, is_you, is_holder } = person;
  // Whose the account is stays in it; who is gone is gone.
  const isLive = ['active', 'invited', 'expired'].includes(status) && !is_holder;
  const isChangeable = isOwner && isLive && !is_you;
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text fw={550}>{is_you ? `${email} (you)` : email}</Text>
        <Note>{historyOf(person)}</Note>
      </div>
      <div className={classes.controls}>
        <span>{status === 'active' ? null : <Badge color="gray">{status}</Badge>}</span>
        <RoleOf person={person} isChangeable={isChangeable} />
        <span>{isChangeable || (is_you && isLive) ? <RemovePerson person={person} /> : null}</span>
      </div>
    </li>
  );
}

interface RoleProps {
  readonly person: Person;
  readonly isChangeable: boolean;
}

/** Saved as soon as it is chosen. */
function RoleOf({ person: { id, email, role, is_holder }, isChangeable }: RoleProps) {
  const change = useChange((next: Role) => changePerson(id ?? '', next), 'people');
  if (!isChangeable)
    return (
      <Text size="xs" className={classes.role}>
        {is_holder ? 'account owner' : role}
      </Text>
    );
  return (
    <div>
      <Choice
        size="xs"
        aria-label={`Role of ${email}`}
        data={plainly(roleChoices)}
        value={change.isPending ? change.variables : role}
        disabled={change.isPending}
        onChange={(next) => change.mutate(next)}
      />
      <ErrorState error={change.error} />
    </div>
  );
}

/** Ends a membership or an invitation. */
function RemovePerson({ person }: { readonly person: Person }) {
  const refresh = useRefresh('people');
  const [endsKeys, setEndsKeys] = useState(false);
  const { id, email, is_you, status } = person;
  const isActive = status === 'active';
  const verb = is_you ? 'Leave' : isActive ? 'Remove' : 'Withdraw';
  const remove = async () => {
    await removePerson(id ?? '', endsKeys ? 'revoke' : 'keep');
    // Who has left has no session here any more.
    if (is_you) location.assign('/');
    else await refresh();
  };
  return (
    <ConfirmButton
      label={verb}
      name={`${verb} ${email}`}
      title={is_you ? 'Leave this account?' : `${verb} ${email}?`}
      action={is_you ? 'Leave the account' : verb}
      onConfirm={remove}
    >
      <Stack gap="sm">
        <Text>{wordsOf(person)}</Text>
        {isActive && !is_you ? (
          <Checkbox
            label="Revoke the API keys that they made or rotated"
            checked={endsKeys}
            onChange={(event) => setEndsKeys(event.currentTarget.checked)}
          />
        ) : null}
      </Stack>
    </ConfirmButton>
  );
}

function wordsOf({ is_you, status }: Person): string {
  if (is_you) return 'Your sessions and agents in this account end at once. Keys that you made keep working.';
  if (status === 'active')
    return 'Their sessions and agents in this account end at once. Keys that they made keep working unless you revoke them.';
  return 'The link that was sent stops working.';
}

function historyOf({ status, invited_by, invitation_ends_at, joined_at, removed_at }: Person): string {
  const by = invited_by === null ? 'Opened the account' : `Invited by ${invited_by}`;
  if (removed_at !== null) return `${by} · ${status} ${ago(removed_at)}`;
  if (invitation_ends_at !== null)
    return `${by} · ${status === 'expired' ? 'ended' : 'ends'} ${date(invitation_ends_at)}`;
  return joined_at === null || invited_by === null ? by : `${by} · joined ${ago(joined_at)}`;
}
