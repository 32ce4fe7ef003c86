import { findProject } from '#server/api/kit/projects/find-project.ts';
import type { AnyQuery, Query } from '#server/threads/query.ts';

const NANOS_PER_DAY = 86_400_000_000_000;

interface PreviewParams {
  readonly project: string;
  readonly nowUnixNano: bigint;
  readonly maxDays: number | null;
  readonly maxTraces: number | null;
  readonly maxBytes: number | null;
}

interface Preview {
  readonly trace_count: number;
  readonly deleted_trace_count: number;
  readonly span_bytes: number;
  readonly estimated: boolean;
}

/**
 * The rows the next sweep would delete under these limits. For a size limit, estimated from the
 * mean size of a trace.
 */
export const previewRetention: Query<PreviewParams, Preview> = {
  name: 'retention.preview',
  run: async ({ projects }, { project, nowUnixNano, maxDays, maxTraces, maxBytes }) => {
    const { id } = await findProject(projects, project);
    const traces = await projects.countTraces(id, {});
    const bytes = await projects.spanBytes(id);
    const tooOld =
      maxDays === null
        ? 0
        : await projects.countTraces(id, {
            endUnixNano: nowUnixNano - BigInt(Math.round(maxDays * NANOS_PER_DAY)),
          });
    const tooMany = maxTraces === null ? 0 : Math.max(0, traces - maxTraces);
    const exact = Math.max(tooOld, tooMany);
    const tooLarge =
      maxBytes === null || bytes <= maxBytes ? 0 : Math.ceil(traces * (1 - maxBytes / bytes));
    return {
      trace_count: traces,
      deleted_trace_count: Math.max(exact, tooLarge),
      span_bytes: bytes,
      estimated: tooLarge > exact,
    };
  },
};

export const retentionQueries: readonly AnyQuery[] = [previewRetention];
