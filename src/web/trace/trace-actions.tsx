import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { deleteTrace, traceFilePath } from './traces.calls.ts';
import { forgetDeleted } from '#web/lists/forget-deleted.ts';
import { IconButton } from '#web/ui/button.tsx';
import { AddDialog } from '#web/datasets/add-to-dataset.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { deferDelete } from '#web/ui/notices/deferred-delete.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { lastListPath } from '#web/lists/list-memory.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { May } from '#web/accounts/may.tsx';

interface TraceActionsProps {
  readonly project: string;
  readonly trace: TraceSkeleton['trace'];
  /** Where to go when the trace is deleted; to the list when null. */
  readonly next: string | null;
}

/** A trace's actions. */
export function TraceActions({ project, trace, next }: TraceActionsProps) {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const root = useMemo(() => ({ spanIds: [], traceIds: [trace.trace_id] }), [trace.trace_id]);
  const copy = (text: string, note: string): void => {
    copyText(text).then(
      () => showToast({ text: note }),
      () => showToast({ tone: 'error', text: 'The browser blocked copying.' }),
    );
  };
  const copyLink = (): void => copy(location.href, 'Link copied');
  const remove = useRemove({ project, trace, next });
  useKeys({ c: { what: 'Copy link', run: copyLink } }, 'A trace');
  return (
    <>
      <Menu align="end" trigger={<IconButton icon="more" label="More actions" />}>
        <May scope="datasets:write">
          <MenuItem onSelect={() => setAdding(true)}>Add to dataset…</MenuItem>
        </May>
        <MenuItem hint="C" onSelect={copyLink}>
          Copy link
        </MenuItem>
        <MenuItem onSelect={() => copy(trace.trace_id, 'Trace id copied')}>Copy trace id</MenuItem>
        <MenuItem onSelect={() => void navigate({ to: '/projects/$project/compare', params: { project }, search: { a: trace.trace_id } })}>
          Compare with another trace
        </MenuItem>
        <MenuLabel>Download</MenuLabel>
        <MenuItem onSelect={() => download(project, trace.trace_id, 'span')}>JSON lines</MenuItem>
        <MenuItem onSelect={() => download(project, trace.trace_id, 'otlp')}>OTLP/JSON lines, as it was sent</MenuItem>
        <May scope="traces:write">
          <MenuLabel>Permanent</MenuLabel>
          <MenuItem onSelect={() => void remove()}>Delete the trace</MenuItem>
        </May>
      </Menu>
      {adding && (
        <Suspense>
          <AddDialog choice={root} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The browser takes the stream itself: a large trace never is in the page's memory. */
function download(project: string, traceId: string, format: 'span' | 'otlp'): void {
  const link = document.createElement('a');
  link.href = traceFilePath(project, traceId, format);
  link.download = `${traceId}.${format === 'otlp' ? 'otlp.' : ''}jsonl`;
  link.click();
}

function useRemove({ project, trace, next }: TraceActionsProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (): Promise<void> => {
    // First away from here: its page would say for a moment that it is gone.
    await navigate({ to: next ?? lastListPath(project), replace: true });
    deferDelete({
      text: `Trace deleted, ${plural(trace.span_count, 'span')}`,
      things: [{ kind: 'trace', id: trace.id, project, traceId: trace.trace_id, session: trace.session_id }],
      run: async (keepalive) => {
        await deleteTrace(trace.id, keepalive);
        await forgetDeleted(queries, (row) => row.traceId === trace.trace_id);
      },
    });
  };
}
