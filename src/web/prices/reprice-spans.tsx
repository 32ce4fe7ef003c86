import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reread } from '#contracts/rereads/reread.ts';
import { ownPricesOptions } from './own-prices.calls.ts';
import {
  isUnderWay,
  lastRepricingOptions,
  resumeReread,
  startReread,
  stopReread,
  type RereadWish,
} from '#web/settings/rereads.calls.ts';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { dayOf, startingAt } from '#web/platform/time/day-field.ts';
import { exactCount, formatCost, plural } from '#web/platform/text/format-number.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/**
 * Prices stored spans again: first a preview, then the change itself, both as jobs of the server.
 */
export function RepriceSpans() {
  const client = useQueryClient();
  // Not before it is known who asks: only admins may read it.
  const { isSuccess } = useQuery(viewerOptions);
  const { data: last, error, refetch } = useQuery({ ...lastRepricingOptions, enabled: isSuccess });
  const [since, setSince] = useState('');
  const run = useMutation({
    mutationFn: (act: () => Promise<Reread>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: lastRepricingOptions.queryKey }),
  });
  const preview = (): void =>
    run.mutate(() => startReread({ what: 'costs', dry_run: true, ...startingAt(since) }));
  const isBusy = run.isPending || isUnderWay(last ?? null);
  return (
    <SettingsSection
      title="Apply prices to stored spans"
      note="Calculates the costs of stored LLM and embedding spans again at current prices, for the days of the calls. Costs that were sent never change."
    >
      {error !== null && last === undefined ? (
        <ErrorNote
          what="The last preview could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <div className="flex flex-col items-start gap-8">
            <div className="w-320 max-md:w-full">
              <DayField
                label="Since"
                zone="reader"
                value={since}
                onValue={setSince}
                note="Empty for all time."
              />
            </div>
            <Button className="max-md:h-44" disabled={isBusy} onClick={preview}>
              Preview
            </Button>
          </div>
          {last !== undefined && last !== null && <Last reread={last} run={run} />}
          <FormError error={run.error} />
        </>
      )}
    </SettingsSection>
  );
}

interface Run {
  readonly mutate: (act: () => Promise<Reread>) => void;
  readonly isPending: boolean;
}

/** The state of the last preview or change, and the next steps. */
function Last({ reread, run }: { reread: Reread; run: Run }) {
  const {
    id,
    state,
    dry_run: isPreview,
    rows_done: done,
    rows_total: total,
    waiting,
    error,
  } = reread;
  if (isUnderWay(reread))
    return (
      <div role="status" className="flex flex-wrap items-center gap-8 text-13">
        {isPreview ? 'Previewing' : 'Applying'}: {exactCount(done)}
        {total === null ? '' : ` of ${exactCount(total)}`} spans passed.
        {waiting !== null && ` Waiting: ${waiting}.`}
        <Button
          look="quiet"
          className="max-md:h-44"
          disabled={run.isPending}
          onClick={() => run.mutate(() => stopReread(id))}
        >
          Stop
        </Button>
      </div>
    );
  if (state === 'done') return <Done reread={reread} run={run} />;
  return (
    <div role="status" className="flex flex-wrap items-center gap-8 text-13">
      {isPreview ? 'The preview' : 'The change'}{' '}
      {state === 'stopped' ? 'was stopped' : `failed: ${error ?? 'unknown server error'}`}
      {!isPreview && `; ${plural(reread.spans_changed, 'span')} changed until then`}.
      <Button
        look="quiet"
        className="max-md:h-44"
        disabled={run.isPending}
        onClick={() => run.mutate(() => resumeReread(id))}
      >
        Resume
      </Button>
    </div>
  );
}

function Done({ reread, run }: { reread: Reread; run: Run }) {
  const [isAsked, setAsked] = useState(false);
  const { dry_run: isPreview, spans_changed: changed } = reread;
  const { data: own = [] } = useQuery(ownPricesOptions);
  const isStale =
    isPreview &&
    own.some(({ updated_at }) => Date.parse(updated_at) > Date.parse(reread.created_at));
  const since = reread.start_time === null ? '' : ` since ${dayOf(reread.start_time)}`;
  if (isStale)
    return (
      <p role="status" className="text-13">
        Prices changed since the last preview.
      </p>
    );
  if (isPreview && changed === 0)
    return (
      <p role="status" className="text-13">
        Preview: the costs of all {plural(reread.spans_read, 'stored span')}
        {since} already match current prices. Nothing would change.
      </p>
    );
  return (
    <div role="status" className="flex flex-wrap items-center gap-8 text-13">
      <span className="nums">
        {isPreview ? 'Preview' : 'Applied'}: {plural(changed, 'span')}
        {since}, {sumsText(reread)}.
      </span>
      {isPreview && (
        <Button look="accent" className="max-md:h-44" onClick={() => setAsked(true)}>
          Apply to {plural(changed, 'span')}
        </Button>
      )}
      {isAsked && <Confirm reread={reread} run={run} onClose={() => setAsked(false)} />}
    </div>
  );
}

/** The cost of all calls, before and after. */
function sumsText({ cost_usd_before: before, cost_usd_after: after }: Reread): string {
  return `${formatCost(before)} → ${formatCost(after)}`;
}

function Confirm({ reread, run, onClose }: { reread: Reread; run: Run; onClose: () => void }) {
  const body: RereadWish = {
    what: 'costs',
    dry_run: false,
    ...(reread.start_time === null ? {} : { start_time: reread.start_time }),
  };
  const send = {
    mutate: (): void => {
      run.mutate(() => startReread(body));
      onClose();
    },
    isPending: run.isPending,
    error: null,
  };
  return (
    <FormDialog
      title="Apply prices to stored spans"
      action="Apply prices"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        Change the costs of {plural(reread.spans_changed, 'stored span')}, {sumsText(reread)}?
        Totals and charts change with them. To undo this, set the previous prices and apply them.
      </p>
    </FormDialog>
  );
}
