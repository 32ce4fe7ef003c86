import type { MetaBatchResult } from '../meta-batch.ts';
import { typedRows } from '../row-codec.ts';

/** The ids that an upsert returned, by the place of what was stored in its batch. */
export function returnedIds(result: MetaBatchResult | undefined): ReadonlyMap<number, number> {
  return new Map(
    typedRows<{ readonly id: number; readonly item: number }>(result?.rows ?? []).map(
      ({ id, item }) => [item, id],
    ),
  );
}
