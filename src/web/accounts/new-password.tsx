import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword, signOut } from './sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FormError } from '#web/ui/form/field.tsx';
import { NO_PASSWORD, PasswordFields, isComplete } from './password-fields.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** For users who signed in with a password that an admin set: a new one has to be chosen first. */
export function NewPassword({ email }: { email: string }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [draft, setDraft] = useState(NO_PASSWORD);
  const change = useMutation({
    mutationFn: () => changePassword(current, draft.password),
    onSuccess: () => client.invalidateQueries(),
  });
  const leave = useMutation({ mutationFn: () => signOut(false) });
  return (
    <SignInFrame title="Choose a new password">
      <p className="text-13 text-text2">
        An administrator set the password of{' '}
        <strong className="verbatim font-semibold text-text1">{email}</strong>. Choose a new one to
        continue.
      </p>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (current !== '' && isComplete(draft) && !change.isPending) change.mutate();
        }}
      >
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onValue={setCurrent}
        />
        <PasswordFields draft={draft} onDraft={setDraft} />
        <FormError error={change.error ?? leave.error} />
        <div className="flex gap-8">
          <Button
            type="submit"
            look="accent"
            disabled={current === '' || !isComplete(draft) || change.isPending}
          >
            Set password
          </Button>
          <Button look="quiet" onClick={() => leave.mutate()}>
            Sign out
          </Button>
        </div>
      </form>
    </SignInFrame>
  );
}
