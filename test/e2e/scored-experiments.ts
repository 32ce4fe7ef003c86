import { examplesOf } from './dataset-rows.ts';

/** An experiment as tests log it: what each evaluator scored, example by example; null is a run that failed. */
interface ScoredRows {
  readonly name: string;
  readonly description?: string;
  readonly scores: Readonly<Record<string, readonly (number | null)[]>>;
  /** So many examples have a run; all unless given. */
  readonly runs?: number;
}

interface ScoredExperiment {
  readonly id: string;
  readonly sequence_number: number;
  readonly project_name: string;
}

async function post<Data>(url: string, path: string, body: object): Promise<Data> {
  const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path} was refused: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: Data }; // as: the routes' own tests check it
  return data;
}

export async function createExperiment(url: string, dataset: string, body: { readonly name: string; readonly description?: string }) {
  return await post<ScoredExperiment>(url, `/v1/datasets/${encodeURIComponent(dataset)}/experiments`, body);
}

/** Logs runs of the examples from `first` on, in order, with what evaluators said. */
export async function logRuns(
  url: string,
  dataset: string,
  experiment: string,
  scores: ScoredRows['scores'],
  { first = 0, end = Number.POSITIVE_INFINITY }: { readonly first?: number; readonly end?: number } = {},
): Promise<void> {
  const examples = await examplesOf(url, dataset);
  const [failing = []] = Object.values(scores);
  const times = { start_time: '2026-11-20T10:00:00.000Z', end_time: '2026-11-20T10:00:01.200Z' };
  for (const [index, example] of examples.entries()) {
    if (index < first || index >= end) continue;
    const hasFailed = failing[index] === null;
    const run = await post<{ id: string }>(url, `/v1/experiments/${encodeURIComponent(experiment)}/runs`, {
      dataset_example_id: example.node_id,
      output: { answer: `answer ${index}` },
      repetition_number: 1,
      ...times,
      ...(hasFailed ? { error: 'The model said no' } : {}),
    });
    if (hasFailed) continue;
    for (const [name, values] of Object.entries(scores))
      await post(url, '/v1/experiment_evaluations', {
        experiment_run_id: run.id,
        name,
        annotator_kind: 'CODE',
        result: { score: values[index] ?? 0 },
        ...times,
      });
  }
}

/** An experiment with its runs and evaluations. */
export async function logExperiment(url: string, dataset: string, rows: ScoredRows): Promise<ScoredExperiment> {
  const { name, description, scores, runs } = rows;
  const experiment = await createExperiment(url, dataset, { name, ...(description === undefined ? {} : { description }) });
  await logRuns(url, dataset, experiment.id, scores, runs === undefined ? {} : { end: runs });
  return experiment;
}
