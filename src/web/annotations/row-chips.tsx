import { use, type ReactNode } from 'react';
import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import { summaryText } from './panel/summary.ts';
import { verdictOf } from './panel/verdict.ts';
import { AnnotationColours } from './annotation-colours.ts';
import { CHIP_LOOKS, VERDICT_SIGNS, nameInRow } from './annotation-chip.tsx';

interface AnnotatedThing {
  readonly annotations: readonly AnnotationSummary[];
}

/** More do not fit a column; all of them are in its title. */
const SHOWN_MAX = 4;
/** The number of chips that fit beside the text of a narrow row. */
const NARROW_MAX = 2;

/**
 * The annotations in a table's row. They have no handlers of their own: the table knows a click on
 * one by `data-chip`.
 */
export function RowChips({ row }: { row: AnnotatedThing }) {
  return row.annotations.slice(0, SHOWN_MAX).map((summary) => (
    <RowChip
      key={summary.name}
      summary={summary}
      className="relative z-1 min-w-34 cursor-pointer gap-4"
      filters
    >
      <span className={`clip min-w-0 shrink-[9] ${nameInRow(summary)}`}>{summary.name}</span>
    </RowChip>
  ));
}

/**
 * The same on a narrow screen: values without names and without filter buttons, which a thumb would
 * hit by accident.
 */
export function NarrowChips({ row }: { row: AnnotatedThing }) {
  const { annotations } = row;
  if (annotations.length === 0) return null;
  const more = annotations.length - NARROW_MAX;
  return (
    <span className="relative flex max-w-160 min-w-0 shrink-0 items-center gap-4">
      {annotations.slice(0, NARROW_MAX).map((summary) => (
        <RowChip key={summary.name} summary={summary} className="min-w-0">
          <span className="sr-only">{summary.name}: </span>
        </RowChip>
      ))}
      {more > 0 && <span className="text-11 text-text3">+{more}</span>}
    </span>
  );
}

interface RowChipProps {
  readonly summary: AnnotationSummary;
  readonly className: string;
  /** Whether a click on it narrows the list. */
  readonly filters?: true;
  readonly children: ReactNode;
}

function RowChip({ summary, className, filters, children }: RowChipProps) {
  const configs = use(AnnotationColours);
  const verdict = verdictOf(configs.get(summary.name), {
    label: summary.labels[0]?.label ?? null,
    score: summary.score,
  });
  const { value, note } = summaryText(summary);
  return (
    <span
      data-chip={filters === true ? summary.name : undefined}
      data-annotation-name={summary.name}
      className={`nums flex shrink overflow-hidden rounded-chip px-4 text-11 leading-18 whitespace-nowrap ${CHIP_LOOKS[verdict]} ${className}`}
    >
      {children}
      <span className="clip min-w-0 font-medium">
        {value === '' && filters === undefined ? summary.name : value} {note}
      </span>
      {verdict !== 'neutral' && <span className="shrink-0 pl-2">{VERDICT_SIGNS[verdict]}</span>}
    </span>
  );
}
