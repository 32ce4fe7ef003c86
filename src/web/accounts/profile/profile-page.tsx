import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { User, UserSession } from '#contracts/users/user.ts';
import { serverInfoOptions } from '#web/platform/http/server.ts';
import {
  changeName,
  changePassword,
  signOut,
  viewerOptions,
  endSession,
  sessionsOptions,
} from '#web/accounts/sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FormError } from '#web/ui/form/field.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { NO_PASSWORD, PasswordFields, isComplete } from '#web/accounts/password-fields.tsx';
import { EmptyNote, ErrorNote } from '#web/ui/states.tsx';
import { SupportLine } from '#web/accounts/support-line.tsx';
import { METHOD_NAMES, ROLE_NAMES, ROLE_NOTES } from '#web/accounts/role-names.ts';
import { safeHref } from '#web/platform/address/safe-link.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { appsOptions, cutOffApp } from '#web/accounts/apps.calls.ts';
import { AppLine } from '#web/accounts/app-line.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';

/** Your own account. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(viewerOptions);
  return (
    <PageFrame title="Your account" crumbs={[{ label: 'Your account' }]}>
      {error !== null && data === undefined && (
        <ErrorNote
          what="Your account could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.auth_method === 'ANONYMOUS' && (
        <EmptyNote title="You aren’t signed in">
          <p>Anyone who can reach this server has full access.</p>
        </EmptyNote>
      )}
      {data !== undefined && data.auth_method !== 'ANONYMOUS' && <Account user={data} />}
    </PageFrame>
  );
}

function Account({ user }: { user: User }) {
  return (
    <div
      className="min-h-0 flex-1 overflow-auto"
      tabIndex={0}
      role="region"
      aria-label="Your account"
    >
      <div className="mx-auto flex max-w-560 flex-col gap-32 px-16 py-24">
        <Part title="Account">
          <dl className="grid grid-cols-[120px_1fr] gap-y-6 text-13">
            <dt className="text-text3">E-mail address</dt>
            <dd className="verbatim">{user.email}</dd>
            <dt className="text-text3">Role</dt>
            <dd>
              {ROLE_NAMES[user.role]}
              {user.role !== 'SYSTEM' && (
                <span className="text-text3"> · {ROLE_NOTES[user.role]}</span>
              )}
            </dd>
            <dt className="text-text3">Signs in by</dt>
            <dd>{METHOD_NAMES[user.auth_method]}</dd>
          </dl>
          <NameForm user={user} />
        </Part>
        {user.auth_method === 'LOCAL' && (
          <Part title="Password">
            <PasswordForm />
          </Part>
        )}
        <Part title="Where you are signed in">
          <SessionList />
        </Part>
        <Part title="Apps">
          <AppList />
        </Part>
        <Part title="Sign out">
          <SignOut />
        </Part>
        <Elsewhere />
      </div>
    </div>
  );
}

/** Where to go with what cannot be done here. */
function Elsewhere() {
  const { data } = useQuery(serverInfoOptions);
  const management = safeHref(data?.management_url ?? '');
  if (data === undefined || (management === null && data.support_email === null)) return null;
  return (
    <Part title="Help">
      {management !== null && (
        <p className="text-13">
          <a href={management} className="text-link">
            Manage this server
          </a>
        </p>
      )}
      <SupportLine email={data.support_email} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-12">
      <h2 className="text-16 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function NameForm({ user }: { user: User }) {
  const client = useQueryClient();
  const [name, setName] = useState(user.username);
  const save = useMutation({
    mutationFn: () => changeName(name),
    onSuccess: () => client.invalidateQueries({ queryKey: ['viewer'] }),
  });
  const ready = name.trim() !== '' && name.trim() !== user.username && !save.isPending;
  return (
    <form
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) save.mutate();
      }}
    >
      <div className="flex items-end gap-8">
        <Field
          label="Name"
          value={name}
          onValue={setName}
          maxLength={128}
          autoComplete="nickname"
        />
        <Button type="submit" disabled={!ready} className="h-30 max-md:h-44">
          Save name
        </Button>
      </div>
      <FormError error={save.error} />
    </form>
  );
}

function PasswordForm() {
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [draft, setDraft] = useState(NO_PASSWORD);
  const save = useMutation({
    mutationFn: () => changePassword(current, draft.password),
    onSuccess: async () => {
      setCurrent('');
      setDraft(NO_PASSWORD);
      showToast({ text: 'Your password is changed; other devices are signed out' });
      await client.invalidateQueries({ queryKey: ['user-sessions'] });
    },
  });
  const ready = current !== '' && isComplete(draft) && !save.isPending;
  return (
    <form
      className="flex flex-col gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) save.mutate();
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
      <FormError error={save.error} />
      <Button type="submit" className="self-start max-md:h-44" disabled={!ready}>
        Change password
      </Button>
    </form>
  );
}

function SignOut() {
  const leave = useMutation({ mutationFn: (everywhere: boolean) => signOut(everywhere) });
  return (
    <div className="flex flex-wrap gap-8">
      <Button
        className="max-md:h-44"
        onClick={() => leave.mutate(false)}
        disabled={leave.isPending}
      >
        Sign out
      </Button>
      <Button className="max-md:h-44" onClick={() => leave.mutate(true)} disabled={leave.isPending}>
        Sign out everywhere
      </Button>
      <FormError error={leave.error} />
    </div>
  );
}

/** The command-line clients and editors that act for you, each with a way to cut it off. */
function AppList() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(appsOptions);
  const cutOff = useMutation({
    mutationFn: (id: string) => cutOffApp(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['user-apps'] }),
  });
  if (error !== null && data === undefined)
    return (
      <ErrorNote what="Your apps could not be read" error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <p className="text-12 text-text3">
        {data?.length === 0
          ? 'No connected apps. Command-line clients and editors that you authorize in the browser appear here.'
          : 'Command-line clients and editors that act for you. Revoking an app’s access takes effect at once.'}
      </p>
      <ul className="flex flex-col border-t border-line1 empty:hidden">
        {data?.map((app) => (
          <AppLine key={app.id} app={app} onCutOff={() => cutOff.mutate(app.id)} />
        ))}
      </ul>
      <FormError error={cutOff.error} />
    </>
  );
}

/** The devices you are signed in on, each with a way to end it. */
function SessionList() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsOptions);
  const end = useMutation({
    mutationFn: (id: string) => endSession(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['user-sessions'] }),
  });
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="Your sessions could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      <ul className="flex flex-col border-t border-line1 empty:hidden">
        {data?.map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      <FormError error={end.error} />
    </>
  );
}

function SessionLine({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const now = Date.now();
  const device = deviceOf(session.user_agent);
  return (
    <li className="flex min-h-44 items-center gap-12 border-b border-line1 py-6">
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="clip text-13" title={session.user_agent ?? undefined}>
          {device}
          {session.current && <span className="text-text3"> · this browser</span>}
        </span>
        <span className="nums clip text-12 text-text3">
          {session.address ?? 'unknown address'} · since {formatWhen(session.created_at, now)} ·
          used {formatWhen(session.last_used_at, now)}
        </span>
      </div>
      {!session.current && (
        <Button
          look="quiet"
          className="max-md:h-44"
          aria-label={`Sign out ${device}, since ${formatWhen(session.created_at, now)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** A browser in two words; what is no browser by what it calls itself. */
function deviceOf(userAgent: string | null): string {
  if (userAgent === null) return 'A program';
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
