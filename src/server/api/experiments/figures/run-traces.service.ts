import type { Query } from '#server/threads/query.ts';

/** A trace's cost. */
export interface TraceFigures {
  readonly traceId: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Null when no span of it has a cost. */
  readonly costUsd: number | null;
}

/** The traces found in an experiment's project. */
export interface ProjectFigures {
  /** Whether lists show the project, as they do one that its spans made anew. */
  readonly isListed: boolean;
  readonly traces: readonly TraceFigures[];
}

/**
 * Tokens and costs of traces of a project, by their OpenTelemetry ids; what is not there, or is
 * another project's, is left out. At most 500 ids.
 */
export const readTraceFigures: Query<
  { readonly project: string; readonly traceIds: readonly string[] },
  ProjectFigures
> = {
  name: 'experiments.trace_figures',
  async run({ projects, spans }, { project, traceIds }) {
    const found = await projects.findProject({ name: project });
    if (found === null) return { isListed: false, traces: [] };
    const listed = await projects.projects({ ids: [found.id], isListed: true, limit: 1 });
    const rows = await spans.findTraces(
      traceIds.map((traceId) => ({ traceId })),
      found.id,
    );
    return {
      isListed: listed.rows.length > 0,
      traces: rows.map(({ traceId, promptTokens, completionTokens, costUsd }) => ({
        traceId,
        promptTokens,
        completionTokens,
        costUsd,
      })),
    };
  },
};

export const experimentFigureQueries = [readTraceFigures];
