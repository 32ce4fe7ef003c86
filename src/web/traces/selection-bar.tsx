import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExportFormat } from '#web/lists/export-text.ts';
import type { SpanChoice } from '#web/datasets/span-examples.calls.ts';
import { AnnotateMany } from '#web/annotations/annotate-many.tsx';
import { Button } from '#web/ui/button.tsx';
import { AddToDataset } from '#web/datasets/add-to-dataset.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { SelectionToolbar } from '#web/lists/selection-toolbar.tsx';
import { plural, exactCount } from '#web/platform/text/format-number.ts';
import type { SelectedRow } from '#web/lists/list-place.ts';
import { comparePath, projectKey } from '#web/platform/address/paths.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { May } from '#web/accounts/may.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { useFirstField } from '#web/ui/form/use-first-field.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { RANGE_DEFAULT, type RangeText, rangeOfWindow } from '#web/platform/time/time-range.ts';
import { forgetDeleted } from '#web/lists/forget-deleted.ts';
import {
  SELECTED_MAX,
  collectRows,
  deleteManyRows,
  deleteRows,
  exportRows,
  transferRows,
} from '#web/lists/selection.calls.ts';
import { deferDelete, type Doomed } from '#web/ui/notices/deferred-delete.ts';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { saveFile } from '#web/platform/browser/save-file.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { requestedWindow } from '#web/platform/time/requested-window.ts';
import { useLongWork } from '#web/lists/use-long-work.ts';
import { selectedRow } from './use-selection.ts';

const SHOWN_MAX = 50;

