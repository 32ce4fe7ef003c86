import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { examplesOf, uploadJson } from './dataset-rows.ts';

/*
 * Experiments as clients log them through REST, call by call: for tests of what the server answers.
 * Whole datasets with their experiments are planned in `planned-experiments.ts`.
 */

const START_MS = Date.UTC(2026, 10, 20, 18, 16);
const LATENCY_MS = 1_200;

const Id = Type.Object({ data: Type.Object({ id: Type.String() }) });
const Created = Type.Object({
  data: Type.Object({
    id: Type.String(),
    sequence_number: Type.Integer(),
    project_name: Type.String(),
  }),
});
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
  data: Type.Object({
    successful_run_count: Type.Integer(),
    failed_run_count: Type.Integer(),
    missing_run_count: Type.Integer(),
  }),
});

interface NewExperiment {
  readonly name?: string;
  readonly description?: string;
  readonly repetitions?: number;
}

/** Creates an experiment on a dataset. */
export async function createExperiment(
  url: string,
  dataset: string,
  body: NewExperiment,
): Promise<Static<typeof Created>['data']> {
  return (await post(url, Created, `/v1/datasets/${encodeURIComponent(dataset)}/experiments`, body))
    .data;
}

/** An experiment on a new dataset of so many examples, with their Global IDs. */
export async function createWithDataset(
  url: string,
  {
    dataset,
    examples,
    ...body
  }: NewExperiment & { readonly dataset: string; readonly examples: number },
): Promise<{ readonly id: string; readonly exampleIds: readonly string[] }> {
  const inputs = Array.from({ length: examples }, (_, n) => ({ n }));
  const uploaded = await uploadJson(url, { name: dataset, inputs });
  const { id } = await createExperiment(url, uploaded, body);
  return { id, exampleIds: (await examplesOf(url, uploaded)).map((row) => row.node_id) };
}

/** Gives an experiment a tag. */
export async function tagExperiment(url: string, experiment: string, name: string): Promise<void> {
  await post(url, Id, `/v1/experiments/${encodeURIComponent(experiment)}/tags`, { name });
}

/**
 * Sends a run: the status of the reply, and the Global ID of the run, which is empty where it was
 * refused.
 */
export async function sendRun(
  url: string,
  experiment: string,
  body: { readonly latencyMs?: number } & Readonly<Record<string, unknown>>,
): Promise<{ readonly status: number; readonly id: string }> {
  const { latencyMs = LATENCY_MS, ...run } = body;
  const response = await send(url, `/v1/experiments/${encodeURIComponent(experiment)}/runs`, {
    ...timesOf(latencyMs),
    ...run,
  });
  const text = await response.text();
  return {
    status: response.status,
    id: response.ok ? Value.Parse(Id, JSON.parse(text)).data.id : '',
  };
}

/** A run's evaluation by one evaluator. */
export type EvaluationResult =
  | number
  | { readonly label: string; readonly score: number; readonly explanation?: string };

/** Sends a run's evaluation; returns the status of the reply. */
export async function sendEvaluation(
  url: string,
  run: string,
  name: string,
  evaluation: EvaluationResult,
): Promise<number> {
  const result = typeof evaluation === 'number' ? { score: evaluation } : evaluation;
  const body = {
    experiment_run_id: run,
    name,
    annotator_kind: 'CODE',
    result,
    ...timesOf(LATENCY_MS),
  };
  const response = await send(url, '/v1/experiment_evaluations', body);
  await response.arrayBuffer();
  return response.status;
}

/** Every run of an experiment. */
export async function runsOf(
  url: string,
  experiment: string,
): Promise<Static<typeof Runs>['data']> {
  return (await get(url, Runs, `/v1/experiments/${encodeURIComponent(experiment)}/runs`)).data;
}

/** How many runs of an experiment succeeded, failed and are missing. */
export async function runCounts(
  url: string,
  experiment: string,
): Promise<Static<typeof Counts>['data']> {
  return (await get(url, Counts, `/v1/experiments/${encodeURIComponent(experiment)}`)).data;
}

function timesOf(latencyMs: number): { readonly start_time: string; readonly end_time: string } {
  return {
    start_time: new Date(START_MS).toISOString(),
    end_time: new Date(START_MS + latencyMs).toISOString(),
  };
}

async function send(url: string, path: string, body: object): Promise<Response> {
  return await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function post<T extends TSchema>(
  url: string,
  schema: T,
  path: string,
  body: object,
): Promise<Static<T>> {
  return await parsed(await send(url, path, body), schema, `POST ${path}`);
}

async function get<T extends TSchema>(url: string, schema: T, path: string): Promise<Static<T>> {
  return await parsed(await fetch(url + path), schema, `GET ${path}`);
}

async function parsed<T extends TSchema>(
  response: Response,
  schema: T,
  what: string,
): Promise<Static<T>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${what} was refused: ${response.status} ${text}`);
  return Value.Parse(schema, JSON.parse(text));
}
