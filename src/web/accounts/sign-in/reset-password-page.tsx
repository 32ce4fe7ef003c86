import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { login, spendLink } from '#web/accounts/sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { NO_PASSWORD, PasswordFields, isComplete } from '#web/accounts/password-fields.tsx';
import { SignInFrame } from '#web/accounts/sign-in-frame.tsx';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { loginPath } from '#web/platform/address/sign-in-paths.ts';

/** Choosing a password by a link that works once; the user is signed in afterwards. */
export function ResetPasswordPage() {
  const [link] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const [draft, setDraft] = useState(NO_PASSWORD);
  const token = link.get('token') ?? '';
  const email = link.get('email') ?? '';
  // A single-use token need not stay in the address, where others and the history can see it.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const send = useMutation({
    mutationFn: async () => {
      await spendLink(token, draft.password);
      if (email !== '') await login(email, draft.password);
    },
    onSuccess: () => location.replace(ROOT_PATH + (email === '' ? loginPath : '/')),
  });
  if (token === '')
    return (
      <SignInFrame title="Choose a password">
        <p className="text-13 text-text2">The link is incomplete. Open the whole link.</p>
        <SignInLink />
      </SignInFrame>
    );
  return (
    <SignInFrame title="Choose a password">
      {email !== '' && (
        <p className="text-13 text-text2">
          For <strong className="verbatim font-semibold text-text1">{email}</strong>.
        </p>
      )}
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete(draft) && !send.isPending) send.mutate();
        }}
      >
        <input type="hidden" autoComplete="username" value={email} />
        <PasswordFields draft={draft} onDraft={setDraft} />
        <FormError error={send.error} />
        <Button
          type="submit"
          look="accent"
          className="justify-center max-md:h-44"
          disabled={!isComplete(draft) || send.isPending}
        >
          Set password
        </Button>
      </form>
      <SignInLink />
    </SignInFrame>
  );
}

function SignInLink() {
  return (
    <Link to={loginPath} className="text-12 text-link">
      Sign in
    </Link>
  );
}
