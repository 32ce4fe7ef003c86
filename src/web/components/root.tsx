import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { viewerOptions } from '../api/sign-in.ts';
import { consentPath, isSignInScreen } from '../lib/sign-in-paths.ts';
import { Shell } from './shell.tsx';
import { lazyPart } from '../lib/lazy-part.ts';

const NewPassword = lazyPart(async () => ({ default: (await import('./new-password.tsx')).NewPassword }));

/** Every screen: those for users who are not signed in stand alone, and so does an app's request; the others are in their frame. */
export function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return isSignInScreen(path) ? <Outlet /> : <SignedIn isAlone={path.replace(/\/$/, '') === consentPath} />;
}

/** A password that somebody else has given is replaced before anything else. */
function SignedIn({ isAlone }: { isAlone: boolean }) {
  const { data: viewer } = useQuery(viewerOptions);
  if (viewer?.auth_method === 'LOCAL' && viewer.password_needs_reset)
    return (
      <Suspense fallback={null}>
        <NewPassword email={viewer.email} />
      </Suspense>
    );
  return isAlone ? <Outlet /> : <Shell />;
}
