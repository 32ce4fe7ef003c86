import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AppGrant } from '#contracts/app.ts';
import { appsOptions, cutOffApp } from '../../api/apps.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/field.tsx';
import { ErrorNote } from '../../components/states.tsx';
import { formatWhen } from '../../lib/format-time.ts';
import { scopeLines } from '../../lib/scope-text.ts';

/** The command-line clients and editors that act for you, each with a way to cut it off. */
export function AppList() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(appsOptions);
  const cutOff = useMutation({
    mutationFn: (id: string) => cutOffApp(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['user-apps'] }),
  });
  if (error !== null && data === undefined)
    return <ErrorNote what="Your apps could not be read" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="text-12 text-text3">
        {data?.length === 0
          ? 'None. Command-line clients and editors that you let sign in through the browser show up here.'
          : 'Command-line clients and editors that you let act for you. What you cut off is out at once.'}
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

function AppLine({ app, onCutOff }: { app: AppGrant; onCutOff: () => void }) {
  const now = Date.now();
  const rights = app.scopes === null ? 'All that you can do' : scopeLines(app.scopes).join('; ');
  return (
    <li className="flex min-h-44 items-center gap-12 border-b border-line1 py-6">
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="clip text-13" title={app.user_agent ?? app.name}>
          {app.name}
          {!app.built_in && <span className="text-text3"> · registered itself</span>}
        </span>
        <span className="text-12 text-text2">{rights}</span>
        <span className="nums text-12 text-text3">
          {app.address ?? 'unknown address'} · since {formatWhen(app.created_at, now)} · used {formatWhen(app.last_used_at, now)} · until{' '}
          {formatWhen(app.expires_at, now)}
        </span>
      </div>
      <Button
        look="quiet"
        className="max-md:h-44"
        aria-label={`Cut off ${app.name}, since ${formatWhen(app.created_at, now)}`}
        onClick={onCutOff}
      >
        Cut off
      </Button>
    </li>
  );
}
