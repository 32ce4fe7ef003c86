import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuthMethod, User } from '#contracts/users/user.ts';
import { signInConfigOptions } from '#web/accounts/sign-in.calls.ts';
import { createUser, usersChanged } from '#web/accounts/users.calls.ts';
import type { UserDraft } from '#web/accounts/users.calls.ts';
import { ChoiceField, Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { METHOD_NAMES } from '#web/accounts/role-names.ts';
import { RoleField } from './role-field.tsx';

const NOTES: Readonly<Record<AuthMethod, string>> = {
  LOCAL: 'The next step shows a link to set the password.',
  OAUTH2: 'The user signs in at the identity provider with this address.',
  LDAP: 'The user signs in with the directory account of this address. Directory groups determine the role.',
};

/** A new user; one who signs in by password gets a link to choose it. */
export function NewUser({ onMade, onClose }: { onMade: (user: User) => void; onClose: () => void }) {
  const client = useQueryClient();
  const { data: config } = useQuery(signInConfigOptions);
  const [draft, setDraft] = useState<UserDraft>({ email: '', username: '', role: 'MEMBER', method: 'LOCAL' });
  const change = (next: Partial<UserDraft>): void => setDraft({ ...draft, ...next });
  const send = useMutation({
    mutationFn: () => createUser({ ...draft, method }),
    onSuccess: async (user) => {
      await usersChanged(client);
      onMade(user);
    },
  });
  const methods = (
    [
      ['LOCAL', config?.password !== false],
      ['OAUTH2', (config?.providers.length ?? 0) > 0],
      ['LDAP', config?.ldap === true],
    ] as const
  ).flatMap(([value, isOffered]) => (isOffered ? [{ label: METHOD_NAMES[value], value }] : []));
  const [only] = methods;
  const method = methods.some(({ value }) => value === draft.method) ? draft.method : (only?.value ?? 'LOCAL');
  return (
    <FormDialog
      title="New user"
      action="Create user"
      ready={draft.email.trim() !== '' && draft.username.trim() !== ''}
      send={send}
      onClose={onClose}
    >
      <Field label="E-mail address" type="email" value={draft.email} onValue={(email) => change({ email })} autoComplete="off" />
      <Field label="Name" value={draft.username} onValue={(username) => change({ username })} maxLength={128} autoComplete="off" />
      <RoleField role={draft.role} onRole={(role) => change({ role })} />
      {methods.length > 1 && (
        <ChoiceField label="Signs in by" options={methods} value={method} onValue={(next) => change({ method: next })} />
      )}
      <p className="text-12 text-text3">{NOTES[method]}</p>
    </FormDialog>
  );
}
