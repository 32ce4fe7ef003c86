import type { Deployment } from '#core/figures/deployments.ts';
import type { ProjectRow } from './span-rows.ts';
import type { ReadBudget, TimeWindow } from './span-store.ts';

/**
 * One interval of a project's roll-up. Latency quantiles come from a mergeable sketch with 1 %
 * relative error.
 */
export interface SeriesBucket {
  readonly startUnixNano: bigint;
  readonly spans: number;
  readonly traces: number;
  readonly errors: number;
  /** Milliseconds of root spans; null in an empty interval. */
  readonly latencyP50Ms: number | null;
  readonly latencyP95Ms: number | null;
  readonly latencyP99Ms: number | null;
  /** Milliseconds to the first token of LLM spans that say it; null where none does. */
  readonly firstTokenP50Ms: number | null;
  readonly firstTokenP95Ms: number | null;
  readonly tokensByModel: Readonly<
    Record<
      string,
      { readonly prompt: number; readonly completion: number; readonly costUsd: number }
    >
  >;
}

/** Latencies of root spans as counts in a grid of time and latency. */
export interface LatencyGrid {
  /** Rising; one more than there are rows. Empty when there is nothing to count. */
  readonly edgesMs: readonly number[];
  /** Oldest first; in each the counts by row, fastest first. */
  readonly columns: readonly (readonly number[])[];
}

export interface ProjectSummary {
  readonly project: ProjectRow;
  readonly totals: SeriesBucket;
  /** Traces of the window with a failed span. */
  readonly failedTraces: number;
  readonly lastSpanUnixNano: bigint | null;
  /** Spans per interval, oldest first, for a sparkline. */
  readonly sparkline: readonly { readonly spans: number; readonly errors: number }[];
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** How one field divides spans or traces, most frequent first. */
export interface FieldCounts {
  readonly values: readonly FacetValue[];
  /** Over how many it is counted: those that start last. */
  readonly of: number;
  /** Whether those were all of the window. */
  readonly isWhole: boolean;
}

/**
 * A trace is ERROR when any of its spans is, else OK, its kind and name are its root's, and it has
 * every model of its calls.
 */
export type ValueCounts = Readonly<
  Partial<Record<'status' | 'kind' | 'name' | 'model' | 'user' | 'session', FieldCounts>>
>;

/** Ids as they were sent, at most as many of each as were asked for. */
export interface IdMatches {
  readonly users: readonly string[];
  readonly sessions: readonly string[];
}

/** Figures over projects: never a scan of all spans. */
export interface FigureReader {
  summaries(
    projectIds: readonly number[],
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly ProjectSummary[]>;
  series(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly SeriesBucket[]>;
  /** Traces with an error, by equal intervals of their start. */
  failedTraces(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly number[]>;
  /**
   * Latencies of root spans in `columns` intervals of time and at most `rows` of latency, within 1
   * %.
   */
  latencies(
    projectId: number,
    window: Required<TimeWindow>,
    columns: number,
    rows: number,
  ): Promise<LatencyGrid>;
  /** Where versions of services appeared in the window, oldest first; at most the newest 200. */
  deployments(projectId: number, window: Required<TimeWindow>): Promise<readonly Deployment[]>;
  /**
   * How the spans or traces that start in a window are distributed over values: all of them where
   * an index tells, else the newest, some ten thousand of which are read. Fields that only reading
   * every row would tell are left out.
   */
  valueCounts(
    projectId: number,
    of: 'spans' | 'traces',
    window: TimeWindow,
    budget: ReadBudget,
  ): Promise<ValueCounts>;
  /**
   * Users of traces and sessions whose ids start with a text, in their order; then the newest
   * sessions with it anywhere in their id. Bounded.
   */
  idsLike(projectId: number, text: string, limit: number): Promise<IdMatches>;
  /**
   * Cuts a window into parts of about so many of the project's spans (more where they came late),
   * newest first; empty where none can start in it.
   */
  timeParts(
    projectId: number,
    window: TimeWindow,
    spansInPart: number,
  ): Promise<readonly TimeWindow[]>;
}
