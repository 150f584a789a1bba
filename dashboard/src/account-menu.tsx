import { Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { peopleQueries, switchAccount } from './api/people.ts';
import { date } from './format.ts';
import { AccountIcon, ExternalIcon, SignOutIcon } from './parts/icons.tsx';
import { Note } from './parts/text.tsx';
import { navigate } from './router.tsx';
import classes from './shell.module.css';
import { signOut } from './sign-out.ts';

/** What there is to do with the account as a whole. */
export function AccountMenu({ button }: { readonly button: ReactElement }) {
  return (
    <Menu
      position="bottom-start"
      width={280}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      defaultOpened
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<AccountIcon size={16} />} onClick={() => navigate('/account')}>
          Account
        </Menu.Item>
        <AccountChoices />
        <Menu.Item leftSection={<ExternalIcon size={16} />} component="a" href="/docs">
          Documentation
        </Menu.Item>
        <Menu.Divider role="separator" />
        <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Other accounts that the person is of; asked for when the menu opens. */
function AccountChoices() {
  const { data = [] } = useQuery(peopleQueries.accounts);
  const others = data.filter(({ is_current }) => !is_current);
  if (others.length === 0) return null;
  return (
    <>
      <Menu.Divider role="separator" />
      <Menu.Label>Switch to the account of</Menu.Label>
      {others.map(({ id, email, company, role, opened_at }) => (
        <Menu.Item key={id} onClick={() => switchAccount(id)}>
          <Text className={classes.choice}>{email}</Text>
          <Note className={classes.choice}>{company ?? `${role} · opened ${date(opened_at)}`}</Note>
        </Menu.Item>
      ))}
    </>
  );
}
