import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { appsOptions, cutOffApp } from '#web/accounts/apps.calls.ts';
import { AppLine } from '#web/accounts/app-line.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { ErrorNote } from '#web/ui/states.tsx';

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
