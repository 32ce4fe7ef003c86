import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/users/user.ts';
import { signInConfigOptions, viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { USERS_MAX, usersOptions } from '#web/accounts/users.calls.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { SEARCHED_FROM, isNamedLike } from '#web/platform/text/named-like.ts';
import { METHOD_NAMES, ROLE_NAMES } from '#web/accounts/role-names.ts';
import { ChangeUser } from './change-user.tsx';
import { DeleteUser } from './delete-user.tsx';
import { NewUser } from './new-user.tsx';
import { PasswordLink } from './password-link.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

export function UsersSettingsPage() {
  const { data: config } = useQuery(signInConfigOptions);
  return (
    <SettingsColumn>
      <SettingsSection title="Users" note="Users and their roles. Only admins can see this page.">
        {config?.authentication === false && (
          <p className="text-13 text-text2">
            Authentication is off, so there are no users. <code className="mono">SERVICE_ENABLE_AUTH=true</code> with a{' '}
            <code className="mono">SERVICE_SECRET</code> turns it on; the start then prints a link for the first admin.
          </p>
        )}
        {config?.authentication === true && <UserList />}
      </SettingsSection>
    </SettingsColumn>
  );
}

type Open = { readonly what: 'new' } | { readonly what: 'change' | 'link' | 'delete'; readonly user: User };

function UserList() {
  const { data, error, refetch } = useQuery(usersOptions);
  const { data: viewer } = useQuery(viewerOptions);
  const [open, setOpen] = useState<Open | null>(null);
  const [find, setFind] = useState('');
  const close = (): void => setOpen(null);
  const me = viewer !== undefined && viewer.auth_method !== 'ANONYMOUS' ? viewer.id : null;
  if (error !== null && data === undefined)
    return <ErrorNote what="The users could not be read" error={error} onRetry={() => void refetch()} />;
  const users = data ?? [];
  const shown = users.filter((user) => isNamedLike([user.username, user.email], find));
  return (
    <>
      {users.length >= SEARCHED_FROM && (
        <SearchField value={find} onChange={setFind} placeholder="Find a user" className="w-280 max-md:w-full" />
      )}
      {users.length > 0 && shown.length === 0 && <p className="py-16 text-13 text-text2">No results for “{find}”.</p>}
      <ul className="flex flex-col border-t border-line1 empty:hidden">
        {shown.map((user) => (
          <UserLine key={user.id} user={user} isMe={user.id === me} onOpen={(what) => setOpen({ what, user })} />
        ))}
      </ul>
      <CappedNote shown={users.length} max={USERS_MAX} what="users" />
      <Button className="self-start max-md:h-44" onClick={() => setOpen({ what: 'new' })}>
        New user
      </Button>
      {open?.what === 'new' && (
        <NewUser onMade={(user) => setOpen(user.auth_method === 'LOCAL' ? { what: 'link', user } : null)} onClose={close} />
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
      <span className={`flex min-w-0 flex-1 flex-col ${stays ? 'max-md:basis-full' : 'max-md:basis-3/4'}`}>
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
      <Button look="quiet" aria-label={`Change ${username}`} className="max-md:order-2 max-md:h-44" onClick={() => onOpen('change')}>
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
