import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { askForLink, signInConfigOptions } from '#web/accounts/sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FormError } from '#web/ui/form/field.tsx';
import { SignInFrame } from '#web/accounts/sign-in-frame.tsx';
import { SupportLine } from '#web/accounts/support-line.tsx';
import { loginPath } from '#web/platform/address/sign-in-paths.ts';

/** Asks for a letter with a link to a new password. */
export function ForgotPasswordPage() {
  const { data: config } = useQuery(signInConfigOptions);
  const [email, setEmail] = useState('');
  const send = useMutation({ mutationFn: () => askForLink(email.trim()) });
  return (
    <SignInFrame title="Forgot your password?">
      {send.isSuccess ? (
        <p role="status" className="text-13 text-text2">
          If an account with this address exists, we sent an e-mail with a link.
        </p>
      ) : (
        <form
          className="flex flex-col gap-12"
          onSubmit={(event) => {
            event.preventDefault();
            if (email.trim() !== '' && !send.isPending) send.mutate();
          }}
        >
          <Field
            label="E-mail address"
            type="email"
            autoComplete="username"
            value={email}
            onValue={setEmail}
          />
          <FormError error={send.error} />
          <Button
            type="submit"
            look="accent"
            className="justify-center max-md:h-44"
            disabled={email.trim() === '' || send.isPending}
          >
            Send me a link
          </Button>
        </form>
      )}
      <Link to={loginPath} className="text-12 text-link">
        Sign in
      </Link>
      <SupportLine email={config?.support_email ?? null} />
    </SignInFrame>
  );
}
