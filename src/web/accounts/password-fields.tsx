import { useQuery } from '@tanstack/react-query';
import { signInConfigOptions } from './sign-in.calls.ts';
import { Field } from '#web/ui/form/field.tsx';

export interface PasswordDraft {
  readonly password: string;
  readonly repeated: string;
}

export const NO_PASSWORD: PasswordDraft = { password: '', repeated: '' };

/** Whether both fields hold the same. */
export function isComplete({ password, repeated }: PasswordDraft): boolean {
  return password !== '' && password === repeated;
}

/** A new password, typed twice. */
export function PasswordFields({
  draft,
  onDraft,
}: {
  draft: PasswordDraft;
  onDraft: (draft: PasswordDraft) => void;
}) {
  const { data } = useQuery(signInConfigOptions);
  const differs = draft.repeated !== '' && !draft.password.startsWith(draft.repeated);
  return (
    <>
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        value={draft.password}
        onValue={(password) => onDraft({ ...draft, password })}
        {...(data === undefined ? {} : { hint: `Use ${data.password_rules}.` })}
      />
      <Field
        label="New password again"
        type="password"
        autoComplete="new-password"
        value={draft.repeated}
        onValue={(repeated) => onDraft({ ...draft, repeated })}
        aria-invalid={differs}
        {...(differs ? { hint: 'The passwords don’t match.' } : {})}
      />
    </>
  );
}
