import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { LEVEL_SCOPES } from '#contracts/access/access.ts';
import type { AppDecisionBody, AppRequest } from '#contracts/apps/app.ts';
import { appRequestOptions, decideOnApp } from '#web/accounts/apps.calls.ts';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { SignInFrame } from '#web/accounts/sign-in-frame.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { ROLE_NAMES } from '#web/accounts/role-names.ts';
import { ADMIN_RIGHTS, scopeLines } from '#web/accounts/scope-text.ts';
import { consentPath } from '#web/platform/address/sign-in-paths.ts';

/** An app asks to act for the signed-in user, who authorizes it or not. */
export function ConsentPage() {
  const { request } = useSearch({ from: consentPath });
  if (request === undefined)
    return (
      <Refused>
        The app’s request is missing or longer than 1,400 characters. Start again in the app.
      </Refused>
    );
  return <Asked request={request} />;
}

function Asked({ request }: { request: string }) {
  const { data, error } = useQuery(appRequestOptions(request));
  const [level, setLevel] = useState<UnnamedLevel>('read-only');
  const decide = useMutation({
    mutationFn: (approved: boolean) =>
      decideOnApp({
        request,
        approved,
        ...(data?.names_scopes === false && approved ? { level } : {}),
      }),
    onSuccess: (address) => location.assign(address),
  });
  if (error !== null) return <Refused>{error.message}</Refused>;
  if (data === undefined) return null;
  if (decide.isSuccess) return <Decided app={data} isIn={decide.variables} />;
  if (data.problem !== null) return <Unanswerable app={data} {...data.problem} />;
  return (
    <SignInFrame title="Authorize this app?">
      <Who app={data} />
      <What app={data} level={level} onLevel={setLevel} />
      <p className="text-12 text-text2">
        Approve only requests that you just started yourself. Its access ends on{' '}
        {formatWhen(data.ends_at, Date.now())}, and before that by you, under Your account.
      </p>
      <FormError error={decide.error} />
      <div className="flex gap-8">
        <Button
          look={data.granted.includes('admin') ? 'danger' : 'accent'}
          className="h-32 flex-1 justify-center max-md:h-44"
          disabled={decide.isPending}
          onClick={() => decide.mutate(true)}
        >
          Approve
        </Button>
        <Button
          className="h-32 flex-1 justify-center max-md:h-44"
          disabled={decide.isPending}
          onClick={() => decide.mutate(false)}
        >
          Deny
        </Button>
      </div>
    </SignInFrame>
  );
}

function Who({ app }: { app: AppRequest }) {
  const { data: viewer } = useQuery(viewerOptions);
  return (
    <>
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-6 text-13">
        <dt className="text-text3">App</dt>
        <dd className="verbatim font-semibold">{app.name}</dd>
        <dt className="text-text3">Answer to</dt>
        <dd className="verbatim">{placeText(app)}</dd>
        {viewer !== undefined && viewer.auth_method !== 'ANONYMOUS' && (
          <>
            <dt className="text-text3">You are</dt>
            <dd className="verbatim">
              {viewer.email} <span className="text-text3">· {ROLE_NAMES[viewer.role]}</span>
            </dd>
          </>
        )}
      </dl>
      {!app.built_in && (
        <p className="rounded-control border border-line2 bg-bg0 px-10 py-8 text-12 text-text2">
          This app registered itself, {formatWhen(app.registered_at, Date.now())}. Its identity is
          not verified.
        </p>
      )}
    </>
  );
}

/** Where the answer goes, in words: its receiver can act for the user. */
function placeText({ place, place_kind: kind }: AppRequest): string {
  if (kind === 'loopback') return `a program on this device, at ${place}`;
  return kind === 'scheme'
    ? `the program on this device that opens ${place} links`
    : `the web site ${place}`;
}

/** The choices for an app that requested no scope. */
type UnnamedLevel = NonNullable<AppDecisionBody['level']>;
const UNNAMED_LEVELS = [
  { label: 'Read only', value: 'read-only' },
  { label: 'Read and change', value: 'read-write' },
] as const;

interface LevelProps {
  readonly level: UnnamedLevel;
  readonly onLevel: (level: UnnamedLevel) => void;
}

function What({ app, level, onLevel }: LevelProps & { readonly app: AppRequest }) {
  const { data: viewer } = useQuery(viewerOptions);
  const mayChange =
    viewer !== undefined && viewer.auth_method !== 'ANONYMOUS' && viewer.role !== 'VIEWER';
  const lines = scopeLines(
    app.names_scopes || level === 'read-only' ? app.granted : LEVEL_SCOPES[level],
  );
  return (
    <section aria-label="Requested access" className="flex flex-col gap-6 text-13">
      <h2 className="text-12 text-text3">The app can, while your role can:</h2>
      {lines.length === 0 ? (
        <p>None. The app asks for permissions that your role doesn’t have.</p>
      ) : (
        <ul className="flex list-disc flex-col gap-4 pl-16">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {app.granted.includes('admin') && (
        <p
          role="alert"
          className="tone-error rounded-control border border-bar bg-tint px-10 py-8 font-medium text-tone"
        >
          This app asks to administer the server. With that it can also {ADMIN_RIGHTS}.
        </p>
      )}
      {!app.names_scopes && mayChange && <LevelChoice level={level} onLevel={onLevel} />}
      <p className="text-12 text-text3">
        The app can’t change users, passwords, API keys or other apps.
      </p>
    </section>
  );
}

/** An app that named no scope reads, unless its user gives it more. */
function LevelChoice({ level, onLevel }: LevelProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-16 border-t border-line1 pt-8">
      <legend className="float-left w-full text-12 text-text2">
        The app didn’t say what it needs. Let it:
      </legend>
      {UNNAMED_LEVELS.map(({ label, value }) => (
        <label key={value} className="flex h-28 items-center gap-6 text-13 max-md:h-44">
          <input
            type="radio"
            name="level"
            checked={value === level}
            onChange={() => onLevel(value)}
            className="accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Decided({ app, isIn }: { app: AppRequest; isIn: boolean }) {
  return (
    <SignInFrame title={isIn ? 'App authorized' : 'App not authorized'}>
      <p role="status" className="verbatim text-13 text-text2">
        {app.name} has its answer. Go on there; this page can be closed.
      </p>
    </SignInFrame>
  );
}

/**
 * An invalid request: if it came from a web site, the user isn't redirected there without
 * confirmation.
 */
function Unanswerable({
  app,
  detail,
  redirect_to: address,
}: {
  app: AppRequest;
  detail: string;
  redirect_to: string;
}) {
  return (
    <SignInFrame title="Invalid authorization request">
      <Who app={app} />
      <p role="alert" className="tone-error verbatim text-13 text-tone">
        {detail}
      </p>
      <Button className="h-32 justify-center max-md:h-44" onClick={() => location.assign(address)}>
        Tell the app
      </Button>
    </SignInFrame>
  );
}

function Refused({ children }: { children: ReactNode }) {
  return (
    <SignInFrame title="This app can’t be authorized">
      <p role="alert" className="tone-error verbatim text-13 text-tone">
        {children}
      </p>
    </SignInFrame>
  );
}
