import { REPEAT } from '#core/trace/repeated-call.ts';
import { changedMarks, storedCalls } from './marks.ts';
import { insertSpans, wholeSpans } from './span-table.ts';
import type { WriteContext } from './write-context.ts';

/** Marks the calls of traces anew, after some of their spans were deleted. */
export async function remark(
  { db }: Pick<WriteContext, 'db'>,
  traceIds: readonly string[],
): Promise<void> {
  const changed = changedMarks(await storedCalls(db, traceIds));
  const spans = await wholeSpans(db, [...changed.keys()]);
  await insertSpans(
    db,
    spans.map((span) => ({
      ...span,
      repeats: changed.get(span.number) ?? REPEAT.none,
      revision: span.revision + 1,
    })),
  );
}
