import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { SignInConfig } from '#contracts/sign-in/sign-in.ts';
import { signInConfigOptions } from '#web/accounts/sign-in.calls.ts';
import { FormError } from '#web/ui/form/field.tsx';
import { SignInFrame } from '#web/accounts/sign-in-frame.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { SupportLine } from '#web/accounts/support-line.tsx';
import { projectsPath } from '#web/platform/address/paths.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { problemText, safeReturn } from '#web/platform/address/sign-in-paths.ts';
import { NameAndPassword } from './name-and-password.tsx';

/** Signing in: by password, by a directory, or at an identity provider. */
export function LoginPage() {
  const { data: config, error, refetch } = useQuery(signInConfigOptions);
  if (error !== null && config === undefined)
    return (
      <SignInFrame title="Sign in">
        <ErrorNote what="Sign-in options could not be loaded" error={error} onRetry={() => void refetch()} />
      </SignInFrame>
    );
  if (config === undefined) return null;
  if (config.authentication) return <SignIn config={config} />;
  return (
    <SignInFrame title="Authentication is off">
      <p className="text-13 text-text2">Anyone who can reach this server has full access.</p>
      <Link to={projectsPath} className="text-13 text-link">
        All projects
      </Link>
    </SignInFrame>
  );
}

function SignIn({ config }: { config: SignInConfig }) {
  const { returnUrl, error, expired, out } = useSearch({ from: '/login' });
  const back = safeReturn(returnUrl, location.origin);
  const problem = problemText(error);
  const providerAddress = (name: string): string =>
    `${ROOT_PATH}/oauth2/${encodeURIComponent(name)}/login?${new URLSearchParams({ returnUrl: back }).toString()}`;
  const auto = config.providers.find((provider) => provider.auto_login);
  const goes = auto !== undefined && error === undefined && out !== true && expired !== true ? providerAddress(auto.name) : null;
  useEffect(() => {
    if (goes !== null) location.replace(goes);
  }, [goes]);
  return (
    <SignInFrame title="Sign in">
      {expired === true && <Note>Your session expired. Sign in to continue where you left off.</Note>}
      {out === true && <Note>You are signed out.</Note>}
      {problem !== null && <FormError error={new Error(problem)} />}
      {config.needs_setup && (
        <Note>
          No admin has a password yet. Open the link that the server printed when it started;{' '}
          <code className="mono">telltale admin-link</code> prints a new one.
        </Note>
      )}
      <NameAndPassword config={config} back={back} />
      {config.providers.length > 0 && (
        <div className="flex flex-col gap-8">
          {config.providers.map((provider) => (
            <a
              key={provider.name}
              href={providerAddress(provider.name)}
              className="flex h-32 items-center justify-center rounded-control border border-line2 bg-bg1 text-12 font-medium text-text1 hover:bg-bg2 max-md:h-44"
            >
              Sign in with {provider.display_name}
            </a>
          ))}
        </div>
      )}
      <SupportLine email={config.support_email} />
    </SignInFrame>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-13 text-text2">
      {children}
    </p>
  );
}
