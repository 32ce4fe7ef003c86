import { LatencySketch } from '#core/figures/latency-sketch.ts';
import { Rollup } from './rollup.ts';

/** A row of `rollups` without its key. */
export interface RollupCells {
  readonly spans: number;
  readonly traces: number;
  readonly errors: number;
  readonly latency: Uint8Array;
  readonly models: string;
  readonly first_token: Uint8Array;
}

export function rollupFromCells(cells: RollupCells): Rollup {
  const rollup = new Rollup();
  rollup.spans = cells.spans;
  rollup.traces = cells.traces;
  rollup.errors = cells.errors;
  rollup.latency = LatencySketch.decode(cells.latency);
  rollup.firstToken = LatencySketch.decode(cells.first_token);
  if (cells.models === '') return rollup;
  const models = JSON.parse(cells.models) as [string, number, number, number][];
  for (const [model, prompt, completion, costUsd] of models)
    rollup.models.set(model, { prompt, completion, costUsd });
  return rollup;
}

export function modelsText(rollup: Rollup): string {
  if (rollup.models.size === 0) return '';
  return JSON.stringify(
    [...rollup.models].map(([model, usage]) => [
      model,
      usage.prompt,
      usage.completion,
      usage.costUsd,
    ]),
  );
}
