import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { peopleQueries } from '../../api/people.ts';
import { queries } from '../../api/queries.ts';
import { pageHeads } from '../../page-heads.ts';
import { Page, Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/states.tsx';
import { Invite } from './invite.tsx';
import classes from './people-page.module.css';
import { PersonRow } from './person-row.tsx';

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
                <PersonRow
                  key={person.id ?? 'opener'}
                  person={person}
                  isOwner={isOwner}
                  isHolder={list.some(({ is_holder, is_you }) => is_holder && is_you)}
                />
              ))}
            </ul>
          )}
        </QueryState>
        <dl className={classes.roles}>
          {Object.entries(roleWords).map(([role, words]) => (
            <div key={role}>
              <Text component="dt" size="sm" fw={550}>
                {role}
              </Text>
              <Text component="dd" size="sm" c="dimmed" m={0}>
                {words}
              </Text>
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
