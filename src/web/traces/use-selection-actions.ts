import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetDeleted } from '#web/lists/forget-deleted.ts';
import { SELECTED_MAX, collectRows, deleteManyRows, deleteRows, exportRows, transferRows } from '#web/lists/selection.calls.ts';
import type { ExportFormat } from '#web/lists/export-text.ts';
import { deferDelete, type Doomed } from '#web/ui/notices/deferred-delete.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import type { SelectedRow } from '#web/lists/list-place.ts';
import { saveFile } from '#web/platform/browser/save-file.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { requestedWindow } from '#web/platform/time/requested-window.ts';
import { rangeOfWindow } from '#web/platform/time/time-range.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import type { SelectionBarProps } from './selection-bar.tsx';
import { useLongWork } from '#web/lists/use-long-work.ts';
import { selectedRow } from './use-selection.ts';

/** More are not deleted with an undo, but after their number was typed. */
const UNDONE_MAX = 1000;
const NOTHING: ReadonlyMap<string, SelectedRow> = new Map();

/** The selection bar's actions. Deleted rows disappear from every loaded list. */
export function useSelectionActions({ project, range, listed, selected, attributes, onSelected }: SelectionBarProps) {
  const client = useQueryClient();
  const { work, run, stop } = useLongWork();
  /** The selection that was made of all that matches; another one is not it. */
  const [all, setAll] = useState<ReadonlyMap<string, SelectedRow> | null>(null);
  const rows = [...selected.values()];
  const noun = listed.scope === undefined ? 'trace' : 'span';
  const forget = useForget();
  return {
    work,
    stop,
    isAll: all === selected,
    needsTyping: all === selected || rows.length > UNDONE_MAX,
    selectAll: () =>
      void run('Selecting', async (progress) => {
        // The range is fixed from here on: the counted rows are the ones to be acted on.
        const window = requestedWindow(range, Date.now());
        const search = withChanges<ListSearch>(listed, { cols: undefined, sort: undefined });
        const found = await collectRows(project, window === null ? range : rangeOfWindow(window), search, progress);
        const next = new Map(found.map((row) => [row.id, selectedRow(row)]));
        if (next.size >= SELECTED_MAX) showToast({ text: `The newest ${exactCount(SELECTED_MAX)} are selected; more match.` });
        setAll(next);
        onSelected(next);
      }),
    save: (format: ExportFormat) =>
      void run('Exporting', async (progress) => {
        const content = await exportRows(project, rows, format, attributes, progress);
        const of = format === 'csv' ? `${noun}s` : 'spans';
        saveFile(`${project}-${of}${format === 'otlp' ? '-otlp' : ''}.${format === 'csv' ? 'csv' : 'jsonl'}`, content);
      }),
    move: (to: { readonly id: string; readonly name: string }) =>
      void run('Moving', async () => {
        await transferRows(rows, to.id);
        void forget(rows);
        onSelected(NOTHING);
        showToast({
          text: `${plural(rows.length, noun)} moved to ${to.name}`,
          action: {
            label: 'Undo',
            run: () => void transferRows(rows, project).then(() => client.invalidateQueries({ queryKey: ['rows'] })),
          },
        });
      }),
    ...deletesOf({ project, rows, noun, run, forget, onSelected }),
  };
}

/** Takes deleted rows out of every loaded list. */
function useForget() {
  const client = useQueryClient();
  return async (gone: readonly SelectedRow[]): Promise<void> => {
    const ids = new Set(gone.map((row) => row.id));
    const traces = new Set(gone.flatMap((row) => (row.spanId === null ? [row.traceId] : [])));
    await forgetDeleted(client, (row) => ids.has(row.id) || traces.has(row.traceId));
  };
}

interface Deletion extends Pick<SelectionBarProps, 'project' | 'onSelected'> {
  readonly rows: readonly SelectedRow[];
  readonly noun: 'trace' | 'span';
  readonly run: ReturnType<typeof useLongWork>['run'];
  readonly forget: (gone: readonly SelectedRow[]) => Promise<void>;
}

/** A few rows are deleted with an undo, many at once and step by step. */
function deletesOf({ project, rows, noun, run, forget, onSelected }: Deletion) {
  return {
    remove: () => {
      deferDelete({
        text: `${plural(rows.length, noun)} deleted`,
        things: rows.map((row) => doomed(project, row)),
        run: async (keepalive) => {
          await deleteRows(rows, keepalive);
          await forget(rows);
        },
      });
      onSelected(NOTHING);
    },
    removeMany: () =>
      void run('Deleting', async (progress) => {
        const gone = await deleteManyRows(rows, progress);
        void forget(gone);
        const left = rows.slice(gone.length);
        onSelected(new Map(left.map((row) => [row.id, row])));
        showToast({ text: `${plural(gone.length, noun)} deleted${left.length === 0 ? '' : `, ${exactCount(left.length)} left`}` });
      }),
  };
}

function doomed(project: string, { id, traceId, spanId, session }: SelectedRow): Doomed {
  return spanId === null ? { kind: 'trace', id, project, traceId, session } : { kind: 'span', id, project, spanId };
}
