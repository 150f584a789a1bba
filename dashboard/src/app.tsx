import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { queries } from './api/queries.ts';
import { endedElsewhere, forgetSession, type SignedIn, signedOutEvent } from './api/session.ts';
import { loadPage } from './load-page.ts';
import { OfflineBar } from './parts/offline-bar.tsx';
import { PageBoundary } from './parts/page-boundary.tsx';
import { ErrorState } from './parts/states.tsx';
import { useLocation } from './router.tsx';
import { noteSignedIn } from './signed-in-before.ts';

const OverviewPage = loadPage(async () => (await import('./pages/overview/overview-page.tsx')).OverviewPage);
const ExplorerPage = loadPage(async () => (await import('./pages/explorer/explorer-page.tsx')).ExplorerPage);
const SitesPage = loadPage(async () => (await import('./pages/sites/sites-page.tsx')).SitesPage);
const KeysPage = loadPage(async () => (await import('./pages/keys/keys-page.tsx')).KeysPage);
const ConnectPage = loadPage(async () => (await import('./pages/connect/connect-page.tsx')).ConnectPage);
const ActivityPage = loadPage(async () => (await import('./pages/activity/activity-page.tsx')).ActivityPage);
const BillingPage = loadPage(async () => (await import('./pages/billing/billing-page.tsx')).BillingPage);
const AccountPage = loadPage(async () => (await import('./pages/account/account-page.tsx')).AccountPage);
const SignInPage = loadPage(async () => (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage);
const SharedPage = loadPage(async () => (await import('./pages/shared/shared-page.tsx')).SharedPage);
const NotFoundPage = loadPage(async () => (await import('./pages/not-found-page.tsx')).NotFoundPage);
const Shell = loadPage(async () => (await import('./shell.tsx')).Shell);
const VisitorShell = loadPage(async () => (await import('./visitor-shell.tsx')).VisitorShell);

/** Asks for a sign-in when signed out, and shows the page that the address names. */
export function App() {
  const session = useQuery(queries.session);
  const hasEnded = useSignOutWatch();

  if (session.isPending)
    return (
      <Center mih="100vh" role="status" aria-label="Loading">
        <Loader type="dots" />
      </Center>
    );
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
  const section = path.split('/')[1];
  useEffect(() => noteSignedIn(account !== null), [account]);
  const isOpen = section === 'shared' || (section === 'explorer' && !hasEnded);
  const page = (
    <PageBoundary key={section}>
      <Suspense fallback={<PageFallback />}>
        {account || isOpen ? <CurrentPage /> : <SignInPage hasEnded={hasEnded} />}
      </Suspense>
    </PageBoundary>
  );
  if (account) return <Shell account={account}>{page}</Shell>;
  if (!isOpen) return page;
  return (
    <PageBoundary>
      <Suspense fallback={<PageFallback />}>
        <VisitorShell>{page}</VisitorShell>
      </Suspense>
    </PageBoundary>
  );
}

function CurrentPage() {
  const { path } = useLocation();
  const [section = '', detail, item] = path.slice(1).split('/');
  switch (section) {
    case '':
    case 'sign-in':
      return <OverviewPage />;
    case 'explorer':
      return <ExplorerPage tool={detail} requestId={item} />;
    case 'sites':
      return <SitesPage site={detail} />;
    case 'shared':
      return <SharedPage />;
    case 'keys':
      return <KeysPage />;
    case 'connect':
      return <ConnectPage />;
    case 'activity':
      return <ActivityPage />;
    case 'billing':
      return <BillingPage receipt={detail} />;
    case 'account':
      return <AccountPage />;
    default:
      return <NotFoundPage />;
  }
}

function PageFallback() {
  return (
    <Center mih="60vh" role="status" aria-label="Loading the page">
      <Loader type="dots" />
    </Center>
  );
}

/** Back to the sign-in page when the session ends; true where nobody here ended it. */
function useSignOutWatch(): boolean {
  const queryClient = useQueryClient();
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    const end = (event: Event) => {
      setHasEnded(event instanceof CustomEvent && event.detail === endedElsewhere);
      forgetSession();
      queryClient.setQueryData(queries.session.queryKey, null);
      // What was seen stays in no cache; the session's own entry is what this component watches.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    };
    addEventListener(signedOutEvent, end);
    return () => removeEventListener(signedOutEvent, end);
  }, [queryClient]);
  return hasEnded;
}
