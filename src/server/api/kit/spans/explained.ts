import type { Static } from 'typebox';
import type { ReadPlanReply } from '#contracts/search/read-plan.ts';
import type { ReadPlan } from '#core/ports/span-store.ts';

/** What a reply tells of how its page was found; nothing where the store did not count. */
export function explained(
  plan: ReadPlan | undefined,
  startedMs: number,
): { readonly explain?: Static<typeof ReadPlanReply> } {
  if (plan === undefined) return {};
  return {
    explain: {
      index: plan.index,
      blocks_skipped: plan.blocksSkipped,
      blocks_read: plan.blocksRead,
      rows_read: plan.rowsRead,
      duration_ms: performance.now() - startedMs,
    },
  };
}