/** The projects that traces can be moved to. */
function MoveMenu({
  project,
  onMove,
}: {
  project: string;
  onMove: (to: { readonly id: string; readonly name: string }) => void;
}) {
  const { data } = useQuery({
    ...projectSummariesOptions(RANGE_DEFAULT),
    refetchInterval: false,
    staleTime: 30_000,
  });
  const others = (data ?? []).filter((one) => projectKey(one.project) !== project);
  return (
    <Menu trigger={<Button look="quiet">Move to …</Button>}>
      <MenuLabel>{others.length === 0 ? 'No other projects' : 'Move traces to'}</MenuLabel>
      {others.slice(0, SHOWN_MAX).map((one) => (
        <MenuItem key={one.project.id} onSelect={() => onMove(one.project)}>
          {one.project.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

export interface SelectionBarProps {
  readonly project: string;
  readonly range: RangeText;
  /** The kind of row. */
  readonly listed: ListSearch;
  readonly selected: ReadonlyMap<string, SelectedRow>;
  /** Keys of the attributes that are columns. */
  readonly attributes: readonly string[];
  readonly onSelected: (selected: ReadonlyMap<string, SelectedRow>) => void;
}

/** The actions for the selected rows. */
export function SelectionBar(props: SelectionBarProps) {
  const { project, listed, selected, onSelected } = props;
  const noun = listed.scope === undefined ? 'trace' : 'span';
  const count = selected.size;
  const actions = useSelectionActions(props);
  const [asking, setAsking] = useState(false);
  const rows = [...selected.values()];
  const [a, b] = rows;
  return (
    <>
      <SelectionToolbar
        text={
          actions.isAll
            ? `all ${plural(count, `matching ${noun}`)}`
            : `${plural(count, noun)} selected`
        }
        work={actions.work}
        onStop={actions.stop}
        onClear={() => onSelected(new Map())}
      >
        {!actions.isAll && (
          <Button look="quiet" onClick={actions.selectAll}>
            Select all matching
          </Button>
        )}
        {count === 2 && noun === 'trace' && a !== undefined && b !== undefined && (
          <CompareButton project={project} a={a.traceId} b={b.traceId} />
        )}
        <AddToDataset choice={spanChoice(rows)} where="A selection" />
        <AnnotateMany
          project={project}
          target={noun}
          ids={rows.map((row) => row.spanId ?? row.traceId)}
          where="A selection"
        />
        <Button look="quiet" onClick={() => copyIds(rows, noun)}>
          Copy ids
        </Button>
        <ExportMenu ofTraces={noun === 'trace'} onSave={actions.save} />
        <May scope="traces:write">
          {noun === 'trace' && <MoveMenu project={project} onMove={actions.move} />}
          <Button
            look="quiet"
            className="tone-error text-tone"
            onClick={() => (actions.needsTyping ? setAsking(true) : actions.remove())}
          >
            Delete
          </Button>
        </May>
      </SelectionToolbar>
      {asking && (
        <DeleteDialog
          count={count}
          noun={`${noun}s`}
          onClose={() => setAsking(false)}
          onDelete={() => {
            setAsking(false);
            actions.removeMany();
          }}
        />
      )}
    </>
  );
}

function copyIds(rows: readonly SelectedRow[], noun: 'trace' | 'span'): void {
  const ids = rows.map((row) => row.spanId ?? row.traceId);
  copyText(ids.join('\n')).then(
    () => showToast({ text: `${plural(rows.length, `${noun} id`)} copied` }),
    () => showToast({ tone: 'error', text: 'The browser blocked copying.' }),
  );
}

function CompareButton({ project, a, b }: { project: string; a: string; b: string }) {
  const navigate = useNavigate();
  return (
    <Button look="quiet" onClick={() => void navigate({ to: comparePath(project, a, b) })}>
      Compare
    </Button>
  );
}

/** Of traces their roots. */
function spanChoice(rows: readonly SelectedRow[]): SpanChoice {
  return {
    spanIds: rows.flatMap(({ spanId }) => (spanId === null ? [] : [spanId])),
    traceIds: rows.flatMap(({ spanId, traceId }) => (spanId === null ? [traceId] : [])),
  };
}

function ExportMenu({
  ofTraces,
  onSave,
}: {
  ofTraces: boolean;
  onSave: (format: ExportFormat) => void;
}) {
  return (
    <Menu trigger={<Button look="quiet">Export</Button>}>
      <MenuItem onSelect={() => onSave('jsonl')}>
        {ofTraces ? 'Spans as JSON lines' : 'JSON lines'}
      </MenuItem>
      <MenuItem onSelect={() => onSave('otlp')}>OTLP/JSON lines</MenuItem>
      <MenuItem onSelect={() => onSave('csv')}>{ofTraces ? 'Traces as CSV' : 'CSV'}</MenuItem>
    </Menu>
  );
}

interface DeleteDialogProps {
  readonly count: number;
  /** "traces" or "spans". */
  readonly noun: string;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Many rows are not deleted by a slip: their number has to be typed. */
function DeleteDialog({ count, noun, onDelete, onClose }: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const isSure = typed.replaceAll(/\D/g, '') === String(count);
  const form = useFirstField();
  return (
    <Dialog title={`Delete ${exactCount(count)} ${noun}`} onClose={onClose}>
      <form
        ref={form}
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure) onDelete();
        }}
      >
        <p className="text-13 text-text2">
          {noun === 'traces' ? 'With all their spans' : 'Their child spans stay, as orphans'}{' '}
          permanently. This can’t be undone. You can stop it while it runs.
        </p>
        <label className="flex flex-col gap-4 text-12 text-text2">
          Type {count} to go on
          <input
            value={typed}
            autoComplete="off"
            inputMode="numeric"
            onChange={(event) => setTyped(event.target.value)}
            className="h-30 rounded-control border border-line3 bg-bg1 px-8 text-13 text-text1"
          />
        </label>
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={!isSure}>
            Delete {exactCount(count)} {noun}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** More are not deleted with an undo, but after their number was typed. */
const UNDONE_MAX = 1000;
const NOTHING: ReadonlyMap<string, SelectedRow> = new Map();

/** The selection bar's actions. Deleted rows disappear from every loaded list. */
function useSelectionActions({
  project,
  range,
  listed,
  selected,
  attributes,
  onSelected,
}: SelectionBarProps) {
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
        const found = await collectRows(
          project,
          window === null ? range : rangeOfWindow(window),
          search,
          progress,
        );
        const next = new Map(found.map((row) => [row.id, selectedRow(row)]));
        if (next.size >= SELECTED_MAX)
          showToast({ text: `The newest ${exactCount(SELECTED_MAX)} are selected; more match.` });
        setAll(next);
        onSelected(next);
      }),
    save: (format: ExportFormat) =>
      void run('Exporting', async (progress) => {
        const content = await exportRows(project, rows, format, attributes, progress);
        const of = format === 'csv' ? `${noun}s` : 'spans';
        saveFile(
          `${project}-${of}${format === 'otlp' ? '-otlp' : ''}.${format === 'csv' ? 'csv' : 'jsonl'}`,
          content,
        );
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
            run: () =>
              void run('Moving back', async () => {
                await transferRows(rows, project);
                await client.invalidateQueries({ queryKey: ['rows'] });
              }),
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
        let gone = 0;
        const onProgress = (count: number): void => {
          gone = count;
          progress.onProgress(count);
        };
        try {
          await deleteManyRows(rows, { ...progress, onProgress });
        } finally {
          // Also where a step failed: those before it are gone.
          void forget(rows.slice(0, gone));
          onSelected(new Map(rows.slice(gone).map((row) => [row.id, row])));
        }
        const left = rows.length - gone;
        showToast({
          text: `${plural(gone, noun)} deleted${left === 0 ? '' : `, ${exactCount(left)} left`}`,
        });
      }),
  };
}

function doomed(project: string, { id, traceId, spanId, session }: SelectedRow): Doomed {
  return spanId === null
    ? { kind: 'trace', id, project, traceId, session }
    : { kind: 'span', id, project, spanId };
}
