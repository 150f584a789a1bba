import { Button, Center, Loader, Stack, Title } from '@mantine/core';
import { useNetwork, useWindowEvent } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { type DashboardSection, dashboardSection } from '#shared/contract/dashboard-pages.ts';
import { queries } from './api/queries.ts';
import { endedElsewhere, forgetSession, type SignedIn, signedOutEvent } from './api/session.ts';
import { noteSignedIn } from './browser-store.ts';
import { type LoadedPage, loadPage, type Place, Show } from './load-page.ts';
import classes from './parts/offline-bar.module.css';
import { ErrorState } from './parts/page.tsx';
import { Hint } from './parts/text.tsx';
import { useLocation } from './router.tsx';

const overview = loadPage<Place>(
  async () => (await import('./pages/overview/overview-page.tsx')).OverviewPage,
);

const pages: Readonly<Record<DashboardSection, LoadedPage<Place>>> = {
  '': overview,
  'sign-in': overview,
  explorer: loadPage(async () => (await import('./pages/explorer/explorer-page.tsx')).ExplorerPage),
  sites: loadPage(async () => (await import('./pages/sites/sites-page.tsx')).SitesPage),
  trackers: loadPage(async () => (await import('./pages/trackers/trackers-page.tsx')).TrackersPage),
  crawls: loadPage(async () => (await import('./pages/crawls/crawls-page.tsx')).CrawlsPage),
  shared: loadPage(async () => (await import('./pages/shared/shared-page.tsx')).SharedPage),
  keys: loadPage(async () => (await import('./pages/keys/keys-page.tsx')).KeysPage),
  connect: loadPage(async () => (await import('./pages/connect/connect-page.tsx')).ConnectPage),
  activity: loadPage(async () => (await import('./pages/activity/activity-page.tsx')).ActivityPage),
  events: loadPage(async () => (await import('./pages/events/events-page.tsx')).EventsPage),
  destinations: loadPage(
    async () => (await import('./pages/destinations/destinations-page.tsx')).DestinationsPage,
  ),
  billing: loadPage(async () => (await import('./pages/billing/billing-page.tsx')).BillingPage),
  people: loadPage(async () => (await import('./pages/people/people-page.tsx')).PeoplePage),
  invitation: loadPage(async () => (await import('./pages/invitation/invitation-page.tsx')).InvitationPage),
  account: loadPage(async () => (await import('./pages/account/account-page.tsx')).AccountPage),
};
const NotFoundPage = loadPage<Place>(async () => (await import('./pages/not-found-page.tsx')).NotFoundPage);
const SignInPage = loadPage(async () => (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage);
const Shell = loadPage(async () => (await import('./shell.tsx')).Shell);
const VisitorShell = loadPage(async () => (await import('./visitor-shell.tsx')).VisitorShell);

/** Loads what the address shows to somebody who is signed in or not, so that it can be drawn at once. */
export async function preloadPage(path: string, isSignedIn: boolean): Promise<void> {
  const section = dashboardSection(path);
  const page = section === undefined ? NotFoundPage : pages[section];
  if (isSignedIn) await Promise.all([Shell.preload(), page.preload()]);
  else if (isForVisitors(section)) await Promise.all([VisitorShell.preload(), page.preload()]);
  else await SignInPage.preload();
}

/** Pages that are shown without a sign-in. */
function isForVisitors(section: DashboardSection | undefined): boolean {
  return section === 'shared' || section === 'explorer' || section === undefined;
}

/** Asks for a sign-in when signed out, and shows the page that the address names. */
export function App() {
  const session = useQuery(queries.session);
  const hasEnded = useSignOutWatch();
  // The document's own frame, which the app takes the place of in the same step.
  useLayoutEffect(() => document.getElementById('early')?.remove(), []);

  if (session.isPending) return <Waiting />;
  if (session.error)
    return (
      <Center component="main" mih="100vh" p="md">
        <ErrorState error={session.error} retry={() => session.refetch()} />
      </Center>
    );
  return (
    <>
      <Everything account={session.data} hasEnded={hasEnded} />
      <OfflineBar />
    </>
  );
}

interface EverythingProps {
  readonly account: SignedIn | null;
  /** The session ended while it was in use. */
  readonly hasEnded: boolean;
}

/** The page in the frame that fits who looks at it. What fails in it leaves the frame standing. */
function Everything({ account, hasEnded }: EverythingProps) {
  const { path } = useLocation();
  const section = dashboardSection(path);
  useEffect(() => noteSignedIn(account !== null), [account]);
  const isOpen = isForVisitors(section) && !(section === 'explorer' && hasEnded);
  const page = (
    <PageBoundary key={section}>
      <Suspense fallback={<Waiting />}>
        {account || isOpen ? <CurrentPage /> : <Show page={SignInPage} given={{ hasEnded }} />}
      </Suspense>
    </PageBoundary>
  );
  if (account) return <Show page={Shell} given={{ account, children: page }} />;
  if (!isOpen) return page;
  return (
    <PageBoundary>
      <Suspense fallback={<Waiting />}>
        <Show page={VisitorShell} given={{ children: page }} />
      </Suspense>
    </PageBoundary>
  );
}

function CurrentPage() {
  const { path } = useLocation();
  const [, detail, item] = path.slice(1).split('/');
  const section = dashboardSection(path);
  const page = section === undefined ? NotFoundPage : pages[section];
  return <Show page={page} given={{ detail, item }} />;
}

const Waiting = () => (
  <Center mih="60vh" role="status" aria-label="Loading the page">
    <Loader type="dots" />
  </Center>
);

/** Back to the sign-in page when the session ends; true where nobody here ended it. */
function useSignOutWatch(): boolean {
  const queryClient = useQueryClient();
  const [hasEnded, setHasEnded] = useState(false);
  useWindowEvent(signedOutEvent, (event: Event) => {
    setHasEnded(event instanceof CustomEvent && event.detail === endedElsewhere);
    forgetSession();
    queryClient.setQueryData(queries.session.queryKey, null);
    // What was seen stays in no cache; the session's own entry is what this component watches.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  });
  return hasEnded;
}

/** Says on every page that nothing new can come. */
function OfflineBar() {
  const { online } = useNetwork();
  return (
    <div role="status" className={classes.bar}>
      {online ? null : 'You are offline. Nothing is sent until you reconnect.'}
    </div>
  );
}

/**
 * Keeps the frame of the dashboard where a page could not be loaded or drawn.
 * Give it the place as its `key`, so that going elsewhere is another try.
 */
class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

/** The browser does not ask again for a script that failed, so the page is loaded anew. */
function Failed() {
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="xs" role="alert">
        <Title order={1} fz="lg">
          This page did not load
        </Title>
        <Hint ta="center">Check your connection. Your filters and questions are kept.</Hint>
        <Button mt="sm" onClick={() => location.reload()}>
          Load it again
        </Button>
      </Stack>
    </Center>
  );
}
