import type { TraceSkeleton, TraceSkeletonJson } from '../ports/span-rows.ts';

/** A skeleton's columns as JSON texts. */
export function skeletonJson({ trace, complete, ...columns }: TraceSkeleton): TraceSkeletonJson {
  return {
    trace,
    complete,
    columns: {
      ids: JSON.stringify(columns.ids),
      spanIds: JSON.stringify(columns.spanIds),
      parents: JSON.stringify(columns.parents),
      missingParents: JSON.stringify(columns.missingParents),
      startOffsetsNano: JSON.stringify(columns.startOffsetsNano),
      durationsNano: JSON.stringify(columns.durationsNano),
      names: JSON.stringify(columns.names),
      nameIndexes: JSON.stringify(columns.nameIndexes),
      kinds: JSON.stringify(columns.kinds),
      statuses: JSON.stringify(columns.statuses),
      promptTokens: JSON.stringify(columns.promptTokens),
      completionTokens: JSON.stringify(columns.completionTokens),
      costsUsd: JSON.stringify(columns.costsUsd),
      firstTokensNano: JSON.stringify(columns.firstTokensNano),
      models: JSON.stringify(columns.models),
      repeats: JSON.stringify(columns.repeats),
    },
  };
}
