import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useState } from 'react';
import { queries } from './api/queries.ts';
import type { SignedIn } from './api/session.ts';
import { number, unknown } from './format.ts';
import { Navigation } from './navigation.tsx';
import { AccountIcon, ExplorerIcon, MoonIcon, SunIcon } from './parts/icons.tsx';
import { Later, later } from './parts/later.tsx';
import { Logo } from './parts/logo.tsx';
import { Note } from './parts/text.tsx';
import { Link, useLocation } from './router.tsx';
import classes from './shell.module.css';
import { toastEvent } from './toast-event.ts';

const Notifications = later(async () => (await import('@mantine/notifications')).Notifications);
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));
const Palette = later(async () => (await import('./palette.tsx')).Palette);

/** Navigation beside the page on a wide screen, behind a button where it would leave tables too little room. */
export function Shell({ account, children }: { readonly account: SignedIn; readonly children: ReactNode }) {
  const { path } = useLocation();
  // The page on which the menu was opened: on any other it is closed.
  const [openedOn, setOpenedOn] = useState<string>();
  const opened = openedOn === path;
  const [hasToast, setHasToast] = useState(false);
  useWindowEvent(toastEvent, () => setHasToast(true));
  return (
    <AppShell
      navbar={{ width: 220, breakpoint: 'md', collapsed: { mobile: !opened } }}
      header={{ height: { base: 56, md: 0 } }}
      padding={0}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="md" className={classes.header}>
        <Group h="100%" px="md" justify="space-between">
          <Logo />
          <Burger
            opened={opened}
            onClick={() => setOpenedOn(opened ? undefined : path)}
            size="sm"
            aria-label="Menu"
            aria-expanded={opened}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label="Dashboard">
        <Box visibleFrom="md" px="md" pt={18} pb={10}>
          <Link href="/" className={classes.home} aria-label="Oriel, home">
            <Logo />
          </Link>
        </Box>
        <Box px="sm" pt={{ base: 'sm', md: 0 }}>
          <AccountBar account={account} />
          <SearchButton />
        </Box>
        <AppShell.Section grow px="sm" className={classes.pages}>
          <Navigation role={account.role} />
        </AppShell.Section>
        <AppShell.Section p="sm">
          <BalanceCard canBuy={account.role !== 'member'} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </AppShell.Main>
      {hasToast ? <Notifications position="bottom-right" /> : null}
    </AppShell>
  );
}

/** Opens the palette; so do Ctrl-K and ⌘K anywhere. */
function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  useHotkeys([['mod+K', () => setOpen(true)]], []);
  return (
    <>
      <UnstyledButton className={classes.search} onClick={() => setOpen(true)} aria-keyshortcuts="Control+K">
        <ExplorerIcon size={16} />
        <span>Search or ask</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      {isOpen ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function BalanceCard({ canBuy }: { readonly canBuy: boolean }) {
  const { data } = useQuery(queries.credits);
  return (
    <Link href={canBuy ? '/billing' : '/activity'} className={classes.balance}>
      <span>
        <Note>Credits left</Note>
        <Text fw={620} fz="lg" className="numeric" data-testid="balance">
          {data ? number(data.balance) : unknown}
        </Text>
      </span>
      <Text fw={550} className={classes.buy}>
        {canBuy ? 'Buy' : 'Activity'}
      </Text>
    </Link>
  );
}

function AccountBar({ account }: { readonly account: SignedIn }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Later
        button={(onClick) => (
          <UnstyledButton className={classes.account} aria-haspopup="menu" onClick={onClick}>
            <AccountIcon />
            <Text truncate>{account.personEmail}</Text>
          </UnstyledButton>
        )}
        menu={(button) => <AccountMenu button={button} />}
      />
      <ColorSchemeButton />
    </Group>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const next = current === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      onClick={() => setColorScheme(next)}
      title={`Switch to ${next} mode`}
      aria-label={`Switch to ${next} mode`}
    >
      {current === 'dark' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}
