import { useState, type DragEvent } from 'react';
import { moveColumn, type ColumnId, type ListColumn } from '#web/lists/list-columns.ts';

const DRAG_TYPE = 'application/x-telltale-column';

interface Dragged {
  readonly id: ColumnId;
  /**
   * Before which of the columns it would fall, as many as there are for after the last; null while
   * it would stay.
   */
  readonly fallsAt: number | null;
}

/**
 * Columns that are ordered by dragging one upon another, beside each other or one below the other:
 * what each takes, and where it would fall.
 */
export function useColumnDrop(
  columns: readonly ListColumn[],
  onColumns: (columns: readonly ListColumn[]) => void,
  axis: 'x' | 'y',
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const movedOver = (event: DragEvent, index: number, id: ColumnId): readonly ListColumn[] => {
    const from = columns.findIndex((one) => one.id === id);
    const to = isPastMiddle(event, axis) ? index + 1 : index;
    return moveColumn(columns, id, from >= 0 && from < to ? to - 1 : to);
  };
  const over = (event: DragEvent, index: number): void => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
    event.preventDefault();
    if (dragged !== null)
      setDragged({
        ...dragged,
        fallsAt: fallOf(columns, movedOver(event, index, dragged.id), dragged.id),
      });
  };
  const drop = (event: DragEvent, index: number): void => {
    const id = event.dataTransfer.getData(DRAG_TYPE);
    if (id === '') return;
    event.preventDefault();
    setDragged(null);
    onColumns(movedOver(event, index, id));
  };
  const takes = (id: ColumnId, index: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(DRAG_TYPE, id);
      event.dataTransfer.effectAllowed = 'move';
      setDragged({ id, fallsAt: null });
    },
    onDragOver: (event: DragEvent) => over(event, index),
    onDragLeave: ({ relatedTarget: to }: DragEvent) => {
      // The next one says itself where it falls.
      const isOverNext = to instanceof Element && to.closest('[draggable="true"]') !== null;
      if (!isOverNext) setDragged((now) => (now === null ? null : { ...now, fallsAt: null }));
    },
    onDragEnd: () => setDragged(null),
    onDrop: (event: DragEvent) => drop(event, index),
    // A line where it would fall.
    'data-falls': fallSide(dragged, index, columns.length),
  });
  return takes;
}

function isPastMiddle(event: DragEvent, axis: 'x' | 'y'): boolean {
  const { left, width, top, height } = event.currentTarget.getBoundingClientRect();
  return axis === 'x' ? event.clientX > left + width / 2 : event.clientY > top + height / 2;
}

/** The column's position after a move: pinned ones stay in front, whatever the target. */
function fallOf(
  before: readonly ListColumn[],
  after: readonly ListColumn[],
  id: ColumnId,
): number | null {
  if (after.every((column, index) => column.id === before[index]?.id)) return null;
  const next = after[after.findIndex((column) => column.id === id) + 1];
  return next === undefined ? before.length : before.findIndex((column) => column.id === next.id);
}

function fallSide(
  dragged: Dragged | null,
  index: number,
  count: number,
): 'before' | 'after' | undefined {
  if (dragged?.fallsAt === index) return 'before';
  return dragged?.fallsAt === count && index === count - 1 ? 'after' : undefined;
}
