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
import { useSelectionActions } from './use-selection-actions.ts';
import { May } from '#web/accounts/may.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { useFirstField } from '#web/ui/form/use-first-field.ts';
import { useQuery } from '@tanstack/react-query';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { RANGE_DEFAULT, type RangeText } from '#web/platform/time/time-range.ts';

const SHOWN_MAX = 50;

/** The projects that traces can be moved to. */
function MoveMenu({ project, onMove }: { project: string; onMove: (to: { readonly id: string; readonly name: string }) => void }) {
  const { data } = useQuery({ ...projectSummariesOptions(RANGE_DEFAULT), refetchInterval: false, staleTime: 30_000 });
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
        text={actions.isAll ? `all ${plural(count, `matching ${noun}`)}` : `${plural(count, noun)} selected`}
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
        <AnnotateMany project={project} target={noun} ids={rows.map((row) => row.spanId ?? row.traceId)} where="A selection" />
        <Button look="quiet" onClick={() => copyIds(rows, noun)}>
          Copy ids
        </Button>
        <ExportMenu ofTraces={noun === 'trace'} onSave={actions.save} />
        <May scope="traces:write">
          {noun === 'trace' && <MoveMenu project={project} onMove={actions.move} />}
          <Button look="quiet" className="tone-error text-tone" onClick={() => (actions.needsTyping ? setAsking(true) : actions.remove())}>
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
  navigator.clipboard.writeText(ids.join('\n')).then(
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

function ExportMenu({ ofTraces, onSave }: { ofTraces: boolean; onSave: (format: ExportFormat) => void }) {
  return (
    <Menu trigger={<Button look="quiet">Export</Button>}>
      <MenuItem onSelect={() => onSave('jsonl')}>{ofTraces ? 'Spans as JSON lines' : 'JSON lines'}</MenuItem>
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
          {noun === 'traces' ? 'With all their spans' : 'Their child spans stay, as orphans'} permanently. This can’t be undone. You can
          stop it while it runs.
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
