import { STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { NecessaryTraceConditions } from '#core/filter/predicate.ts';

/**
 * What a filter implies of a trace's row and of its root span, in SQL: a row that fails isn't read
 * whole, nor is the filter asked about it.
 */
export function filterConditions(
  { spanCount, rootNames, rootStatuses }: NecessaryTraceConditions,
  add: (condition: string, ...values: (string | number)[]) => void,
): void {
  if (spanCount?.min !== undefined) add('t.span_count >= +?', spanCount.min);
  if (spanCount?.max !== undefined) add('t.span_count <= +?', spanCount.max);
  const statuses = rootStatuses?.flatMap((status) => {
    const number = STATUS_CODES.findIndex((code) => code === status);
    return number < 0 ? [] : [number];
  });
  const ofRoot = [
    ...(rootNames === undefined ? [] : [`coalesce(h.name, r.name) IN (${blanks(rootNames)})`]),
    ...(statuses === undefined ? [] : [`h.status IN (${blanks(statuses)})`]),
  ];
  if (ofRoot.length > 0)
    add(
      `EXISTS (SELECT 1 FROM spans r JOIN shapes h ON h.id = r.shape_id WHERE r.id = t.root_span AND ${ofRoot.join(' AND ')})`,
      ...(rootNames ?? []),
      ...(statuses ?? []),
    );
}

function blanks(values: readonly unknown[]): string {
  return values.map(() => '+?').join(', ');
}
