import { expect } from 'vitest';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import type { ApiApp, Reply } from './api-app.ts';
import { at, examplesOf } from './api-datasets.ts';

const TIMES = { start_time: '2026-11-20T18:16:00+00:00', end_time: '2026-11-20T18:16:02+00:00' };

/** Experiments as clients use them. */
export class ExperimentApi {
  readonly #api: ApiApp;

  constructor(api: ApiApp) {
    this.#api = api;
  }

  /** The address of an experiment, or of something of it. */
  at(id: string, rest = ''): string {
    return `/v1/experiments/${encodeURIComponent(id)}${rest}`;
  }

  async create(dataset: string, body: object): Promise<Experiment> {
    return dataOf(await this.post(at(dataset, '/experiments'), body));
  }

  async get(id: string): Promise<Experiment> {
    return dataOf(await this.#api.get(this.at(id)));
  }

  /** Logs a run that will do; its Global ID. */
  async run(experiment: string, body: object): Promise<string> {
    return dataOf<{ id: string }>(await this.logRun(experiment, body)).id;
  }

  logRun(experiment: string, body: object): Promise<Reply> {
    return this.post(this.at(experiment, '/runs'), {
      output: { answer: 42 },
      repetition_number: 1,
      ...TIMES,
      ...body,
    });
  }

  /** Logs an evaluation that will do; its Global ID. */
  async evaluate(run: string, body: object): Promise<string> {
    return dataOf<{ id: string }>(await this.logEvaluation(run, body)).id;
  }

  logEvaluation(run: string, body: object): Promise<Reply> {
    return this.post('/v1/experiment_evaluations', {
      experiment_run_id: run,
      annotator_kind: 'CODE',
      result: { score: 1 },
      ...TIMES,
      ...body,
    });
  }

  async exampleIds(dataset: string): Promise<readonly string[]> {
    return (await examplesOf(this.#api, dataset)).map((example) => String(example['node_id']));
  }

  post(url: string, body: object): Promise<Reply> {
    return this.postText(url, JSON.stringify(body));
  }

  postText(url: string, payload: string): Promise<Reply> {
    return this.#api.call({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload,
    });
  }

  /** The tables' contents. */
  async rows() {
    const { meta } = this.#api;
    const evaluations = await meta.selectFrom('experiment_evaluations').select('name').execute();
    const runs = await meta.selectFrom('experiment_runs').select('packed_output').execute();
    return {
      experiment_runs: runs.length,
      packed: runs.filter(({ packed_output: packed }) => packed !== null).length,
      experiment_evaluations: evaluations.length,
      names: evaluations.map(({ name }) => name).toSorted(),
    };
  }
}

function dataOf<Data>(reply: Reply): Data {
  expect(reply).toMatchObject({ status: 200 });
  return (reply.body as { data: Data }).data; // as: checked against the document
}
