import { setTimeout as delay } from 'node:timers/promises';
import { GroupCommit } from '../group-commit.ts';
import type { MetaBatchStep, MetaEngine, RunBatch } from '../meta-batch.ts';
import type { MetaStore } from '../meta-dialect.ts';
import { typedRows } from '../row-codec.ts';
import {
  evaluationOutcomes,
  evaluationSteps,
  type EvaluationOutcome,
  type LoggedEvaluation,
} from './log-evaluations.ts';
import { refusalsOf, runSteps, type LoggedRun, type RunOutcome } from './log-runs.ts';
import { returnedIds } from './returned-ids.ts';

/** Something to log. */
type Entry =
  | { readonly kind: 'run'; readonly run: LoggedRun; readonly bytes: number }
  | { readonly kind: 'evaluation'; readonly evaluation: LoggedEvaluation; readonly bytes: number };
type Outcome = RunOutcome | EvaluationOutcome;

/** The size of a row besides its texts. */
const ROW_BYTES = 200;
const MIB = 1024 * 1024;
/**
 * While ingest is pressed: little for a client that waits for one answer, and several times what
 * one commit takes.
 */
const COLLECT_MS = 15;

/**
 * Logs runs and evaluations of experiments: what comes at the same time is committed together, with
 * one fsync, and each gets its own outcome. Counts and change number of their experiments change in
 * the same transaction.
 */
export class ExperimentLog {
  readonly engine: MetaEngine;
  readonly #batch: RunBatch;
  readonly #changed: (experimentId: number) => void;
  readonly #commits: GroupCommit<Entry, Outcome>;
  #lastMs = 0;

  /**
   * Calls `changed`, after the commit, for each experiment that received data; logging waits while
   * `isIngestPressed`.
   */
  constructor(
    { batch, engine }: Pick<MetaStore, 'batch' | 'engine'>,
    changed: (experimentId: number) => void,
    isIngestPressed: () => boolean = () => false,
  ) {
    this.engine = engine;
    this.#batch = batch;
    this.#changed = changed;
    this.#commits = new GroupCommit<Entry, Outcome>({
      commit: (entries) => this.#commit(entries),
      bytesOf: ({ bytes }) => bytes,
      itemsMax: 256,
      bytesMax: 4 * MIB,
      waitingBytesMax: 64 * MIB,
      waitingItemsMax: 20_000,
      pause: () => (isIngestPressed() ? delay(COLLECT_MS) : null),
    });
  }

  /** Logs a run, durably. */
  async logRun(run: LoggedRun): Promise<RunOutcome> {
    const bytes =
      ROW_BYTES +
      (run.output.text?.length ?? run.output.packed?.length ?? 0) +
      (run.error?.length ?? 0);
    // as: a run's own outcome comes back.
    return (await this.#commits.add({ kind: 'run', run, bytes })) as RunOutcome;
  }

  /** Logs an evaluation, durably. */
  async logEvaluation(evaluation: LoggedEvaluation): Promise<EvaluationOutcome> {
    const { explanation, error, metadata } = evaluation;
    const bytes = ROW_BYTES + metadata.length + (explanation?.length ?? 0) + (error?.length ?? 0);
    // as: an evaluation's own outcome comes back.
    return (await this.#commits.add({
      kind: 'evaluation',
      evaluation,
      bytes,
    })) as EvaluationOutcome;
  }

  async #commit(entries: readonly Entry[]): Promise<readonly Outcome[]> {
    const runs = entries.flatMap((entry) => (entry.kind === 'run' ? [entry.run] : []));
    const evaluations = entries.flatMap((entry) =>
      entry.kind === 'evaluation' ? [entry.evaluation] : [],
    );
    const logRuns = runs.length > 0 ? runSteps(runs, this.#nextMs()) : null;
    const logEvaluations = evaluations.length > 0 ? evaluationSteps(evaluations) : null;
    const steps: readonly MetaBatchStep[] = [
      ...(logRuns?.steps ?? []),
      ...(logEvaluations?.steps ?? []),
    ];
    const results = await this.#batch(steps);
    const runIds = returnedIds(logRuns === null ? undefined : results[logRuns.upsertAt]);
    const ofEvaluations = results.slice(logRuns?.steps.length ?? 0);
    const evaluationIds = returnedIds(
      logEvaluations === null ? undefined : ofEvaluations[logEvaluations.upsertAt],
    );
    const changed =
      logEvaluations === null ? [] : (ofEvaluations[logEvaluations.changedAt]?.rows ?? []);
    const changedIds = typedRows<{ readonly id: number }>(changed).map(({ id }) => id);
    const storedTo = runs.flatMap(({ experimentId }, at) => (runIds.has(at) ? [experimentId] : []));
    for (const id of new Set([...storedTo, ...changedIds])) this.#changed(id);
    const runOutcomes = await this.#runOutcomes(runs, runIds);
    const evaluated = evaluationOutcomes(evaluations, evaluationIds);
    let [nextRun, nextEvaluation] = [0, 0];
    return entries.flatMap(({ kind }) => {
      const outcome = kind === 'run' ? runOutcomes[nextRun++] : evaluated[nextEvaluation++];
      return outcome === undefined ? [] : [outcome];
    });
  }

  /** The time, but never one of an earlier commit. */
  #nextMs(): number {
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1);
    return this.#lastMs;
  }

  /** Why a run was not stored is looked up only when one was not. */
  async #runOutcomes(
    runs: readonly LoggedRun[],
    ids: ReadonlyMap<number, number>,
  ): Promise<readonly RunOutcome[]> {
    const refused = runs.filter((_run, at) => !ids.has(at));
    const reasons = refused.length === 0 ? [] : await refusalsOf(this.#batch, refused);
    let next = 0;
    return runs.map((_run, at) => {
      const id = ids.get(at);
      return id === undefined ? (reasons[next++] ?? { refused: 'experiment' }) : { id };
    });
  }
}
