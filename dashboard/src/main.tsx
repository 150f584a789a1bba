import '@mantine/core/styles.css';
import './styles.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem.ts';
import { queries } from './api/queries.ts';
import { App } from './app.tsx';
import { wasSignedIn } from './signed-in-before.ts';
import { cssVariables, theme } from './theme.ts';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What the service refused, it refuses again; only silence is worth a second try.
      retry: (failures, error) => failures < 2 && !(error instanceof Problem && error.status < 500),
    },
  },
  // Any change may have spent or bought credits.
  mutationCache: new MutationCache({
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['credits'] }),
  }),
});

// Asked for before the first render, which takes long on a slow device; the page that it leads to comes beside it.
void queryClient.prefetchQuery(queries.session);
void (wasSignedIn() ? import('./shell.tsx') : import('./pages/sign-in/sign-in-page.tsx')).catch(
  () => undefined,
);

const colorSchemes = localStorageColorSchemeManager({ key: 'oriel-color-scheme' });

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
