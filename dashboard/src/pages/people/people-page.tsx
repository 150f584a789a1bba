import { Alert, Badge, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Person, peopleQueries, type Role } from '../../api/people.ts';
import { queries } from '../../api/queries.ts';
import { askSession } from '../../api/session.ts';
import { useChange, useRefresh } from '../../api/use-change.ts';
import { ago, date, words } from '../../format.ts';
import { pageHeads } from '../../page-heads.ts';
import { Choice, ConfirmButton, Form, typed } from '../../parts/form.tsx';
import { ErrorState, LoadingBox, Page, QueryState, Section } from '../../parts/page.tsx';
import { ListRow, RowList } from '../../parts/row-list.tsx';
import { Hint } from '../../parts/text.tsx';
import classes from './people-page.module.css';

const roleChoices = (['owner', 'member', 'billing'] as const).map((value) => ({
  value,
  label: words(value),
}));
const roleWords = {
  'account owner': 'Everything. Nobody else can download, delete or hand over the account.',
  owner: 'Everything else, including people and billing.',
  member: 'Tools, keys, agents, sites and saved questions.',
  billing: 'Credits, invoices, usage and its exports.',
};

/** Who is of the account, and what each may do. */
export function PeoplePage() {
  const people = useQuery(peopleQueries.people);
  const { data: session } = useQuery(queries.session);
  const isOwner = session?.role === 'owner';
  return (
    <Page {...pageHeads.people}>
      {isOwner ? <Invite /> : null}
      <Section title="In this account">
        <QueryState query={people} loading={<LoadingBox height={55} />}>
          {(list) => (
            <RowList>
              {list.map((person) => (
                <PersonRow key={person.id ?? 'opener'} person={person} isOwner={isOwner} />
              ))}
            </RowList>
          )}
        </QueryState>
        <dl className={classes.roles}>
          {Object.entries(roleWords).map(([role, meaning]) => (
            <div key={role}>
              <Text component="dt" fw={550}>
                {words(role)}
              </Text>
              <Hint component="dd" m={0}>
                {meaning}
              </Hint>
            </div>
          ))}
        </dl>
      </Section>
    </Page>
  );
}

/** Sends a link to somebody; the same address again gets another one. */
function Invite() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [sentTo, setSentTo] = useState<string>();
  const refresh = useRefresh('people');
  const invite = async () => {
    setSentTo((await askSession('/session/members/invite', { email: email.trim(), role })).email);
    setEmail('');
  };
  return (
    <Section title="Invite someone" lead="The link works once, for seven days, and for this address only.">
      <Form action="Invite" onSend={() => invite().finally(refresh)}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Email address"
            type="email"
            autoComplete="off"
            required
            withAsterisk={false}
            flex="1 1 240px"
            {...typed(email, setEmail)}
          />
          <Choice label="Role" data={roleChoices} value={role} onChange={setRole} />
        </Group>
      </Form>
      <div role="status">{sentTo ? <Alert mt="sm">A link was sent to {sentTo}.</Alert> : null}</div>
    </Section>
  );
}

interface PersonRowProps {
  readonly person: Person;
  /** Whether who looks at it may change it. */
  readonly isOwner: boolean;
}

/** One person, or an invitation. */
function PersonRow({ person, isOwner }: PersonRowProps) {
  const { email, role, status, is_you, is_holder } = person;
  // Whose the account is stays in it; who is gone is gone.
  const isLive = ['active', 'invited', 'expired'].includes(status) && !is_holder;
  const isChangeable = isOwner && isLive && !is_you;
  return (
    <ListRow title={is_you ? `${email} (you)` : email} note={historyOf(person)}>
      {status === 'active' ? null : <Badge color="gray">{words(status)}</Badge>}
      {isChangeable ? (
        <RoleChoice person={person} />
      ) : (
        <Text size="xs">{words(is_holder ? 'account owner' : role)}</Text>
      )}
      {isChangeable || (is_you && isLive) ? <RemovePerson person={person} /> : null}
    </ListRow>
  );
}

/** Saved as soon as it is chosen. */
function RoleChoice({ person: { id, email, role } }: Pick<PersonRowProps, 'person'>) {
  const change = useChange(
    (next: Role) => askSession('/session/members/change', { member_id: id, role: next }),
    'people',
  );
  return (
    <div>
      <Choice
        size="xs"
        aria-label={`Role of ${email}`}
        data={roleChoices}
        value={change.isPending ? change.variables : role}
        disabled={change.isPending}
        onChange={(next) => change.mutate(next)}
      />
      <ErrorState error={change.error} />
    </div>
  );
}

/** Ends a membership or an invitation. */
function RemovePerson({ person }: Pick<PersonRowProps, 'person'>) {
  const refresh = useRefresh('people');
  const [endsKeys, setEndsKeys] = useState(false);
  const { id, email, is_you, status } = person;
  const isActive = status === 'active';
  const verb = is_you ? 'Leave' : isActive ? 'Remove' : 'Withdraw';
  const remove = async () => {
    await askSession('/session/members/remove', { member_id: id, keys: endsKeys ? 'revoke' : 'keep' });
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
        <Text>{outcomeOf(person)}</Text>
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

function outcomeOf({ is_you, status }: Person): string {
  if (is_you) return 'Your sessions and agents in this account end at once. Keys that you made keep working.';
  if (status === 'active')
    return 'Their sessions and agents in this account end at once. Keys that they made keep working unless you revoke them.';
  return 'The link that was sent stops working.';
}

function historyOf({ status, invited_by, invitation_ends_at, joined_at, removed_at }: Person): string {
  const by = invited_by === null ? 'Opened the account' : `Invited by ${invited_by}`;
  if (removed_at !== null) return `${by} · ${status} ${ago(removed_at)}`;
  if (invitation_ends_at !== null)
    return `${by} · ${status === 'expired' ? 'expired' : 'expires'} ${date(invitation_ends_at)}`;
  return joined_at === null || invited_by === null ? by : `${by} · joined ${ago(joined_at)}`;
}
