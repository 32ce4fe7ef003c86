import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserAppGrant } from '#contracts/apps/app.ts';
import { USER_APPS_MAX, cutOffAppOfUser, userAppsOptions } from '#web/accounts/apps.calls.ts';
import { signInConfigOptions } from '#web/accounts/sign-in.calls.ts';
import { AppLine } from '#web/accounts/app-line.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { SEARCHED_FROM, isNamedLike } from '#web/platform/text/named-like.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

export function AppsSettingsPage() {
  const { data: config } = useQuery(signInConfigOptions);
  return (
    <SettingsColumn>
      <SettingsSection
        title="Apps"
        note="Command-line clients and editors that users authorized in the browser. Only admins can see this page."
      >
        {config?.authentication === false && (
          <p className="text-13 text-text2">
            Authentication is off on this server, so no app signs in.
          </p>
        )}
        {config?.authentication === true && <UserApps />}
      </SettingsSection>
    </SettingsColumn>
  );
}

function UserApps() {
  const { data, error, refetch } = useQuery(userAppsOptions);
  const [find, setFind] = useState('');
  const [cutting, setCutting] = useState<UserAppGrant | null>(null);
  if (error !== null && data === undefined)
    return (
      <ErrorNote what="The apps could not be read" error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return null;
  if (data.length === 0)
    return (
      <p className="border-t border-line1 py-16 text-13 text-text2">
        No connected apps. Apps that users authorize appear here.
      </p>
    );
  const shown = data.filter((app) =>
    isNamedLike([app.name, app.client_id, app.user.email, app.address], find),
  );
  return (
    <>
      {data.length >= SEARCHED_FROM && (
        <SearchField
          value={find}
          onChange={setFind}
          placeholder="Find an app or a person"
          className="w-280 max-md:w-full"
        />
      )}
      {shown.length === 0 && <p className="py-16 text-13 text-text2">No results for “{find}”.</p>}
      <ul className="flex flex-col border-t border-line1 empty:hidden">
        {shown.map((app) => (
          <AppLine
            key={app.id}
            app={app}
            person={app.user.email}
            onCutOff={() => setCutting(app)}
          />
        ))}
      </ul>
      <CappedNote shown={data.length} max={USER_APPS_MAX} what="apps" />
      {cutting !== null && <CutOffApp app={cutting} onClose={() => setCutting(null)} />}
    </>
  );
}

function CutOffApp({ app, onClose }: { app: UserAppGrant; onClose: () => void }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => cutOffAppOfUser(app.id),
    onSuccess: async () => {
      await Promise.all(
        ['users-apps', 'user-apps'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title="Disconnect app"
      action="Disconnect"
      look="danger"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        <strong className="verbatim font-semibold text-text1">{app.name}</strong> can no longer act
        for <strong className="verbatim font-semibold text-text1">{app.user.email}</strong>. They
        can authorize it again. To prevent that, delete the user.
      </p>
    </FormDialog>
  );
}
