import type { TraceQuery } from '#core/ports/span-store.ts';
import type { NumberSet } from '../both/number-set.ts';
import { behind, type TraceKeys } from './trace-keys.ts';
import { traceKeyRange, type IndexedSort } from './trace-select.ts';

/** Numbers given at once at most, and at first where a filter is asked about each. */
const BATCH_MAX = 1_024;
const FILTERED_MIN = 200;
/** Keys passed over between two looks at the time: a few milliseconds. */
const KEYS_IN_STEP = 8_192;

/**
 * Numbers of the traces of a list in its order, from its anchor on: as many as a page has at first,
 * then more. Of `wanted` ones alone, if there are so many that gathering their rows would cost more:
 * a few tenths of a microsecond for each trace passed over. `step` is called at intervals.
 */
export function* traceNumbers(
  keys: TraceKeys,
  query: TraceQuery & { readonly sort: IndexedSort },
  wanted: NumberSet | null,
  step: () => void,
): Generator<number[]> {
  let size = query.filter === undefined ? query.limit + 1 : Math.max(query.limit + 1, FILTERED_MIN);
  let range = traceKeyRange(query);
  // Where few may match, whole runs are walked: one by one, with looks at the time.
  if (wanted === null && query.filter === undefined && query.hasError === undefined) {
    const first = keys.first(range, size);
    yield first.map(([, id]) => Number(id));
    const last = first[size - 1];
    if (last === undefined) return;
    range = { ...range, from: behind(last, query.order) };
  }
  // Other conditions are asked of the rows: few of them are wanted.
  if (wanted !== null) range = { ...range, where: { conditions: [], params: [] } };
  let batch: number[] = [];
  let passed = 0;
  for (const some of keys.inOrder(range, step)) {
    for (const [, id] of some) {
      const number = Number(id);
      if (wanted?.has(number) === false) continue;
      if (batch.push(number) < size) continue;
      yield batch;
      batch = [];
      size = Math.min(BATCH_MAX, size * 2);
    }
    passed += some.length;
    if (passed < KEYS_IN_STEP) continue;
    passed = 0;
    step();
  }
  if (batch.length > 0) yield batch;
}
