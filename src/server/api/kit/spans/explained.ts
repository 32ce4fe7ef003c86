import type { Static } from 'typebox';
import type { ReadPlanReply } from '#contracts/search/read-plan.ts';
import type { ReadPlan, SpanReader } from '#core/ports/span-store.ts';

/** What a reply tells of how its page was found, if that was asked for. */
export function explained(
  { explain }: { readonly explain?: boolean },
  spans: Pick<SpanReader, 'capabilities'>,
  plan: ReadPlan | undefined,
  startedMs: number,
): { readonly explain?: Static<typeof ReadPlanReply> } {
  if (explain !== true) return {};
  return {
    explain: {
      ...(plan === undefined
        ? {}
        : {
            index: plan.index,
            blocks_skipped: plan.blocksSkipped,
            blocks_read: plan.blocksRead,
            rows_read: plan.rowsRead,
          }),
      duration_ms: performance.now() - startedMs,
      search: spans.capabilities(),
    },
  };
}
