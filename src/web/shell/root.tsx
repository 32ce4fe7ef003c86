import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { consentPath, isSignInScreen } from '#web/platform/address/sign-in-paths.ts';
import { Shell } from './shell.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const NewPassword = lazyPart(async () => ({ default: (await import('#web/accounts/new-password.tsx')).NewPassword }));

/** Every screen: sign-in screens and an app's consent screen stand alone; the others are in the frame. */
export function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return isSignInScreen(path) ? <Outlet /> : <SignedIn isAlone={path.replace(/\/$/, '') === consentPath} />;
}

/** A password set by an admin must be changed before anything else. */
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
