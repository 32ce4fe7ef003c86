import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { alertRulesOptions, alertsOptions } from './alerts.calls.ts';
import { ApiError } from '#web/platform/http/client.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { keyUsagePath } from '#web/platform/address/paths.ts';
import { AlertChannels } from './alert-channels.tsx';
import { AlertRules } from './alert-rules.tsx';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

/** Findings about API keys, the rules, and the notification channels. */
export function AlertsPage() {
  const { error, refetch } = useQuery(alertRulesOptions);
  if (error instanceof ApiError && error.status === 403)
    return (
      <SettingsColumn>
        <SettingsSection title="Alerts" note="Problems with API keys, and who is notified.">
          <ErrorNote what="The alerts could not be read" error={error} onRetry={() => void refetch()} />
        </SettingsSection>
      </SettingsColumn>
    );
  return (
    <SettingsColumn wide>
      <SettingsSection title="Open alerts" note="Current problems with API keys. Alerts close automatically when the problem is resolved.">
        <AlertTable state="open" none="No open alerts." />
      </SettingsSection>
      <SettingsSection title="Rules" note="Checked every five minutes for every active key.">
        <AlertRules />
      </SettingsSection>
      <SettingsSection title="Channels" note="Recipients are notified when an alert opens and when it is resolved.">
        <AlertChannels />
      </SettingsSection>
      <SettingsSection title="Past alerts" note="Resolved alerts, kept for 90 days.">
        <AlertTable state="resolved" none="No past alerts." />
      </SettingsSection>
    </SettingsColumn>
  );
}

function AlertTable({ state, none }: { state: 'open' | 'resolved'; none: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(alertsOptions(state));
  if (error !== null && data === undefined)
    return <ErrorNote what="The alerts could not be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const alerts = data.pages.flatMap((page) => page.data);
  if (alerts.length === 0) return <p className="text-13 text-text2">{none}</p>;
  const rows = alerts.map((alert) => ({
    id: alert.id,
    cells: [
      <Link
        key="key"
        to={keyUsagePath(alert.api_key_id)}
        title={alert.api_key_name}
        className="clip block max-w-240 text-link max-md:max-w-120 underline"
      >
        {alert.api_key_name}
      </Link>,
      alert.detail,
      formatWhen(alert.fired_at, Date.now()),
      formatWhen(alert.resolved_at, Date.now()),
    ],
  }));
  const columns = ['Key', 'Finding', 'Since', ...(state === 'open' ? [] : ['Until'])];
  return (
    <>
      <FigureTable label={state === 'open' ? 'List of open alerts' : 'List of past alerts'} columns={columns} figures={[]} rows={rows} />
      {hasNextPage && (
        <Button className="self-start max-md:h-44" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}
