import type { SpanWriter } from '#core/ports/span-store.ts';
import type { Commit } from '../both/ingest-message.ts';

/** A writer that reports each transaction that stored something, once it is committed. */
export function announcingWriter(writer: SpanWriter, announce: (commit: Commit) => void): SpanWriter {
  return {
    canWrite: () => writer.canWrite(),
    async write(batches) {
      const outcomes = await writer.write(batches);
      let stored = 0;
      const projectIds = new Set<number>();
      for (const outcome of outcomes) {
        // Events that wait for their spans are in no project yet.
        if (outcome.projectIds.length > 0) stored += outcome.stored;
        for (const id of outcome.projectIds) projectIds.add(id);
      }
      if (stored > 0) announce({ projectIds: [...projectIds], stored });
      return outcomes;
    },
  };
}
