import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from './api/queries.ts';
import type { SignedIn } from './api/session.ts';
import { number, unknown } from './format.ts';
import {
  AccountIcon,
  ActivityIcon,
  BillingIcon,
  ExplorerIcon,
  ExternalIcon,
  KeyIcon,
  MoonIcon,
  OverviewIcon,
  PlugIcon,
  SignOutIcon,
  SiteIcon,
  SunIcon,
} from './parts/icons.tsx';
import { Logo } from './parts/logo.tsx';
import { Link, navigate, useLocation } from './router.tsx';
import classes from './shell.module.css';
import { signOut } from './sign-out.ts';

const pages = [
  { path: '/', label: 'Overview', icon: <OverviewIcon /> },
  { path: '/sites', label: 'Your sites', icon: <SiteIcon /> },
  { path: '/explorer', label: 'Explorer', icon: <ExplorerIcon /> },
  { path: '/keys', label: 'API access', icon: <KeyIcon /> },
  { path: '/connect', label: 'Connect an agent', icon: <PlugIcon /> },
  { path: '/activity', label: 'Activity', icon: <ActivityIcon /> },
  { path: '/billing', label: 'Billing', icon: <BillingIcon /> },
];

interface ShellProps {
  readonly account: SignedIn;
  readonly children: ReactNode;
}

/** Navigation beside the page on a desk, behind a button on a phone. */
export function Shell({ account, children }: ShellProps) {
  const { path } = useLocation();
  // The page on which the menu was opened: on any other it is closed.
  const [openedOn, setOpenedOn] = useState<string>();
  const opened = openedOn === path;
  return (
    <AppShell
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      header={{ height: { base: 56, sm: 0 } }}
      padding={0}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.header}>
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
        <Box visibleFrom="sm" px="lg" pt={22} pb={18}>
          <Link href="/" className={classes.home} aria-label="Oriel, overview">
            <Logo />
          </Link>
        </Box>
        <AppShell.Section grow component={ScrollArea} px="sm" pt={{ base: 'sm', sm: 0 }}>
          <Stack gap={2}>
            {pages.map((page) => (
              <PageLink key={page.path} {...page} isCurrent={isWithin(path, page.path)} />
            ))}
          </Stack>
        </AppShell.Section>
        <AppShell.Section p="sm">
          <BalanceCard />
          <AccountBar account={account} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

interface PageLinkProps {
  readonly path: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isCurrent: boolean;
}

function PageLink({ path, label, icon, isCurrent }: PageLinkProps) {
  return (
    <NavLink
      component={Link}
      href={path}
      label={label}
      leftSection={icon}
      active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes.link}
    />
  );
}

function BalanceCard() {
  const { data } = useQuery(queries.credits);
  return (
    <Link href="/billing" className={classes.balance}>
      <span>
        <Text size="xs" c="dimmed">
          Credits left
        </Text>
        <Text fw={620} fz="lg" className="numeric" data-testid="balance">
          {data ? number(data.balance) : unknown}
        </Text>
      </span>
      <Text size="sm" fw={550} className={classes.buy}>
        Buy
      </Text>
    </Link>
  );
}

function AccountBar({ account }: { readonly account: SignedIn }) {
  return (
    <Group gap={4} wrap="nowrap" mt="xs">
      <Menu
        position="top-start"
        width={220}
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UnstyledButton className={classes.account}>
            <AccountIcon />
            <Text size="sm" truncate>
              {account.email}
            </Text>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<AccountIcon size={16} />} onClick={() => navigate('/account')}>
            Account
          </Menu.Item>
          <Menu.Item leftSection={<ExternalIcon size={16} />} component="a" href="/docs">
            API reference
          </Menu.Item>
          <Menu.Divider role="separator" />
          <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => signOut()}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ColorSchemeButton />
    </Group>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const next = current === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Switch to ${next} mode`}>
      <ActionIcon onClick={() => setColorScheme(next)} aria-label={`Switch to ${next} mode`}>
        {current === 'dark' ? <SunIcon /> : <MoonIcon />}
      </ActionIcon>
    </Tooltip>
  );
}

function isWithin(path: string, page: string): boolean {
  return page === '/' ? path === '/' || path === '/sign-in' : path === page || path.startsWith(`${page}/`);
}
