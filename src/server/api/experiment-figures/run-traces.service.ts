import type { Query } from '../kit/query.ts';

/** What a trace cost. */
export interface TraceFigures {
  readonly traceId: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Null when no span of it has a cost. */
  readonly costUsd: number | null;
}

/** Tokens and costs of traces of a project, by their OpenTelemetry ids; what is not there, or is another project's, is left out. At most 500 ids. */
export const readTraceFigures: Query<{ readonly project: string; readonly traceIds: readonly string[] }, readonly TraceFigures[]> = {
  name: 'experiments.trace_figures',
  async run({ projects, spans }, { project, traceIds }) {
    const found = await projects.findProject({ name: project });
    if (found === null) return [];
    const rows = await spans.findTraces(
      traceIds.map((traceId) => ({ traceId })),
      found.id,
    );
    return rows.map(({ traceId, promptTokens, completionTokens, costUsd }) => ({ traceId, promptTokens, completionTokens, costUsd }));
  },
};

export const experimentFigureQueries = [readTraceFigures];
