import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User, AuthMethod } from '#contracts/users/user.ts';
import { signInConfigOptions, viewerOptions } from '#web/accounts/sign-in.calls.ts';
import {
  USERS_MAX,
  usersOptions,
  changeUser,
  usersChanged,
  deleteUser,
  createUser,
  makeLink,
  type UserDraft,
} from '#web/accounts/users.calls.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { SEARCHED_FROM, isNamedLike } from '#web/platform/text/named-like.ts';
import { METHOD_NAMES, ROLE_NAMES, ROLE_NOTES } from '#web/accounts/role-names.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import { Field, ChoiceField, FormError } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ROLES, type Role } from '#contracts/access/access.ts';

const OPTIONS = ROLES.map((role) => ({ label: ROLE_NAMES[role], value: role }));

/** A user's role. */
function RoleField({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  return (
    <div>
      <ChoiceField label="Role" options={OPTIONS} value={role} onValue={onRole} />
      <p className="text-12 text-text3">{ROLE_NOTES[role]}</p>
    </div>
  );
}

const NOTES: Readonly<Record<AuthMethod, string>> = {
  LOCAL: 'The next step shows a link to set the password.',
  OAUTH2: 'The user signs in at the identity provider with this address.',
  LDAP: 'The user signs in with the directory account of this address. Directory groups determine the role.',
};

/** A new user; one who signs in by password gets a link to choose it. */
function NewUser({ onMade, onClose }: { onMade: (user: User) => void; onClose: () => void }) {
  const client = useQueryClient();
  const { data: config } = useQuery(signInConfigOptions);
  const [draft, setDraft] = useState<UserDraft>({
    email: '',
    username: '',
    role: 'MEMBER',
    method: 'LOCAL',
  });
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
  const method = methods.some(({ value }) => value === draft.method)
    ? draft.method
    : (only?.value ?? 'LOCAL');
  return (
    <FormDialog
      title="New user"
      action="Create user"
      ready={draft.email.trim() !== '' && draft.username.trim() !== ''}
      send={send}
      onClose={onClose}
    >
      <Field
        label="E-mail address"
        type="email"
        value={draft.email}
        onValue={(email) => change({ email })}
        autoComplete="off"
      />
      <Field
        label="Name"
        value={draft.username}
        onValue={(username) => change({ username })}
        maxLength={128}
        autoComplete="off"
      />
      <RoleField role={draft.role} onRole={(role) => change({ role })} />
      {methods.length > 1 && (
        <ChoiceField
          label="Signs in by"
          options={methods}
          value={method}
          onValue={(next) => change({ method: next })}
        />
      )}
      <p className="text-12 text-text3">{NOTES[method]}</p>
    </FormDialog>
  );
}

export function UsersSettingsPage() {
  const { data: config } = useQuery(signInConfigOptions);
  return (
    <SettingsColumn>
      <SettingsSection title="Users" note="Users and their roles. Only admins can see this page.">
        {config?.authentication === false && (
          <p className="text-13 text-text2">
            Authentication is off, so there are no users.{' '}
            <code className="mono">SERVICE_ENABLE_AUTH=true</code> with a{' '}
            <code className="mono">SERVICE_SECRET</code> turns it on; the start then prints a link
            for the first admin.
          </p>
        )}
        {config?.authentication === true && <UserList />}
      </SettingsSection>
    </SettingsColumn>
  );
}

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'change' | 'link' | 'delete'; readonly user: User };

function UserList() {
  const { data, error, refetch } = useQuery(usersOptions);
  const { data: viewer } = useQuery(viewerOptions);
  const [open, setOpen] = useState<Open | null>(null);
  const [find, setFind] = useState('');
  const close = (): void => setOpen(null);
  const me = viewer !== undefined && viewer.auth_method !== 'ANONYMOUS' ? viewer.id : null;
  if (error !== null && data === undefined)
    return (
      <ErrorNote what="The users could not be read" error={error} onRetry={() => void refetch()} />
    );
  const users = data ?? [];
  const shown = users.filter((user) => isNamedLike([user.username, user.email], find));
  return (
    <>
      {users.length >= SEARCHED_FROM && (
        <SearchField
          value={find}
          onChange={setFind}
          placeholder="Find a user"
          className="w-280 max-md:w-full"
        />
      )}
      {users.length > 0 && shown.length === 0 && (
        <p className="py-16 text-13 text-text2">No results for “{find}”.</p>
      )}
      <ul className="flex flex-col border-t border-line1 empty:hidden">
        {shown.map((user) => (
          <UserLine
            key={user.id}
            user={user}
            isMe={user.id === me}
            onOpen={(what) => setOpen({ what, user })}
          />
        ))}
      </ul>
      <CappedNote shown={users.length} max={USERS_MAX} what="users" />
      <Button className="self-start max-md:h-44" onClick={() => setOpen({ what: 'new' })}>
        New user
      </Button>
      {open?.what === 'new' && (
        <NewUser
          onMade={(user) => setOpen(user.auth_method === 'LOCAL' ? { what: 'link', user } : null)}
          onClose={close}
        />
      )}
      {open?.what === 'change' && <ChangeUser user={open.user} onClose={close} />}
      {open?.what === 'link' && <PasswordLink user={open.user} onClose={close} />}
      {open?.what === 'delete' && <DeleteUser user={open.user} onClose={close} />}
    </>
  );
}

