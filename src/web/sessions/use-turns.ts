import { useState } from 'react';
import { SELECTED_MAX } from '#web/lists/selection.calls.ts';
import { collectTurns } from './session-turns.calls.ts';
import type { SpanChoice } from '#web/datasets/span-examples.calls.ts';
import { usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import type { useLongWork } from '#web/lists/use-long-work.ts';
import type { SelectedSession } from './use-session-selection.ts';

/** The turns of the selected sessions, loaded on demand: the root span of each may become an example. */
export function useTurns(project: string, sessions: readonly SelectedSession[], run: ReturnType<typeof useLongWork>['run']) {
  const [choice, setChoice] = useState<SpanChoice | null>(null);
  const pending = usePendingDeletes();
  const read = (): void =>
    void run('Reading turns', async (progress) => {
      const { traceIds, rootless, isComplete } = await collectTurns(project, sessions, progress);
      const kept = traceIds.filter((id) => !pending.traces.has(id));
      if (!isComplete) showToast({ text: `These are the first ${exactCount(SELECTED_MAX)} turns; there are more.` });
      if (rootless > 0) showToast({ text: `${plural(rootless, 'turn')} left out: the root span was not received.` });
      if (kept.length > 0) setChoice({ spanIds: [], traceIds: kept });
      else if (rootless === 0) showToast({ tone: 'error', text: 'These sessions no longer have turns.' });
    });
  return { choice, read, forget: () => setChoice(null) };
}
