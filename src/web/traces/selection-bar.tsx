import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExportFormat } from '#web/lists/export-text.ts';
import type { SpanChoice } from '#web/datasets/span-examples.calls.ts';
import { AnnotateMany } from '#web/annotations/annotate-many.tsx';
import { Button } from '#web/ui/button.tsx';
import { AddToDataset } from '#web/datasets/add-to-dataset.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { SelectionToolbar } from '#web/lists/selection-toolbar.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import type { SelectedRow } from '#web/lists/list-place.ts';
import { comparePath } from '#web/platform/address/paths.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveMenu } from './move-menu.tsx';
import { useSelectionActions } from './use-selection-actions.ts';
import { May } from '#web/accounts/may.tsx';

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
  const navigate = useNavigate();
  const rows = [...selected.values()];
  const copy = (): void => {
    const ids = rows.map((row) => row.spanId ?? row.traceId);
    navigator.clipboard.writeText(ids.join('\n')).then(
      () => showToast({ text: `${plural(count, `${noun} id`)} copied` }),
      () => showToast({ tone: 'error', text: 'The browser blocked copying.' }),
    );
  };
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
          <Button look="quiet" onClick={() => void navigate({ to: comparePath(project, a.traceId, b.traceId) })}>
            Compare
          </Button>
        )}
        <AddToDataset choice={spanChoice(rows)} where="A selection" />
        <AnnotateMany project={project} target={noun} ids={rows.map((row) => row.spanId ?? row.traceId)} where="A selection" />
        <Button look="quiet" onClick={copy}>
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