const SUSPENDED = {
  LDAP: 'The directory no longer admits this user. Their sessions ended and their API keys are refused.',
  OAUTH2:
    'The identity provider no longer admits this user, or they were inactive for too long. Their sessions ended and their API keys are refused.',
} as const;

interface UserLineProps {
  readonly user: User;
  readonly isMe: boolean;
  readonly onOpen: (what: 'change' | 'link' | 'delete') => void;
}

function UserLine({ user, isMe, onOpen }: UserLineProps) {
  const { username, email, role, auth_method: method } = user;
  const stays = email === 'admin@localhost' || isMe;
  return (
    <li className="flex min-h-44 items-center gap-8 border-b border-line1 max-md:flex-wrap max-md:py-6">
      <span
        className={`flex min-w-0 flex-1 flex-col ${stays ? 'max-md:basis-full' : 'max-md:basis-3/4'}`}
      >
        <span className="clip font-medium" title={username}>
          {username}
          {isMe && <span className="font-normal text-text3"> · you</span>}
        </span>
        <span className="clip text-12 text-text3" title={email}>
          {email}
        </span>
      </span>
      <span className="w-64 shrink-0 text-12 max-md:order-2 max-md:w-auto">{ROLE_NAMES[role]}</span>
      <span className="w-112 shrink-0 text-12 text-text3 max-md:order-2 max-md:w-auto max-md:flex-1">
        {METHOD_NAMES[method]}
        {user.auth_method === 'LOCAL' && user.password_needs_reset && ', to be set'}
        {user.auth_method !== 'LOCAL' && user.suspended_at !== undefined && (
          <span className="tone-error text-tone" title={SUSPENDED[user.auth_method]}>
            , suspended
          </span>
        )}
      </span>
      <Button
        look="quiet"
        aria-label={`Change ${username}`}
        className="max-md:order-2 max-md:h-44"
        onClick={() => onOpen('change')}
      >
        Change
      </Button>
      <Button
        look="quiet"
        aria-label={`Password link for ${username}`}
        className={`max-md:order-2 max-md:h-44 ${method === 'LOCAL' ? '' : 'invisible max-md:hidden'}`}
        onClick={() => onOpen('link')}
      >
        Password link
      </Button>
      <IconButton
        icon="trash"
        label={`Delete ${username}`}
        className={`max-md:order-1 max-md:size-44 ${stays ? 'invisible max-md:hidden' : ''}`}
        onClick={() => onOpen('delete')}
      />
    </li>
  );
}

/** Name and role of a user. A new role holds at once, for the user's keys too. */
function ChangeUser({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const [username, setUsername] = useState(user.username);
  const [role, setRole] = useState(user.role === 'SYSTEM' ? 'ADMIN' : user.role);
  // Unchanged fields aren't sent: another admin may have changed them meanwhile.
  const change = {
    ...(username.trim() === user.username ? {} : { username }),
    ...(role === user.role ? {} : { role }),
  };
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
      <Field
        label="Name"
        value={username}
        onValue={setUsername}
        maxLength={128}
        autoComplete="off"
      />
      <RoleField role={role} onRole={setRole} />
    </FormDialog>
  );
}

/** Says what goes with a user: sessions and keys, at once. */
function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => deleteUser(user.id),
    onSuccess: async () => {
      await usersChanged(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Delete user"
      action="Delete user"
      look="danger"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        <strong className="verbatim font-semibold text-text1">{user.email}</strong> is signed out
        everywhere and their API keys are revoked immediately. This can’t be undone. Their
        annotations stay.
      </p>
    </FormDialog>
  );
}

/** A link for a user to set a password, valid once. It is shown only here. */
function PasswordLink({ user, onClose }: { user: User; onClose: () => void }) {
  const make = useMutation({ mutationFn: () => makeLink(user.id) });
  return (
    <Dialog title="Password link" onClose={onClose}>
      <div className="flex flex-col gap-12">
        <p className="text-13 text-text2">
          With this link,{' '}
          <strong className="verbatim font-semibold text-text1">{user.email}</strong> can set a
          password. The link works once, within 24 hours, and replaces earlier links. Anyone with
          the link can take over this account.
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
