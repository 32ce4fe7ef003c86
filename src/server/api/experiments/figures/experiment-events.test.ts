import { afterEach, beforeEach, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { sampleExperiments } from '#test/sample-experiments.ts';
import { DEFAULT_API_LIMITS } from '#server/api/kit/route/deps.ts';

let api: ApiApp;
beforeEach(async () => {
  api = await openApiApp({ limits: { ...DEFAULT_API_LIMITS, liveConnectionsMax: 2 } });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  api.app.server.closeAllConnections();
  await api.close();
});

async function follow(datasetId: string) {
  const bound = api.app.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('not listening');
  const stop = new AbortController();
  const response = await fetch(
    `http://127.0.0.1:${bound.port}/v1/datasets/${datasetId}/experiment_events`,
    { signal: stop.signal },
  );
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('no body');
  let text = '';
  /** Reads until the text holds what is waited for. */
  const until = async (wanted: RegExp): Promise<string> => {
    while (!wanted.test(text)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`ended after ${text}`);
      text += Buffer.from(value).toString();
    }
    return text;
  };
  return { response, until, stop };
}

it('tells how far the experiments of the dataset are, and nothing of others', async () => {
  const [mine, other] = [await sampleExperiments(api, 2), await sampleExperiments(api, 1)];
  const { response, until, stop } = await follow(mine.datasetId);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await until(/event: ready\ndata: \{\}\n\n/);
  await other.experiment([{ example: 0 }]);
  const id = await mine.experiment([
    { example: 0 },
    { example: 1, error: 'failed', evaluations: { correctness: 0 } },
  ]);
  const text = await until(/"missing_run_count":0,"change_number":3/);
  const events = [...text.matchAll(/event: change\ndata: (.*)\n\n/g)].map(
    ([, data = '']) => JSON.parse(data) as Record<string, unknown>,
  ); // as: an event's data
  expect(new Set(events.map((event) => event['experiment_id']))).toEqual(new Set([id]));
  expect(events.at(-1)).toEqual({
    experiment_id: id,
    example_count: 2,
    repetitions: 1,
    successful_run_count: 1,
    failed_run_count: 1,
    missing_run_count: 0,
    change_number: 3,
    is_deleted: false,
  });
  await api.call({ method: 'DELETE', url: `/v1/experiments/${id}` });
  await until(/"is_deleted":true/);
  stop.abort();
});

it('tells of changes on other servers, also of those that were not heard', async () => {
  const { datasetId, experiment } = await sampleExperiments(api, 1);
  const id = await experiment([]);
  const { until, stop } = await follow(datasetId);
  await until(/ready/);
  api.experimentFeed.heard([Number(Buffer.from(id, 'base64').toString().split(':')[1])]);
  await until(/event: change/);
  api.experimentFeed.heard(null);
  await until(/event: change[\s\S]*event: change/);
  stop.abort();
});

it('makes one event of many changes, and is bounded', async () => {
  const { datasetId, experiment } = await sampleExperiments(api, 1);
  const id = await experiment([]);
  const { until, stop } = await follow(datasetId);
  const second = await follow(datasetId);
  await until(/ready/);
  for (let change = 0; change < 1_000; change += 1)
    api.experimentFeed.changed(Number(Buffer.from(id, 'base64').toString().split(':')[1]));
  expect((await until(/event: change/)).match(/event: change/g)).toHaveLength(1);
  const third = await follow(datasetId);
  expect(third.response.status).toBe(503);
  second.stop.abort();
  stop.abort();
  await expect
    .poll(async () => {
      const again = await follow(datasetId);
      again.stop.abort();
      return again.response.status;
    })
    .toBe(200);
});
