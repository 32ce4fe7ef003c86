import type { Operand } from './operand.ts';
import type { AnnotationView, JsonValue } from './predicate.ts';
import { numberField, stringField, type Shape } from './shape.ts';

/** A run of an experiment as a filter reads it. Functions are evaluated lazily. */
export interface RunView {
  readonly repetition: number;
  readonly latencyMs: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  readonly error: () => string | null;
  readonly output: () => JsonValue;
  readonly evaluation: (name: string) => AnnotationView | null;
}

/**
 * An example with a run of each compared experiment; null for an experiment that has none of it.
 */
export interface RunsView {
  readonly input: () => JsonValue;
  readonly referenceOutput: () => JsonValue;
  readonly metadata: () => JsonValue;
  readonly run: (experiment: number) => RunView | null;
}

/**
 * The names of a filter of runs: those of the first experiment's run bare, those of others as
 * `experiments[1].…`. Unknown names are refused.
 */
export function runShape(experimentCount: number): Shape<RunsView> {
  const at = (experiment: number): Shape<RunsView> => shapeOfRun(experiment);
  return { ...shapeOfRun(0), parts: new Map([['experiments', { count: experimentCount, at }]]) };
}

function shapeOfRun(experiment: number): Shape<RunsView> {
  const evaluation = (runs: RunsView, name: string): AnnotationView | null =>
    runs.run(experiment)?.evaluation(name) ?? null;
  return {
    noun: 'a run',
    fields: new Map<string, Operand<RunsView>>([
      ['latency_ms', numberField((runs) => runs.run(experiment)?.latencyMs ?? null)],
      ['error', stringField((runs) => runs.run(experiment)?.error() ?? null)],
      // Ours.
      ['repetition_number', numberField((runs) => runs.run(experiment)?.repetition ?? null)],
      ['tokens', numberField((runs) => runs.run(experiment)?.tokens ?? null)],
      ['cost_usd', numberField((runs) => runs.run(experiment)?.costUsd ?? null)],
    ]),
    iterables: new Map(),
    documents: new Map<string, (runs: RunsView) => JsonValue>([
      ['input', (runs) => runs.input()],
      ['reference_output', (runs) => runs.referenceOutput()],
      ['metadata', (runs) => runs.metadata()],
      ['output', (runs) => runs.run(experiment)?.output() ?? null],
    ]),
    evaluations: new Map([
      ['evals', evaluation],
      ['annotations', evaluation],
    ]),
    unknownNames: 'refused',
  };
}
