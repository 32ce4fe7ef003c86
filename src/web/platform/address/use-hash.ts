import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * The open overlay of a screen, in the address after `#`, so that a link opens it too; navigation
 * removes it. Null closes it; a new one adds a history entry, unless it replaces another.
 */
export function useHash(): readonly [
  string,
  (hash: string | null, how?: { readonly replace: true }) => void,
] {
  const hash = useRouterState({ select: (state) => state.location.hash });
  const navigate = useNavigate();
  const set = useCallback(
    (next: string | null, how?: { readonly replace: true }) =>
      void navigate({
        to: '.',
        search: true,
        hash: next ?? '',
        hashScrollIntoView: false,
        ...(next === null ? { replace: true } : how),
      }),
    [navigate],
  );
  return [hash, set];
}
