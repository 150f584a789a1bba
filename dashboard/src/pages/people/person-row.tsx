import { Badge, Button, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePerson, type Person, peopleQueries, type Role } from '../../api/people.ts';
import { ago, date } from '../../format.ts';
import { ErrorState } from '../../parts/states.tsx';
import { HandOver } from './hand-over.tsx';
import classes from './people-page.module.css';
import { RemovePerson } from './remove-person.tsx';

export const roleChoices: readonly Role[] = ['owner', 'member', 'billing'];

interface PersonRowProps {
  readonly person: Person;
  /** Whether who looks at it may change it. */
  readonly isOwner: boolean;
  /** Whether who looks at it may give them the account. */
  readonly isHolder: boolean;
}

/** One person, or an invitation. */
export function PersonRow({ person, isOwner, isHolder }: PersonRowProps) {
  const { email, status, is_you } = person;
  const [removing, { open, close }] = useDisclosure();
  const isLive = isRemovable(person);
  const isChangeable = isOwner && isLive && !is_you;
  const verb = verbOf(person);
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Text size="sm" fw={550}>
          {email}
          {is_you ? ' (you)' : ''}
        </Text>
        <Text size="xs" c="dimmed">
          {historyOf(person)}
        </Text>
      </div>
      <div className={classes.controls}>
        <span>
          {status === 'active' ? null : <Badge color="gray">{status}</Badge>}
          {isHolder && isChangeable ? <HandOver person={person} /> : null}
        </span>
        {isChangeable ? (
          <RoleChoice person={person} />
        ) : (
          <Text size="xs" className={classes.role}>
            {roleOf(person)}
          </Text>
        )}
        <span>
          {isChangeable || (is_you && isLive) ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={open}
              aria-label={`${verb} ${email}`}
            >
              {verb}
            </Button>
          ) : null}
        </span>
      </div>
      <RemovePerson person={person} verb={verb} opened={removing} onClose={close} />
    </li>
  );
}

/** Saved as soon as it is chosen. */
function RoleChoice({ person: { id, email, role } }: { readonly person: Person }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (next: Role) => changePerson(id ?? '', next),
    onSettled: () => queryClient.invalidateQueries(peopleQueries.people),
  });
  return (
    <div>
      <NativeSelect
        size="xs"
        aria-label={`Role of ${email}`}
        data={[...roleChoices]}
        value={change.isPending ? change.variables : role}
        disabled={change.isPending}
        onChange={(event) => {
          const next = roleChoices.find((choice) => choice === event.currentTarget.value);
          if (next) change.mutate(next);
        }}
      />
      {change.error ? <ErrorState error={change.error} /> : null}
    </div>
  );
}

/** Whose the account is stays in it; who is gone is gone. */
function isRemovable({ status, is_holder }: Person): boolean {
  return ['active', 'invited', 'expired'].includes(status) && !is_holder;
}

function roleOf({ role, is_holder }: Person): string {
  return is_holder ? 'account owner' : role;
}

function verbOf({ is_you, status }: Person): string {
  if (is_you) return 'Leave';
  return status === 'active' ? 'Remove' : 'Withdraw';
}

function historyOf({ status, invited_by, invitation_ends_at, joined_at, removed_at }: Person): string {
  const by = invited_by === null ? 'Opened the account' : `Invited by ${invited_by}`;
  if (removed_at !== null) return `${by} · ${status} ${ago(removed_at)}`;
  if (invitation_ends_at !== null)
    return `${by} · ${status === 'expired' ? 'ended' : 'ends'} ${date(invitation_ends_at)}`;
  return joined_at === null || invited_by === null ? by : `${by} · joined ${ago(joined_at)}`;
}
