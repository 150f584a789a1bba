import { Alert, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invitePerson, peopleQueries, type Role } from '../../api/people.ts';
import { queries } from '../../api/queries.ts';
import { useRefresh } from '../../api/use-change.ts';
import { pageHeads } from '../../page-heads.ts';
import { Choice, plainly } from '../../parts/choice.tsx';
import { Form, typed } from '../../parts/form.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/states.tsx';
import { Hint } from '../../parts/text.tsx';
import classes from './people-page.module.css';
import { PersonRow, roleChoices } from './person-row.tsx';

/** Who is of the account, and what each may do. */
export function PeoplePage() {
  const people = useQuery(peopleQueries.people);
  const { data: session } = useQuery(queries.session);
  const isOwner = session?.role === 'owner';
  return (
    <Page {...pageHeads.people}>
      {isOwner ? <Invite /> : null}
      <Section title="In this account">
        <QueryState query={people}>
          {(list) => (
            <ul className={classes.list}>
              {list.map((person) => (
                <PersonRow key={person.id ?? 'opener'} person={person} isOwner={isOwner} />
              ))}
            </ul>
          )}
        </QueryState>
        <dl className={classes.roles}>
          {Object.entries(roleWords).map(([role, words]) => (
            <div key={role}>
              <Text component="dt" fw={550}>
                {role}
              </Text>
              <Hint component="dd" m={0}>
                {words}
              </Hint>
            </div>
          ))}
        </dl>
      </Section>
    </Page>
  );
}

const roleWords = {
  'account owner': 'One of the owners: downloads or deletes the account, or makes another its owner.',
  owner: 'Everything else, with people and money.',
  member: 'Tools, keys, agents, sites and saved questions.',
  billing: 'Credits, invoices, usage and its exports.',
};

/** Sends a link to somebody; the same address again gets another one. */
function Invite() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [sentTo, setSentTo] = useState<string>();
  const refresh = useRefresh('people');
  const invite = async () => {
    setSentTo((await invitePerson(email.trim(), role)).email);
    setEmail('');
  };
  return (
    <Section title="Invite somebody" lead="The link works once, for seven days, and for this address only.">
      <Form action="Invite" onSend={() => invite().finally(refresh)}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Email address"
            type="email"
            autoComplete="off"
            required
            withAsterisk={false}
            style={{ flex: '1 1 240px' }}
            {...typed(email, setEmail)}
          />
          <Choice label="Role" data={plainly(roleChoices)} value={role} onChange={setRole} />
        </Group>
      </Form>
      <div role="status">{sentTo ? <Alert mt="sm">A link was sent to {sentTo}.</Alert> : null}</div>
    </Section>
  );
}
