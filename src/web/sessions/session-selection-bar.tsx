import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ExportFormat } from '#web/lists/export-text.ts';
import { forgetDeleted } from '#web/lists/forget-deleted.ts';
import { deleteSessions, exportSessions } from './sessions.calls.ts';
import { AnnotateMany } from '#web/annotations/annotate-many.tsx';
import { Button } from '#web/ui/button.tsx';
import { AddDialog, AddToDatasetButton } from '#web/datasets/add-to-dataset.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { SelectionToolbar } from '#web/lists/selection-toolbar.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { deferDelete, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { plural, exactCount } from '#web/platform/text/format-number.ts';
import { saveFile } from '#web/platform/browser/save-file.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { useLongWork } from '#web/lists/use-long-work.ts';
import type { SelectedSession } from './use-session-selection.ts';
import { May } from '#web/accounts/may.tsx';
import { SELECTED_MAX } from '#web/lists/selection.calls.ts';
import { collectTurns } from './session-turns.calls.ts';
import type { SpanChoice } from '#web/datasets/span-examples.calls.ts';

interface SessionSelectionBarProps {
  readonly project: string;
  readonly selected: ReadonlyMap<string, SelectedSession>;
  readonly onClear: () => void;
}

/** The actions for the selected sessions. */
export function SessionSelectionBar({ project, selected, onClear }: SessionSelectionBarProps) {
  const client = useQueryClient();
  const { work, run, stop } = useLongWork();
  const sessions = [...selected.values()];
  const sessionIds = sessions.map((one) => one.sessionId);
  const copy = (): void => {
    copyText(sessionIds.join('\n')).then(
      () => showToast({ text: `${plural(sessions.length, 'session id')} copied` }),
      () => showToast({ tone: 'error', text: 'The browser blocked copying.' }),
    );
  };
  const save = (format: ExportFormat): void =>
    void run('Exporting', async (progress) => {
      const content = await exportSessions(project, sessionIds, format, progress);
      const name = format === 'csv' ? 'turns.csv' : `session-spans${format === 'otlp' ? '-otlp' : ''}.jsonl`;
      saveFile(`${project}-${name}`, content);
    });
  const remove = (): void => {
    const gone = new Set(sessionIds);
    deferDelete({
      text: `${plural(sessions.length, 'session')} deleted`,
      things: sessions.map(({ id, sessionId }) => ({ kind: 'session', id, project, sessionId })),
      run: async (keepalive) => {
        await deleteSessions(
          sessions.map(({ id }) => id),
          keepalive,
        );
        await forgetDeleted(client, (row) => row.session !== null && gone.has(row.session));
      },
    });
    onClear();
  };
  const turns = useTurns(project, sessions, run);
  return (
    <>
      <SelectionToolbar text={`${plural(sessions.length, 'session')} selected`} work={work} onStop={stop} onClear={onClear}>
        <AddToDatasetButton onAdd={turns.read} where="A selection" />
        <AnnotateMany project={project} target="session" ids={sessionIds} where="A selection" />
        <Button look="quiet" onClick={copy}>
          Copy ids
        </Button>
        <Menu trigger={<Button look="quiet">Export</Button>}>
          <MenuItem onSelect={() => save('jsonl')}>Spans, JSON lines</MenuItem>
          <MenuItem onSelect={() => save('otlp')}>OTLP/JSON lines</MenuItem>
          <MenuItem onSelect={() => save('csv')}>Turns, CSV</MenuItem>
        </Menu>
        <May scope="traces:write">
          <Button look="quiet" className="tone-error text-tone" onClick={remove}>
            Delete
          </Button>
        </May>
      </SelectionToolbar>
      {turns.choice !== null && (
        <Suspense>
          <AddDialog choice={turns.choice} onClose={turns.forget} />
        </Suspense>
      )}
    </>
  );
}

/** The turns of the selected sessions, loaded on demand: the root span of each may become an example. */
function useTurns(project: string, sessions: readonly SelectedSession[], run: ReturnType<typeof useLongWork>['run']) {
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
