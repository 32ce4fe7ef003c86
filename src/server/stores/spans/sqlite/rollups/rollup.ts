import { LatencySketch } from '#core/figures/latency-sketch.ts';

/** Roll-ups are kept by minute, and by hour for wide windows. */
export const ROLLUP_LEVELS = [
  { level: 0, nanos: 60e9 },
  { level: 1, nanos: 3600e9 },
] as const;
/**
 * Models beyond this many in one interval are counted together, so that hostile model names cannot
 * make a row grow without bound.
 */
const MODELS_MAX = 200;
const OTHER_MODELS = '(other)';
/** Sums of doubles from which all was taken again are not always zero. */
const COST_USD_MIN = 1e-9;

export interface ModelUsage {
  prompt: number;
  completion: number;
  costUsd: number;
}

/** The figures of one project over one interval. Signed: a delete adds its negative. */
export class Rollup {
  spans = 0;
  traces = 0;
  errors = 0;
  latency = new LatencySketch();
  /** Times to the first token. */
  firstToken = new LatencySketch();
  readonly models = new Map<string, ModelUsage>();

  addModel(model: string, usage: ModelUsage): void {
    const name = this.models.has(model) || this.models.size < MODELS_MAX ? model : OTHER_MODELS;
    const sum = this.models.get(name);
    if (sum === undefined) this.models.set(name, { ...usage });
    else {
      sum.prompt += usage.prompt;
      sum.completion += usage.completion;
      sum.costUsd += usage.costUsd;
    }
  }

  /**
   * Forgets the models of which nothing is left: what is not there costs nothing, and what was
   * deleted must not be named.
   */
  dropUnused(): void {
    for (const [model, { prompt, completion, costUsd }] of this.models)
      if (prompt === 0 && completion === 0 && Math.abs(costUsd) < COST_USD_MIN)
        this.models.delete(model);
  }

  merge(other: Rollup): void {
    this.spans += other.spans;
    this.traces += other.traces;
    this.errors += other.errors;
    this.latency.merge(other.latency);
    this.firstToken.merge(other.firstToken);
    for (const [model, usage] of other.models) this.addModel(model, usage);
  }
}

/**
 * The interval a time falls in. Made through doubles, which may round a time next to a border to
 * the other side, but always the same one.
 */
export function slotOf(timeUnixNano: bigint, level: 0 | 1): number {
  return Math.floor(Number(timeUnixNano) / ROLLUP_LEVELS[level].nanos);
}
