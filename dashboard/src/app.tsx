import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { queries } from './api/queries.ts';
import { forgetSession, signedOutEvent } from './api/session.ts';
import { ErrorState } from './parts/states.tsx';
import { useLocation } from './router.tsx';
import { Shell } from './shell.tsx';
import { VisitorShell } from './visitor-shell.tsx';

const OverviewPage = lazy(async () => ({
  default: (await import('./pages/overview/overview-page.tsx')).OverviewPage,
}));
const ExplorerPage = lazy(async () => ({
  default: (await import('./pages/explorer/explorer-page.tsx')).ExplorerPage,
}));
const SitesPage = lazy(async () => ({ default: (await import('./pages/sites/sites-page.tsx')).SitesPage }));
const KeysPage = lazy(async () => ({ default: (await import('./pages/keys/keys-page.tsx')).KeysPage }));
const ConnectPage = lazy(async () => ({
  default: (await import('./pages/connect/connect-page.tsx')).ConnectPage,
}));
const ActivityPage = lazy(async () => ({
  default: (await import('./pages/activity/activity-page.tsx')).ActivityPage,
}));
const BillingPage = lazy(async () => ({
  default: (await import('./pages/billing/billing-page.tsx')).BillingPage,
}));
const AccountPage = lazy(async () => ({
  default: (await import('./pages/account/account-page.tsx')).AccountPage,
}));
const SignInPage = lazy(async () => ({
  default: (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage,
}));
const NotFoundPage = lazy(async () => ({
  default: (await import('./pages/not-found-page.tsx')).NotFoundPage,
}));

/** Asks for a sign-in when signed out, and shows the page that the address names. */
export function App() {
  const session = useQuery(queries.session);
  const { path } = useLocation();
  useSignOutWatch();

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
  if (!session.data && path.split('/')[1] === 'explorer')
    return (
      <VisitorShell>
        <Suspense fallback={<PageFallback />}>
          <CurrentPage />
        </Suspense>
      </VisitorShell>
    );
  if (!session.data)
    return (
      <Suspense fallback={<PageFallback />}>
        <SignInPage />
      </Suspense>
    );
  return (
    <Shell account={session.data}>
      <Suspense fallback={<PageFallback />}>
        <CurrentPage />
      </Suspense>
    </Shell>
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

/** Back to the sign-in page when the session turns out to have ended elsewhere. */
function useSignOutWatch(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const end = () => {
      forgetSession();
      queryClient.setQueryData(queries.session.queryKey, null);
      // What was seen stays in no cache; the session's own entry is what this component watches.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    };
    addEventListener(signedOutEvent, end);
    return () => removeEventListener(signedOutEvent, end);
  }, [queryClient]);
}
