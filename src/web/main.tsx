import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './platform/http/client.ts';
import { showFirstFailures } from './shell/first-failure.ts';
import { followConnection, onResumed, reportUndone } from './platform/http/connection.ts';
import { languageForAddress } from './filter/language/language.ts';
import { keepPlaces } from './lists/list-place.ts';
import { mergeReplies } from './platform/http/merge-replies.ts';
import { leaveKeysToComposition } from './platform/keys/composition.ts';
import { followPreferences } from './platform/storage/preferences.ts';
import { followTheme } from './platform/storage/theme.ts';
import { showToast } from './ui/notices/toasts.ts';
import { createAppRouter } from './router.tsx';
import './styles/main.css';

const RETRY_MS_MAX = 30_000;

/**
 * Errors by the server's rules are final; only network errors, server errors and rate limits are
 * worth retrying.
 */
function isPassing(error: unknown): boolean {
  return (
    !(error instanceof ApiError) ||
    error.status === 0 ||
    error.status === 429 ||
    error.status >= 500
  );
}

/** As long as the server asks for; else a second, then two. */
function retryDelayMs(count: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterS : null;
  return Math.min(asked === null ? 1000 * 2 ** count : asked * 1000, RETRY_MS_MAX);
}

/**
 * A change that could not be sent fails at once. It isn't queued for later, when it would be a
 * surprise.
 */
function sayUndone(error: unknown): void {
  if (error instanceof ApiError && error.status === 0) reportUndone();
}

const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onError: sayUndone }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && isPassing(error),
      retryDelay: retryDelayMs,
      refetchOnWindowFocus: false,
      staleTime: 2000,
      networkMode: 'always',
      structuralSharing: mergeReplies,
    },
    mutations: { networkMode: 'always' },
  },
});

leaveKeysToComposition();
showFirstFailures(queryClient.getQueryCache(), retryDelayMs);
followTheme();
followPreferences();
followConnection();
keepPlaces();
onResumed(() => {
  void queryClient.invalidateQueries();
  showToast({ text: 'Connected again' });
});

function draw(): void {
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createAppRouter(queryClient)} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const awaited = languageForAddress(location.search);
if (awaited === null) draw();
else void awaited.then(draw);
