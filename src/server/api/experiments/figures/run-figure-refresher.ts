import {
  pendingRuns,
  projectOfExperiment,
  storeRunTraces,
  type PendingRun,
  type RunTrace,
} from '#server/stores/meta/experiments/run-traces.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { ExperimentFeed } from '#server/api/kit/experiments/experiment-feed.ts';
import type { QueryRunner } from '#server/threads/query.ts';
import type { RunFigureRefresher } from './figure-deps.ts';
import { readTraceFigures, type TraceFigures } from './run-traces.service.ts';

export interface TraceRefresherOptions {
  readonly store: Pick<MetaStore, 'batch' | 'db'>;
  /** Not in the name of a caller: it works between requests. */
  readonly queries: QueryRunner;
  /** Leaves projects out of lists, and shows them there. */
  readonly projects: { hide(name: string): Promise<void>; show(name: string): Promise<void> };
  readonly feed: ExperimentFeed;
  readonly now: () => number;
  readonly onFailed: (error: unknown) => void;
  /** How long after one pass over an experiment the next begins at the earliest. */
  readonly pauseMs?: number;
}

/** Traces read and stored at once. */
const BATCH_RUNS = 500;
const PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 60_000;
/**
 * Spans of a run still come for some time after it was logged: until then its trace is read again.
 */
const RIPE_MS = 60_000;
/** A trace that has not come by then never will. */
const GIVEN_UP_MS = 15 * 60_000;
/** Experiments that wait for their next pass; more are read on their next request. */
const EXPERIMENTS_MAX = 1_000;

interface Refresh {
  timer: NodeJS.Timeout | null;
  isRunning: boolean;
  /** Asked for while it ran. */
  isAsked: boolean;
  pauseMs: number;
}

/**
 * Reads tokens and cost of runs from the traces they name, and stores them with the runs. By
 * experiment: waiting (timer) -> running -> removed when complete, or waiting again, longer each
 * time. One experiment is read at a time.
 */
export class TraceRefresher implements RunFigureRefresher {
  readonly #options: TraceRefresherOptions;
  readonly #pauseMs: number;
  readonly #refreshes = new Map<number, Refresh>();
  readonly #unsubscribe: () => void;
  #last: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: TraceRefresherOptions) {
    this.#options = options;
    this.#pauseMs = options.pauseMs ?? PAUSE_MS;
    this.#unsubscribe = options.feed.subscribe((experimentId) => this.#wait(experimentId));
  }

  /** Begins at once, unless the experiment waits for its next pass already. */
  ask(experimentId: number): void {
    const refresh = this.#refreshes.get(experimentId);
    if (refresh === undefined) this.#wait(experimentId, 0);
    else if (refresh.isRunning) refresh.isAsked = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    for (const { timer } of this.#refreshes.values()) if (timer !== null) clearTimeout(timer);
    this.#refreshes.clear();
    await this.#last;
  }

  #wait(experimentId: number, delayMs = this.#pauseMs): void {
    const known = this.#refreshes.get(experimentId);
    if (known !== undefined) {
      // Something came: what waits longer and longer for traces looks sooner again after this.
      known.pauseMs = this.#pauseMs;
      known.isAsked ||= known.isRunning;
      return;
    }
    if (this.#isStopped || this.#refreshes.size >= EXPERIMENTS_MAX) return;
    const refresh: Refresh = {
      timer: null,
      isRunning: false,
      isAsked: false,
      pauseMs: this.#pauseMs,
    };
    this.#refreshes.set(experimentId, refresh);
    this.#start(experimentId, refresh, delayMs);
  }

  #start(experimentId: number, refresh: Refresh, delayMs: number): void {
    refresh.timer = setTimeout(() => {
      refresh.timer = null;
      refresh.isRunning = true;
      this.#last = this.#last.then(() => this.#run(experimentId, refresh));
    }, delayMs);
    refresh.timer.unref();
  }

  async #run(experimentId: number, refresh: Refresh): Promise<void> {
    let isWaiting = true;
    try {
      isWaiting = await this.#refreshAll(experimentId);
    } catch (error) {
      this.#options.onFailed(error);
    }
    refresh.isRunning = false;
    if (this.#isStopped) return;
    if (!isWaiting && !refresh.isAsked) {
      this.#refreshes.delete(experimentId);
      return;
    }
    refresh.isAsked = false;
    this.#start(experimentId, refresh, refresh.pauseMs);
    refresh.pauseMs = Math.min(2 * refresh.pauseMs, PAUSE_MS_MAX);
  }

  /** Whether something is left to read later. */
  async #refreshAll(experimentId: number): Promise<boolean> {
    const { store, queries, feed } = this.#options;
    const project = await projectOfExperiment(store.db, experimentId);
    if (project === null) return false;
    let afterId = 0;
    let isWaiting = false;
    while (!this.#isStopped) {
      const runs = await pendingRuns(store.db, experimentId, afterId, BATCH_RUNS);
      if (runs.length === 0) return isWaiting;
      const found = await queries.value(readTraceFigures, {
        project,
        traceIds: [...new Set(runs.map((run) => run.trace_id))],
      });
      if (found.isListed) await this.#hideAgain(experimentId, project);
      const figures = new Map(found.traces.map((trace) => [trace.traceId, trace]));
      const read = runs.flatMap((run) =>
        runTrace(run, figures.get(run.trace_id), this.#options.now()),
      );
      if (await storeRunTraces(store.batch, experimentId, read)) feed.changed(experimentId);
      isWaiting ||= read.length < runs.length || read.some(({ readAtMs }) => readAtMs === null);
      afterId = runs.at(-1)?.id ?? afterId;
    }
    return isWaiting;
  }

  /** The project was deleted, and spans that came later made one like all others. */
  async #hideAgain(experimentId: number, project: string): Promise<void> {
    const { store, projects } = this.#options;
    await projects.hide(project);
    // Deleted meanwhile: its project stays, and is shown.
    if ((await projectOfExperiment(store.db, experimentId)) === null) await projects.show(project);
  }
}

/**
 * The values to store for a run: none while its trace may still arrive. Values of a trace deleted
 * since are kept.
 */
function runTrace(
  run: PendingRun,
  trace: TraceFigures | undefined,
  nowMs: number,
): readonly RunTrace[] {
  const ageMs = nowMs - run.created_at_ms;
  if (trace === undefined) {
    if (ageMs < GIVEN_UP_MS) return [];
    const {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      cost_usd: costUsd,
    } = run;
    return [
      {
        runId: run.id,
        traceId: run.trace_id,
        promptTokens,
        completionTokens,
        costUsd,
        readAtMs: nowMs,
      },
    ];
  }
  const { promptTokens, completionTokens, costUsd } = trace;
  return [
    {
      runId: run.id,
      traceId: run.trace_id,
      promptTokens,
      completionTokens,
      costUsd,
      readAtMs: ageMs < RIPE_MS ? null : nowMs,
    },
  ];
}
