import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { SignInConfig } from '#contracts/sign-in.ts';
import { login, signInConfigOptions } from '../../api/sign-in.ts';
import { Button } from '../../components/button.tsx';
import { Field, FormError } from '../../components/field.tsx';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { ErrorNote } from '../../components/states.tsx';
import { projectsPath } from '../../lib/paths.ts';
import { ROOT_PATH } from '../../lib/root-path.ts';
import { forgotPasswordPath, problemText, safeReturn } from '../../lib/sign-in-paths.ts';

/** Signing in: by password, or at an identity provider. */
export function LoginPage() {
  const { data: config, error, refetch } = useQuery(signInConfigOptions);
  if (error !== null && config === undefined)
    return (
      <SignInFrame title="Sign in">
        <ErrorNote what="The server does not say how to sign in" error={error} onRetry={() => void refetch()} />
      </SignInFrame>
    );
  if (config === undefined) return null;
  if (config.authentication) return <SignIn config={config} />;
  return (
    <SignInFrame title="Nobody signs in here">
      <p className="text-13 text-text2">Authentication is off on this server: everything is open to whoever reaches it.</p>
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
      {expired === true && <Note>Your session is over. Sign in again, and you are back where you were.</Note>}
      {out === true && <Note>You are signed out.</Note>}
      {problem !== null && <FormError error={new Error(problem)} />}
      {config.needs_setup && (
        <Note>
          No admin has a password yet. Open the link that the server printed when it started;{' '}
          <code className="mono">telltale admin-link</code> prints a new one.
        </Note>
      )}
      {config.password && <PasswordForm back={back} />}
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
      {config.password && (
        <p className="text-12 text-text3">
          {config.mail ? (
            <Link to={forgotPasswordPath} className="text-link">
              Forgot your password?
            </Link>
          ) : (
            'Forgot your password? An admin can give you a link to a new one.'
          )}
        </p>
      )}
    </SignInFrame>
  );
}

function PasswordForm({ back }: { back: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const send = useMutation({
    mutationFn: () => login(email, password),
    // A whole new page: nothing of another user's stays in memory.
    onSuccess: () => location.replace(ROOT_PATH + back),
  });
  return (
    <form
      className="flex flex-col gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        // What a password manager has filled in may not be known before.
        if (!send.isPending) send.mutate();
      }}
    >
      <Field label="E-mail address" type="email" autoComplete="username" required value={email} onValue={setEmail} />
      <Field label="Password" type="password" autoComplete="current-password" required value={password} onValue={setPassword} />
      <FormError error={send.error} />
      <Button type="submit" look="accent" className="justify-center max-md:h-44" disabled={send.isPending}>
        Sign in
      </Button>
    </form>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-13 text-text2">
      {children}
    </p>
  );
}
