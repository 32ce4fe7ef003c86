import { useQuery, useMutation } from '@tanstack/react-query';
import { Link, useSearch, useNavigate } from '@tanstack/react-router';
import { useEffect, type ReactNode, useState } from 'react';
import type { SignInConfig } from '#contracts/sign-in/sign-in.ts';
import { signInConfigOptions, login, loginByDirectory } from '#web/accounts/sign-in.calls.ts';
import { FormError, Field } from '#web/ui/form/field.tsx';
import { SignInFrame } from '#web/accounts/sign-in-frame.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { SupportLine } from '#web/accounts/support-line.tsx';
import { projectsPath } from '#web/platform/address/paths.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import {
  problemText,
  safeReturn,
  forgotPasswordPath,
  loginPath,
  type LoginSearch,
} from '#web/platform/address/sign-in-paths.ts';
import * as Tabs from 'radix-ui/tabs';
import { Button } from '#web/ui/button.tsx';

/** Signing in: by password, by a directory, or at an identity provider. */
export function LoginPage() {
  const { data: config, error, refetch } = useQuery(signInConfigOptions);
  if (error !== null && config === undefined)
    return (
      <SignInFrame title="Sign in">
        <ErrorNote
          what="Sign-in options could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
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
  const goes =
    auto !== undefined && error === undefined && out !== true && expired !== true
      ? providerAddress(auto.name)
      : null;
  useEffect(() => {
    if (goes !== null) location.replace(goes);
  }, [goes]);
  return (
    <SignInFrame title="Sign in">
      {expired === true && (
        <Note>Your session expired. Sign in to continue where you left off.</Note>
      )}
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

interface WayProps {
  readonly config: SignInConfig;
  readonly back: string;
}

const WAYS = [
  { by: 'directory', name: 'LDAP', Form: DirectoryForm },
  { by: 'password', name: 'Password', Form: PasswordForm },
] as const;

/** The typed credentials: for a password of this server, of a directory, or either. */
function NameAndPassword(props: WayProps) {
  const { config } = props;
  const { by } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  if (!config.ldap) return config.password ? <PasswordForm {...props} /> : null;
  if (!config.password) return <DirectoryForm {...props} />;
  const choose = (value: string): void => {
    const chosen = WAYS.find((way) => way.by === value)?.by ?? 'directory';
    void navigate({
      to: loginPath,
      search: (search: LoginSearch) => ({ ...search, by: chosen }),
      replace: true,
    });
  };
  return (
    <Tabs.Root
      value={by ?? (config.needs_setup ? 'password' : 'directory')}
      onValueChange={choose}
      className="flex flex-col gap-16"
    >
      <Tabs.List aria-label="Sign in by" className="flex border-b border-line1">
        {WAYS.map((way) => (
          <Tabs.Trigger
            key={way.by}
            value={way.by}
            className="h-34 flex-1 border-b-2 border-transparent px-10 text-13 font-medium text-text2 hover:text-text1 data-[state=active]:border-focus data-[state=active]:text-text1 max-md:h-44"
          >
            {way.name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {WAYS.map(({ by: value, Form }) => (
        <Tabs.Content key={value} value={value} tabIndex={-1}>
          <Form {...props} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function PasswordForm({ config, back }: WayProps) {
  return (
    <div className="flex flex-col gap-16">
      <TypedForm label="E-mail address" type="email" send={login} back={back} />
      <p className="text-12 text-text3">
        {config.mail ? (
          <Link to={forgotPasswordPath} className="text-link">
            Forgot your password?
          </Link>
        ) : (
          'Forgot your password? Ask an admin for a new password link.'
        )}
      </p>
    </div>
  );
}

function DirectoryForm({ back }: WayProps) {
  return <TypedForm label="User name" type="text" send={loginByDirectory} back={back} />;
}

interface TypedFormProps {
  readonly label: string;
  readonly type: 'email' | 'text';
  readonly send: (name: string, password: string) => Promise<void>;
  readonly back: string;
}

function TypedForm({ label, type, send: sendTyped, back }: TypedFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const send = useMutation({
    mutationFn: () => sendTyped(name, password),
    // A whole new page: nothing of another user's stays in memory.
    onSuccess: () => location.replace(ROOT_PATH + back),
  });
  return (
    <form
      className="flex flex-col gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        // Text filled in by a password manager may not be readable before.
        if (!send.isPending) send.mutate();
      }}
    >
      <Field
        label={label}
        type={type}
        autoComplete="username"
        autoCapitalize="none"
        required
        value={name}
        onValue={setName}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onValue={setPassword}
      />
      <FormError error={send.error} />
      <Button
        type="submit"
        look="accent"
        className="justify-center max-md:h-44"
        disabled={send.isPending}
      >
        Sign in
      </Button>
    </form>
  );
}
