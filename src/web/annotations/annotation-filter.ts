import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { ClickField } from '#web/filter/language/condition.ts';
import { narrowTo } from '#web/filter/language/edit.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';

/** A chip's content as a condition. */
export interface ChipCondition {
  readonly field: ClickField;
  readonly value: string;
}

const ROOTS = {
  span: 'annotations',
  trace: 'trace_annotations',
  session: 'session_annotations',
  document: 'document_annotations',
} as const;

/**
 * A chip's condition: its label, else its score; null if it averages several scores or has neither.
 */
export function conditionOfChip(
  target: AnnotationTarget,
  { name, count, score, labels }: AnnotationSummary,
): ChipCondition | null {
  const [top] = labels;
  if (top !== undefined)
    return { field: { root: ROOTS[target], annotation: name, part: 'label' }, value: top.label };
  if (score === null || count > 1) return null;
  return { field: { root: ROOTS[target], annotation: name, part: 'score' }, value: String(score) };
}

/**
 * The list narrowed to what has (or with `negate`, has not) what a chip of a span or trace says;
 * the list of spans for a span's chip.
 */
export function listOfChip(
  search: ListSearch,
  target: 'span' | 'trace',
  { field, value }: ChipCondition,
  negate: boolean,
): ListSearch {
  const scope = target === 'trace' ? undefined : (search.scope ?? 'spans');
  const isSameGrain = (scope === undefined) === (search.scope === undefined);
  const q = narrowTo(
    isSameGrain ? (search.q ?? '') : '',
    target === 'trace' ? 'traces' : 'spans',
    field,
    value,
    negate,
  );
  const places = {
    peek: undefined,
    span: undefined,
    tab: undefined,
    annotate: undefined,
    group: undefined,
  };
  const shown = isSameGrain ? {} : { sort: undefined, cols: undefined };
  return withChanges<ListSearch>(search, {
    ...places,
    ...shown,
    scope,
    q: q === '' ? undefined : q,
  });
}
