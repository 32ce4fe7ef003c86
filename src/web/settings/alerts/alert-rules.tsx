import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AlertKind, AlertRule } from '#contracts/alerts/alert.ts';
import { alertRulesOptions, alertsChanged, changeRule } from './alerts.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { ErrorNote } from '#web/ui/states.tsx';

const TEXTS: Readonly<Record<AlertKind, { readonly label: string; readonly threshold: string; readonly note: string }>> = {
  inactive: { label: 'Not used', threshold: 'Days without use', note: 'A key was not used for this many days.' },
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
  expiring: { label: 'Expires soon', threshold: 'Days before the end', note: 'A key expires within this many days.' },
};

/** The rules, each with its switch and its threshold. */
export function AlertRules() {
  const { data, error, refetch } = useQuery(alertRulesOptions);
  if (error !== null && data === undefined)
    return <ErrorNote what="The rules could not be read" error={error} onRetry={() => void refetch()} />;
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
    mutationFn: (change: { readonly enabled?: boolean; readonly threshold?: number }) => changeRule(rule.kind, change),
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
        <Button type="submit" aria-label={`Save ${label}`} disabled={!isChanged || send.isPending} className="max-md:h-44">
          Save
        </Button>
      </form>
      <FormError error={send.error} />
    </li>
  );
}
