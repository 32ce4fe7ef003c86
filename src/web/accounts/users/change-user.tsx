import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/users/user.ts';
import { changeUser, usersChanged } from '#web/accounts/users.calls.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RoleField } from './role-field.tsx';

/** Name and role of a user. A new role holds at once, for the user's keys too. */
export function ChangeUser({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const [username, setUsername] = useState(user.username);
  const [role, setRole] = useState(user.role === 'SYSTEM' ? 'ADMIN' : user.role);
  // Unchanged fields aren't sent: another admin may have changed them meanwhile.
  const change = { ...(username.trim() === user.username ? {} : { username }), ...(role === user.role ? {} : { role }) };
  const send = useMutation({
    mutationFn: () => changeUser(user.id, change),
    onSuccess: async () => {
      await usersChanged(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Change ${user.username}`}
      action="Save"
      ready={username.trim() !== '' && Object.keys(change).length > 0}
      send={send}
      onClose={onClose}
    >
      <Field label="Name" value={username} onValue={setUsername} maxLength={128} autoComplete="off" />
      <RoleField role={role} onRole={setRole} />
    </FormDialog>
  );
}
