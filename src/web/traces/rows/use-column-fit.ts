import { useMemo, useState } from 'react';
import type { ListRow } from '#web/lists/list-row.ts';
import { ColumnFitter, type Fit } from './fitted-columns.ts';
import type { ListColumn } from '#web/lists/list-columns.ts';
import { textPx } from '#web/ui/text-width.ts';
import { cellValue, measuredText } from './row-cells.tsx';

const CELL_SIZE_PX = 13;
/** Pixels of a cell of durations that are not its text: padding, a gap, the shortest bar. */
const DURATION_BESIDE_PX = 44;
const READER = { text: measuredText, value: cellValue, px: (text: string) => textPx(text, CELL_SIZE_PX) };

/** How wide the columns of one list are by what its rows hold. */
export function useColumnFit(columns: readonly ListColumn[], rows: readonly ListRow[]): Fit {
  const [fitter] = useState(() => new ColumnFitter<ListRow>(READER));
  return useMemo(() => fitter.fit(columns, rows), [fitter, columns, rows]);
}

/** How wide the texts of durations are: behind the longest of them all bars begin at one place. */
export function durationTextPx(fit: Fit): string {
  const px = fit.get('duration')?.natural;
  return px === undefined ? '58px' : `${px - DURATION_BESIDE_PX}px`;
}
