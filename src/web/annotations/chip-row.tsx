import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { conditionOfChip, type ChipCondition } from './annotation-filter.ts';
import type { AuthoredSummary } from './panel/summary.ts';
import { AnnotationChip } from './annotation-chip.tsx';

interface ChipRowProps {
  readonly target: AnnotationTarget;
  readonly summaries: readonly (AnnotationSummary | AuthoredSummary)[];
  readonly configs: ReadonlyMap<string, AnnotationConfig>;
  readonly onFilter?: (condition: ChipCondition, negate: boolean) => void;
  /** The chips are in a table cell. */
  readonly inRow?: boolean;
}

/** The annotations of a thing as chips, one for each name; nothing where there are none. */
export function ChipRow({ target, summaries, configs, onFilter, inRow }: ChipRowProps) {
  return summaries.map((summary) => {
    const condition = onFilter === undefined ? null : conditionOfChip(target, summary);
    return (
      <AnnotationChip
        key={summary.name}
        summary={summary}
        config={configs.get(summary.name)}
        inRow={inRow}
        onFilter={condition === null ? undefined : (negate) => onFilter?.(condition, negate)}
      />
    );
  });
}
