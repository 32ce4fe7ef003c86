import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { attributeKeysOptions } from '#web/metrics/figures.calls.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { useColumnDrop } from './rows/use-column-drop.ts';
import {
  ATTRIBUTE_COLUMNS_MAX,
  attributeColumn,
  attributeKeysOf,
  defaultColumns,
  labelOfColumn,
  moveColumn,
  ownColumns,
  pinnedFirst,
  withColumn,
  type ColumnId,
  type ListColumn,
} from '#web/lists/list-columns.ts';
import { useFirstField } from '#web/ui/form/use-first-field.ts';

export interface ColumnChooserProps {
  readonly project: string;
  readonly of: 'traces' | 'spans';
  readonly columns: readonly ListColumn[];
  readonly onColumns: (columns: readonly ListColumn[]) => void;
}

const KEYS_SHOWN = 40;

/** Which columns there are and in what order; any attribute can be one. */
export function ColumnChooser({ project, of, columns, onColumns }: ColumnChooserProps) {
  const [text, setText] = useState('');
  const field = useFirstField<HTMLDivElement>();
  const { data: keys } = useQuery(attributeKeysOptions(project, of, true));
  const needle = text.trim().toLowerCase();
  const isWanted = (id: ColumnId): boolean => labelOfColumn(id).toLowerCase().includes(needle);
  const shown = new Set(columns.map((one) => one.id));
  const hidden = ownColumns(of).filter((id) => !shown.has(id) && isWanted(id));
  const attributes = (keys?.keys ?? [])
    .map(({ key }) => attributeColumn(key))
    .filter((id) => !shown.has(id) && isWanted(id));
  const typed = attributeColumn(text.trim());
  const isFull = attributeKeysOf(columns).length >= ATTRIBUTE_COLUMNS_MAX;
  const takes = useColumnDrop(columns, onColumns, 'y');
  const show = (id: ColumnId): void => onColumns(withColumn(columns, id));
  return (
    <div ref={field} className="flex max-h-[min(560px,70vh)] w-300 flex-col">
      <input
        aria-label="Find a column or an attribute"
        placeholder="Find a column or an attribute"
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        className="m-8 h-30 shrink-0 rounded-control border border-line3 bg-bg1 px-8 text-13"
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <ul aria-label="Shown columns">
          {columns.map((column, index) =>
            isWanted(column.id) ? (
              <ShownColumn key={column.id} {...{ columns, index, onColumns, takes }} />
            ) : null,
          )}
        </ul>
        <Offers title="Hidden" ids={hidden} onShow={show} />
        <Offers
          title={`Attributes of ${of === 'traces' ? 'the root span' : 'the span'}`}
          ids={isFull ? [] : attributes.slice(0, KEYS_SHOWN)}
          onShow={show}
        />
        {isFull && (
          <p className="px-8 py-4 text-11 text-text3">
            {ATTRIBUTE_COLUMNS_MAX} attributes are the most.
          </p>
        )}
        {!isFull && text.trim() !== '' && !shown.has(typed) && !attributes.includes(typed) && (
          <button
            type="button"
            onClick={() => show(typed)}
            className="clip h-26 w-full rounded-chip px-8 text-left text-12 text-link hover:bg-bg3"
          >
            Add attribute “{text.trim()}”
          </button>
        )}
      </div>
      <div className="flex justify-end border-t border-line1 p-8">
        <Button onClick={() => onColumns(defaultColumns(of === 'traces' ? undefined : of))}>
          Reset
        </Button>
      </div>
    </div>
  );
}

function Offers({
  title,
  ids,
  onShow,
}: {
  title: string;
  ids: readonly ColumnId[];
  onShow: (id: ColumnId) => void;
}) {
  if (ids.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="px-8 pt-8 pb-2 text-11 text-text3">{title}</legend>
      {ids.map((id) => (
        <label
          key={id}
          className="flex h-26 items-center gap-8 rounded-chip px-8 text-12 hover:bg-bg3"
          title={labelOfColumn(id)}
        >
          <input
            type="checkbox"
            checked={false}
            onChange={() => onShow(id)}
            className="size-13 shrink-0 accent-accent"
          />
          <span className="clip">{labelOfColumn(id)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ShownColumnProps {
  readonly columns: readonly ListColumn[];
  readonly index: number;
  readonly onColumns: (columns: readonly ListColumn[]) => void;
  readonly takes: ReturnType<typeof useColumnDrop>;
}

function ShownColumn({ columns, index, onColumns, takes }: ShownColumnProps) {
  const column = columns[index];
  if (column === undefined) return null;
  const { id, pinned } = column;
  const label = labelOfColumn(id);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by =
      event.altKey && event.key === 'ArrowUp'
        ? -1
        : event.altKey && event.key === 'ArrowDown'
          ? 1
          : 0;
    if (by === 0) return;
    event.preventDefault();
    onColumns(moveColumn(columns, id, index + by));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields inside take the keys, and the arrows do what dragging does
    <li
      {...takes(id, index)}
      onKeyDown={onKeyDown}
      className="falls-y group relative flex h-26 items-center gap-2 rounded-chip pr-2 pl-8 text-12 hover:bg-bg3"
    >
      <label
        className="flex min-w-0 flex-1 items-center gap-8"
        title={`${label} (drag, or Alt with the arrows)`}
      >
        <input
          type="checkbox"
          checked
          disabled={columns.length === 1}
          onChange={() => onColumns(columns.filter((one) => one.id !== id))}
          className="size-13 shrink-0 accent-accent"
        />
        <span className="clip">{label}</span>
      </label>
      <IconButton
        icon="arrowUp"
        label={`${label} further left`}
        className="size-22!"
        onClick={() => onColumns(moveColumn(columns, id, index - 1))}
      />
      <IconButton
        icon="arrowDown"
        label={`${label} further right`}
        className="size-22!"
        onClick={() => onColumns(moveColumn(columns, id, index + 1))}
      />
      <IconButton
        icon="pin"
        label={`Pin ${label}`}
        aria-pressed={pinned}
        className={`size-22! ${pinned ? 'text-link' : ''}`}
        onClick={() =>
          onColumns(
            pinnedFirst(columns.map((one) => (one.id === id ? { ...one, pinned: !pinned } : one))),
          )
        }
      />
    </li>
  );
}
