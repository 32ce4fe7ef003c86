import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import * as Tabs from 'radix-ui/tabs';
import { useState } from 'react';
import type { SignInConfig } from '#contracts/sign-in/sign-in.ts';
import { login, loginByDirectory } from '#web/accounts/sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FormError } from '#web/ui/form/field.tsx';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { forgotPasswordPath, loginPath, type LoginSearch } from '#web/platform/address/sign-in-paths.ts';

interface WayProps {
  readonly config: SignInConfig;
  readonly back: string;
}

const WAYS = [
  { by: 'directory', name: 'LDAP', Form: DirectoryForm },
  { by: 'password', name: 'Password', Form: PasswordForm },
] as const;

/** The typed credentials: for a password of this server, of a directory, or either. */
export function NameAndPassword(props: WayProps) {
  const { config } = props;
  const { by } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  if (!config.ldap) return config.password ? <PasswordForm {...props} /> : null;
  if (!config.password) return <DirectoryForm {...props} />;
  const choose = (value: string): void => {
    const chosen = WAYS.find((way) => way.by === value)?.by ?? 'directory';
    void navigate({ to: loginPath, search: (search: LoginSearch) => ({ ...search, by: chosen }), replace: true });
  };
  return (
    <Tabs.Root value={by ?? (config.needs_setup ? 'password' : 'directory')} onValueChange={choose} className="flex flex-col gap-16">
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
      <Field label={label} type={type} autoComplete="username" autoCapitalize="none" required value={name} onValue={setName} />
      <Field label="Password" type="password" autoComplete="current-password" required value={password} onValue={setPassword} />
      <FormError error={send.error} />
      <Button type="submit" look="accent" className="justify-center max-md:h-44" disabled={send.isPending}>
        Sign in
      </Button>
    </form>
  );
}
