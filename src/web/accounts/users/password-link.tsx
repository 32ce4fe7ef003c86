import { useMutation } from '@tanstack/react-query';
import type { User } from '#contracts/users/user.ts';
import { makeLink } from '#web/accounts/users.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { FormError } from '#web/ui/form/field.tsx';

/** A link for a user to set a password, valid once. It is shown only here. */
export function PasswordLink({ user, onClose }: { user: User; onClose: () => void }) {
  const make = useMutation({ mutationFn: () => makeLink(user.id) });
  return (
    <Dialog title="Password link" onClose={onClose}>
      <div className="flex flex-col gap-12">
        <p className="text-13 text-text2">
          With this link, <strong className="verbatim font-semibold text-text1">{user.email}</strong> can set a password. The link works
          once, within 24 hours, and replaces earlier links. Anyone with the link can take over this account.
        </p>
        {make.data !== undefined && (
          <div className="flex items-start gap-8 rounded-control border border-line2 bg-bg0 p-8">
            <span className="mono verbatim min-w-0 flex-1 text-12 break-all">{make.data}</span>
            <CopyButton text={make.data} label="Copy link" />
          </div>
        )}
        <FormError error={make.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>{make.data === undefined ? 'Cancel' : 'Done'}</Button>
          {make.data === undefined && (
            <Button look="accent" disabled={make.isPending} onClick={() => make.mutate()}>
              Make a link
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
