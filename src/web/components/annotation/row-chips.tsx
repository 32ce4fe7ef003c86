import { use } from 'react';
import type { AnnotationSummary } from '#contracts/annotation.ts';
import { summaryText } from '../../lib/annotation/summary.ts';
import { verdictOf } from '../../lib/annotation/verdict.ts';
import { AnnotationColours } from './annotation-colours.ts';
import { CHIP_LOOKS, VERDICT_SIGNS } from './annotation-chip.tsx';

/** More do not fit a column; all of them are in its title. */
const SHOWN_MAX = 4;

/** The judgements in a table's row. They have no handlers of their own: the table knows a click on one by `data-chip`. */
export function RowChips({ row }: { row: { readonly annotations: readonly AnnotationSummary[] } }) {
  const configs = use(AnnotationColours);
  return row.annotations.slice(0, SHOWN_MAX).map((summary) => {
    const verdict = verdictOf(configs.get(summary.name), { label: summary.labels[0]?.label ?? null, score: summary.score });
    const { value, note } = summaryText(summary);
    return (
      <span
        key={summary.name}
        data-chip={summary.name}
        className={`nums relative z-1 flex min-w-24 shrink cursor-pointer gap-4 overflow-hidden rounded-chip px-4 text-11 leading-18 whitespace-nowrap ${CHIP_LOOKS[verdict]}`}
      >
        <span className="clip min-w-0 shrink-[9]">{summary.name}</span>
        <span className="clip min-w-0 font-medium">
          {value} {note} {VERDICT_SIGNS[verdict]}
        </span>
      </span>
    );
  });
}
