import { AppError } from '#contracts/wire/errors.ts';
import { ListedSession, ListedSpan, type ListedRow } from './filter-views.ts';

/** How much filters read at once, and how much is kept for one row of a list. */
export interface FilterBounds {
  /** Spans or traces, about 1 KB each. */
  readonly rowsAtOnce: number;
  readonly bytesAtOnce: number;
  readonly rowsMax: number;
  readonly bytesMax: number;
}

const MB = 1024 * 1024;
export const FILTER_BOUNDS: FilterBounds = {
  rowsAtOnce: 20_000,
  bytesAtOnce: 32 * MB,
  rowsMax: 200_000,
  bytesMax: 256 * MB,
};

/** As many as fit into a bound, and at least one. */
export function within<One>(
  some: Iterable<One>,
  sizeOf: (one: One) => number,
  sizeMax: number,
): One[] {
  const taken: One[] = [];
  let size = 0;
  for (const one of some) {
    size += sizeOf(one);
    if (taken.length > 0 && size > sizeMax) break;
    taken.push(one);
  }
  return taken;
}

/** The error of a filter that needs more of one row than fits into memory. */
export function tooLarge(row: ListedRow, what: string): AppError {
  const [name, others] = nameOf(row);
  return new AppError(
    'unprocessable',
    `The filter reads more than ${what} of ${name}: leave that out with "${others} and …", or narrow the time range.`,
  );
}

/** What a row is called, and the condition that leaves it out. */
function nameOf(row: ListedRow): readonly [name: string, others: string] {
  if (row instanceof ListedSession)
    return [`session '${row.row.sessionId}'`, `num_traces < ${row.row.traceCount}`];
  const { traceId } = row.row;
  return [
    `trace ${traceId}`,
    row instanceof ListedSpan ? `trace_id != '${traceId}'` : `num_spans < ${row.row.spanCount}`,
  ];
}
