import './component-styles.ts';
import './styles.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem.ts';
import { queries } from './api/queries.ts';
import { App, preloadPage } from './app.tsx';
import { wasSignedIn } from './browser-store.ts';
import { cssVariables, theme } from './theme.ts';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What the service refused, it refuses again; silence is worth a second try, and so is what it asked to wait for.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof Problem && error.status < 500 && error.status !== 429),
      retryDelay: (failures, error) =>
        1_000 * ((error instanceof Problem && error.retryAfterSeconds) || 2 ** failures),
    },
  },
  // Any change may have spent or bought credits.
  mutationCache: new MutationCache({
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['credits'] }),
  }),
});

const colorSchemes = localStorageColorSchemeManager({ key: 'oriel-color-scheme' });

/** Draws the app in the place of the document's own frame, once the page can be drawn without waiting; in slices, so that a slow device stays awake. */
async function start(element: HTMLElement): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(queries.session),
    preloadPage(location.pathname, wasSignedIn()),
  ]);
  const root = createRoot(element);
  startTransition(() =>
    root.render(
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
    ),
  );
}

const element = document.getElementById('root');
if (element) void start(element);
