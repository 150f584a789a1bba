import {
  ActionIcon,
  Burger,
  Group,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from './api/queries.ts';
import type { SignedIn } from './api/session.ts';
import { number, unknown } from './format.ts';
import { Navigation } from './navigation.tsx';
import { AccountIcon, ExplorerIcon, MoonIcon, SunIcon } from './parts/icons.tsx';
import { Later, later, laterMenu } from './parts/later.tsx';
import { Logo } from './parts/logo.tsx';
import { Note } from './parts/text.tsx';
import { toastEvent } from './parts/undo-toast.tsx';
import { useWide } from './parts/use-wide.ts';
import { Link, useLocation } from './router.tsx';
import classes from './shell.module.css';

const Notifications = later(async () => (await import('@mantine/notifications')).Notifications);
const AccountMenu = laterMenu(async () => (await import('./account-menu.tsx')).AccountMenu);
const Palette = later(async () => (await import('./palette.tsx')).Palette);

/** From this width the navigation stands beside the page; `shell.module.css` has the same. */
const besidePixels = 992;

/** Navigation beside the page on a wide screen, behind a button where it would leave tables too little room. */
export function Shell({ account, children }: { readonly account: SignedIn; readonly children: ReactNode }) {
  const { path } = useLocation();
  const isBeside = useWide(besidePixels);
  // The page on which the menu was opened: on any other it is closed.
  const [openedOn, setOpenedOn] = useState<string>();
  const isOpened = openedOn === path;
  const [isSearching, setSearching] = useState(false);
  useHotkeys([['mod+K', () => setSearching(true)]], []);
  const [hasToast, setHasToast] = useState(false);
  useWindowEvent(toastEvent, () => setHasToast(true));
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      {isBeside ? null : (
        <header className={classes.header}>
          <Logo />
          <Burger
            opened={isOpened}
            onClick={() => setOpenedOn(isOpened ? undefined : path)}
            size="sm"
            aria-label="Menu"
            aria-expanded={isOpened}
          />
        </header>
      )}
      {/* What is not seen asks for nothing. */}
      {isBeside || isOpened ? (
        <nav className={classes.navbar} aria-label="Dashboard">
          {isBeside ? (
            <Link href="/" className={classes.home} aria-label="Oriel, home">
              <Logo />
            </Link>
          ) : null}
          <AccountBar account={account} />
          <SearchButton onPress={() => setSearching(true)} />
          <div className={classes.pages}>
            <Navigation role={account.role} />
          </div>
          <BalanceCard canBuy={account.role !== 'member'} />
        </nav>
      ) : null}
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      {isSearching ? <Palette onClose={() => setSearching(false)} /> : null}
      {hasToast ? <Notifications position="bottom-right" /> : null}
    </>
  );
}

/** Opens the palette; so do Ctrl-K and ⌘K anywhere. */
function SearchButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <UnstyledButton className={classes.search} onClick={onPress} aria-keyshortcuts="Control+K">
      <ExplorerIcon size={16} />
      <span>Search or ask</span>
      <kbd>Ctrl K</kbd>
    </UnstyledButton>
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
