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
    const sum = this.models.get(model);
    if (sum === undefined) this.models.set(model, { ...usage });
    else add(sum, usage);
  }

  /** Adds changes, which may name any number of models. */
  addChanges(changes: Rollup): void {
    this.#addCounts(changes);
    for (const [model, usage] of changes.models) this.addModel(model, usage);
  }

  /**
   * Adds figures, with as many models as are kept. What is taken of one that is not named is taken
   * from the others.
   */
  merge(other: Rollup): void {
    this.#addCounts(other);
    for (const [model, usage] of other.models) {
      const isNew =
        this.models.size < MODELS_MAX && !(isTaken(usage) && this.models.has(OTHER_MODELS));
      this.addModel(isNew || this.models.has(model) ? model : OTHER_MODELS, usage);
    }
  }

  /**
   * Takes what was taken too much of a model from the others, which had a part of it, and forgets
   * the models of which nothing is left: what is not there costs nothing, and what was deleted must
   * not be named.
   */
  tidyModels(): void {
    const others = this.models.get(OTHER_MODELS);
    for (const usage of this.models.values()) {
      if (others === undefined || usage === others) continue;
      for (const figure of ['prompt', 'completion', 'costUsd'] as const) {
        if (usage[figure] >= 0) continue;
        others[figure] += usage[figure];
        usage[figure] = 0;
      }
    }
    for (const [model, { prompt, completion, costUsd }] of this.models)
      if (prompt === 0 && completion === 0 && Math.abs(costUsd) < COST_USD_MIN)
        this.models.delete(model);
  }

  #addCounts({ spans, traces, errors, latency, firstToken }: Rollup): void {
    this.spans += spans;
    this.traces += traces;
    this.errors += errors;
    this.latency.merge(latency);
    this.firstToken.merge(firstToken);
  }
}

function isTaken({ prompt, completion, costUsd }: ModelUsage): boolean {
  return prompt < 0 || completion < 0 || costUsd < 0;
}

function add(sum: ModelUsage, usage: ModelUsage): void {
  sum.prompt += usage.prompt;
  sum.completion += usage.completion;
  sum.costUsd += usage.costUsd;
}

/**
 * The interval a time falls in. Made through doubles, which may round a time next to a border to
 * the other side, but always the same one.
 */
export function slotOf(timeUnixNano: bigint, level: 0 | 1): number {
  return Math.floor(Number(timeUnixNano) / ROLLUP_LEVELS[level].nanos);
}
