import type { GateMeasure } from '#core/experiments/gate-rule.ts';
import type { ExperimentFrame } from './experiment-frame.ts';

/** Runs that a rule's value may still change by. */
export interface MissingValues {
  readonly runs: number;
  /** The runs' missing values; null if there are none. */
  readonly note: string | null;
}

const NONE: MissingValues = { runs: 0, note: null };

/** The values still missing for the existing runs: evaluations of those without an error, and tokens and cost of those with a trace. */
export function missingValues(measure: GateMeasure, frame: ExperimentFrame): MissingValues {
  if (measure.kind === 'evaluation') return missingEvaluations(frame, measure.name);
  return measure.figure === 'cost_usd' ? unreadTraces(frame) : NONE;
}

/** An evaluation that failed is there: nothing says that it is tried again. */
function missingEvaluations({ evaluations, failed }: ExperimentFrame, name: string): MissingValues {
  const states = evaluations.find((one) => one.name === name)?.states;
  let [successful, missing] = [0, 0];
  for (const [run, hasFailed] of failed.entries()) {
    if (hasFailed === 1) continue;
    successful += 1;
    if ((states?.[run] ?? 0) === 0) missing += 1;
  }
  if (missing === 0) return NONE;
  const runs = `${missing} of ${successful} ${successful === 1 ? 'run' : 'runs'} without an error`;
  return { runs: missing, note: `${runs} ${missing === 1 ? 'is' : 'are'} not evaluated.` };
}

/** A trace that was read has a number of tokens, if only 0. */
function unreadTraces({ pending, promptTokens }: ExperimentFrame): MissingValues {
  const runs = pending.filter((isPending, run) => isPending === 1 && Number.isNaN(promptTokens[run] ?? Number.NaN)).length;
  return runs === 0 ? NONE : { runs, note: `The trace of ${runs} ${runs === 1 ? 'run' : 'runs'} was not read yet.` };
}
