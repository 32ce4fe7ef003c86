import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contracts/users/user.ts';
import { deleteUser, usersChanged } from '#web/accounts/users.calls.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Says what goes with a user: sessions and keys, at once. */
export function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => deleteUser(user.id),
    onSuccess: async () => {
      await usersChanged(client);
      onClose();
    },
  });
  return (
    <FormDialog title="Delete user" action="Delete user" look="danger" ready send={send} onClose={onClose}>
      <p className="text-13 text-text2">
        <strong className="verbatim font-semibold text-text1">{user.email}</strong> is signed out everywhere and their API keys are revoked
        immediately. This can’t be undone. Their annotations stay.
      </p>
    </FormDialog>
  );
}
