import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/user.ts';
import { signInConfigOptions } from '../../api/sign-in.ts';
import { createUser, usersChanged } from '../../api/users.ts';
import type { UserDraft } from '../../api/users.ts';
import { ChoiceField, Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { RoleField } from './role-field.tsx';

const METHODS = [
  { label: 'Password', value: 'LOCAL' },
  { label: 'Identity provider', value: 'OAUTH2' },
] as const;

/** A new user; whoever signs in by password gets a link to choose it. */
export function NewUser({ onMade, onClose }: { onMade: (user: User) => void; onClose: () => void }) {
  const client = useQueryClient();
  const { data: config } = useQuery(signInConfigOptions);
  const [draft, setDraft] = useState<UserDraft>({ email: '', username: '', role: 'MEMBER', method: 'LOCAL' });
  const change = (next: Partial<UserDraft>): void => setDraft({ ...draft, ...next });
  const send = useMutation({
    mutationFn: () => createUser(draft),
    onSuccess: async (user) => {
      await usersChanged(client);
      onMade(user);
    },
  });
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
      {(config?.providers.length ?? 0) > 0 && (
        <ChoiceField label="Signs in by" options={METHODS} value={draft.method} onValue={(method) => change({ method })} />
      )}
      <p className="text-12 text-text3">
        {draft.method === 'LOCAL'
          ? 'Next comes a link by which the user chooses a password.'
          : 'The user signs in at the identity provider with this address.'}
      </p>
    </FormDialog>
  );
}
