import { useInfiniteQuery, useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { alertRulesOptions, alertsOptions, alertsChanged, changeRule } from './alerts.calls.ts';
import { ApiError } from '#web/platform/http/client.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { keyUsagePath } from '#web/platform/address/paths.ts';
import { AlertChannels } from './alert-channels.tsx';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import { useId, useState } from 'react';
import type { AlertKind, AlertRule } from '#contracts/alerts/alert.ts';
import { FormError } from '#web/ui/form/field.tsx';

/** Findings about API keys, the rules, and the notification channels. */
export function AlertsPage() {
  const { error, refetch } = useQuery(alertRulesOptions);
  if (error instanceof ApiError && error.status === 403)
    return (
      <SettingsColumn>
        <SettingsSection title="Alerts" note="Problems with API keys, and who is notified.">
          <ErrorNote
            what="The alerts could not be read"
            error={error}
            onRetry={() => void refetch()}
          />
        </SettingsSection>
      </SettingsColumn>
    );
  return (
    <SettingsColumn wide>
      <SettingsSection
        title="Open alerts"
        note="Current problems with API keys. Alerts close automatically when the problem is resolved."
      >
        <AlertTable state="open" none="No open alerts." />
      </SettingsSection>
      <SettingsSection title="Rules" note="Checked every five minutes for every active key.">
        <AlertRules />
      </SettingsSection>
      <SettingsSection
        title="Channels"
        note="Recipients are notified when an alert opens and when it is resolved."
      >
        <AlertChannels />
      </SettingsSection>
      <SettingsSection title="Past alerts" note="Resolved alerts, kept for 90 days.">
        <AlertTable state="resolved" none="No past alerts." />
      </SettingsSection>
    </SettingsColumn>
  );
}

function AlertTable({ state, none }: { state: 'open' | 'resolved'; none: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    alertsOptions(state),
  );
  if (error !== null && data === undefined)
    return (
      <ErrorNote what="The alerts could not be read" error={error} onRetry={() => void refetch()} />
    );
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
      <FigureTable
        label={state === 'open' ? 'List of open alerts' : 'List of past alerts'}
        columns={columns}
        figures={[]}
        rows={rows}
      />
      {hasNextPage && (
        <Button
          className="self-start max-md:h-44"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  );
}

const TEXTS: Readonly<
  Record<AlertKind, { readonly label: string; readonly threshold: string; readonly note: string }>
> = {
  inactive: {
    label: 'Not used',
    threshold: 'Days without use',
    note: 'A key was not used for this many days.',
  },
  error_rate: {
    label: 'Many errors',
    threshold: 'Percent of a day that may fail',
    note: 'More than this percentage of a key’s requests failed in the last 24 hours (at least 20 requests).',
  },
  unexpected_country: {
    label: 'Unexpected country',
    threshold: 'Days that make a country known',
    note: 'A key was used from a country that it was not used from in this many days before.',
  },
  expiring: {
    label: 'Expires soon',
    threshold: 'Days before the end',
    note: 'A key expires within this many days.',
  },
};

/** The rules, each with its switch and its threshold. */
function AlertRules() {
  const { data, error, refetch } = useQuery(alertRulesOptions);
  if (error !== null && data === undefined)
    return (
      <ErrorNote what="The rules could not be read" error={error} onRetry={() => void refetch()} />
    );
  return (
    <ul className="flex flex-col border-t border-line1 empty:hidden">
      {data?.map((rule) => (
        <RuleLine key={`${rule.kind} ${rule.threshold}`} rule={rule} />
      ))}
    </ul>
  );
}

function RuleLine({ rule }: { rule: AlertRule }) {
  const client = useQueryClient();
  const noteId = useId();
  const [text, setText] = useState(String(rule.threshold));
  const send = useMutation({
    mutationFn: (change: { readonly enabled?: boolean; readonly threshold?: number }) =>
      changeRule(rule.kind, change),
    onSuccess: () => alertsChanged(client),
  });
  const { label, threshold, note } = TEXTS[rule.kind];
  const isChanged = text.trim() !== '' && Number(text) !== rule.threshold;
  return (
    <li className="flex min-h-44 flex-wrap items-center gap-8 border-b border-line1 py-6">
      <div className="min-w-160 flex-1">
        <label className="flex items-center gap-8 text-13 max-md:min-h-44">
          <input
            type="checkbox"
            checked={rule.enabled}
            disabled={send.isPending}
            onChange={(event) => send.mutate({ enabled: event.target.checked })}
            aria-describedby={noteId}
            className="accent-accent"
          />
          {label}
        </label>
        <p id={noteId} className="pl-21 text-12 text-text3">
          {note}
        </p>
      </div>
      <form
        className="flex items-center gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !send.isPending) send.mutate({ threshold: Number(text) });
        }}
      >
        <input
          type="number"
          min={0.1}
          max={rule.unit === 'percent' ? 100 : 3650}
          step="any"
          aria-label={`${label}: ${threshold}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="nums h-30 w-72 rounded-control border border-line3 bg-bg0 px-8 text-13 max-md:h-44"
        />
        <span className="w-56 text-12 text-text2">{rule.unit}</span>
        <Button
          type="submit"
          aria-label={`Save ${label}`}
          disabled={!isChanged || send.isPending}
          className="max-md:h-44"
        >
          Save
        </Button>
      </form>
      <FormError error={send.error} />
    </li>
  );
}
