import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserSession } from '#contracts/users/user.ts';
import { endSession, sessionsOptions } from '#web/accounts/sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';

/** The devices you are signed in on, each with a way to end it. */
export function SessionList() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsOptions);
  const end = useMutation({
    mutationFn: (id: string) => endSession(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['user-sessions'] }),
  });
  if (error !== null && data === undefined)
    return <ErrorNote what="Your sessions could not be read" error={error} onRetry={() => void refetch()} />;
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
          {session.address ?? 'unknown address'} · since {formatWhen(session.created_at, now)} · used{' '}
          {formatWhen(session.last_used_at, now)}
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
