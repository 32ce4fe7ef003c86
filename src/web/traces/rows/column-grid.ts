import { foldedWidth, type Fit } from './fitted-columns.ts';
import {
  SELECT_WIDTH,
  columnSpec,
  labelOfColumn,
  leastWidth,
  type ListColumn,
} from '#web/lists/list-columns.ts';
import { textPx } from '#web/ui/text-width.ts';

const HEAD_SIZE_PX = 11;

export interface ColumnGrid {
  /** The CSS grid of a row, after its check box. */
  readonly template: string;
  /** Pixels: in less room the rows scroll sideways. */
  readonly leastWidth: number;
}

/**
 * The grid of a list's rows. Columns are as wide as they were chosen to be or as their content is,
 * give way to their least in a narrow list, and texts share what is left.
 */
export function gridOf(columns: readonly ListColumn[], fit: Fit): ColumnGrid {
  const tracks = columns.map((column) => trackOf(column, fit));
  // Without a column that stretches, the last one's right edge would float: what is left goes
  // behind it.
  return {
    template: `${SELECT_WIDTH}px ${tracks.join(' ')} minmax(0,${tracks.some((one) => one.includes('fr')) ? '0px' : '1fr'})`,
    leastWidth: columns.reduce(
      (sum, column) => sum + (fixedWidth(column, fit) ?? columnSpec(column.id).width),
      SELECT_WIDTH,
    ),
  };
}

function trackOf(column: ListColumn, fit: Fit): string {
  const fixed = fixedWidth(column, fit);
  if (fixed !== null) return `${fixed}px`;
  const { width, share } = columnSpec(column.id);
  if (share !== undefined) return `minmax(${width}px,${share}fr)`;
  const natural = fit.get(column.id)?.natural ?? width;
  return natural > width ? `minmax(${width}px,${natural}px)` : `${width}px`;
}

/**
 * The width that a column has in any list; null for one that follows the room. A pinned column has
 * one, because its neighbour stands at its edge.
 */
export function fixedWidth(column: ListColumn, fit: Fit): number | null {
  if (column.width !== null) return column.width;
  const fitted = fit.get(column.id);
  if (fitted !== undefined && fitted.folded !== null)
    return foldedWidth(
      column.id,
      textPx(fitted.folded === '' ? labelOfColumn(column.id) : fitted.folded, HEAD_SIZE_PX),
    );
  return column.pinned ? Math.max(leastWidth(column), fitted?.natural ?? 0) : null;
}
