import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { examplesOf, uploadJson } from './dataset-rows.ts';

const TIMES = { start_time: '2026-03-01T12:00:00+00:00', end_time: '2026-03-01T12:00:01.500000+00:00' };
const Id = Type.Object({ data: Type.Object({ id: Type.String() }) });
const Runs = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      dataset_example_id: Type.String(),
      repetition_number: Type.Integer(),
      output: Type.Unknown(),
      error: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});
const Counts = Type.Object({
  data: Type.Object({ successful_run_count: Type.Integer(), failed_run_count: Type.Integer(), missing_run_count: Type.Integer() }),
});

interface NewExperiment {
  /** Of the dataset. */
  readonly name: string;
  readonly examples: number;
  readonly repetitions: number;
  /** Its own name. */
  readonly experiment?: string;
}

/** An experiment on a dataset of its own, to log to through REST as clients do. */
export class LoggedExperiment {
  readonly id: string;
  readonly exampleIds: readonly string[];

  readonly #dataset: string;

  private constructor({
    id,
    dataset,
    exampleIds,
  }: {
    readonly id: string;
    readonly dataset: string;
    readonly exampleIds: readonly string[];
  }) {
    this.id = id;
    this.#dataset = dataset;
    this.exampleIds = exampleIds;
  }

  static async create(url: string, { name, examples, repetitions, experiment }: NewExperiment): Promise<LoggedExperiment> {
    const dataset = await uploadJson(url, { name, inputs: Array.from({ length: examples }, (_, n) => ({ n })) });
    const rows = await examplesOf(url, dataset);
    const body = { repetitions, ...(experiment === undefined ? {} : { name: experiment }) };
    const { id } = (await post(url, Id, `/v1/datasets/${encodeURIComponent(dataset)}/experiments`, body)).data;
    return new LoggedExperiment({ id, dataset, exampleIds: rows.map((row) => row.node_id ?? row.id) });
  }

  /** Another of the same dataset. */
  async another(url: string, name: string): Promise<LoggedExperiment> {
    const { id } = (await post(url, Id, `/v1/datasets/${encodeURIComponent(this.#dataset)}/experiments`, { name })).data;
    return new LoggedExperiment({ id, dataset: this.#dataset, exampleIds: this.exampleIds });
  }

  async tag(url: string, name: string): Promise<void> {
    await post(url, Id, `/v1/experiments/${encodeURIComponent(this.id)}/tags`, { name });
  }

  /** Status and id, which is empty when the run was refused. */
  async logRun(url: string, body: object): Promise<{ readonly status: number; readonly id: string }> {
    const response = await sendJson(url, `/v1/experiments/${encodeURIComponent(this.id)}/runs`, { ...TIMES, ...body });
    const text = await response.text();
    return { status: response.status, id: response.ok ? Value.Parse(Id, JSON.parse(text)).data.id : '' };
  }

  async logEvaluation(url: string, run: string, name: string, score: number): Promise<number> {
    const body = { experiment_run_id: run, name, annotator_kind: 'CODE', result: { score }, ...TIMES };
    const response = await sendJson(url, '/v1/experiment_evaluations', body);
    await response.arrayBuffer();
    return response.status;
  }

  async runs(url: string): Promise<Static<typeof Runs>['data']> {
    return (await get(url, Runs, `/v1/experiments/${encodeURIComponent(this.id)}/runs`)).data;
  }

  async counts(url: string): Promise<Static<typeof Counts>['data']> {
    return (await get(url, Counts, `/v1/experiments/${encodeURIComponent(this.id)}`)).data;
  }
}

async function sendJson(url: string, path: string, body: object): Promise<Response> {
  return await fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

async function post<T extends TSchema>(url: string, schema: T, path: string, body: object): Promise<Static<T>> {
  const response = await sendJson(url, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  return Value.Parse(schema, JSON.parse(text));
}

async function get<T extends TSchema>(url: string, schema: T, path: string): Promise<Static<T>> {
  const response = await fetch(`${url}${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${text}`);
  return Value.Parse(schema, JSON.parse(text));
}
