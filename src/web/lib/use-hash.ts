import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * What is open over a screen, in the address after `#`, so that a link opens it as well; it goes with the next step to elsewhere.
 * Null takes it away; a new one is a step for Back, unless it takes the place of one before.
 */
export function useHash(): readonly [string, (hash: string | null, how?: { readonly replace: true }) => void] {
  const hash = useRouterState({ select: (state) => state.location.hash });
  const navigate = useNavigate();
  const set = useCallback(
    (next: string | null, how?: { readonly replace: true }) =>
      void navigate({ to: '.', search: true, hash: next ?? '', hashScrollIntoView: false, ...(next === null ? { replace: true } : how) }),
    [navigate],
  );
  return [hash, set];
}
