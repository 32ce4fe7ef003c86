import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngine } from '#server/stores/meta/open-test-meta.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { at, questions, uploadTo } from '#test/api-datasets.ts';
import { ExperimentApi } from '#test/api-experiments.ts';

let api: ApiApp;
let experiments: ExperimentApi;
beforeAll(async () => {
  api = await openApiApp();
  experiments = new ExperimentApi(api);
});
afterAll(() => api.close());

let made = 0;
async function experimentOf(count: number, body: object = {}) {
  made += 1;
  const { dataset_id: dataset } = await uploadTo(api, {
    name: `runs ${made}`,
    inputs: questions(...Array.from({ length: count }, (_, n) => n)),
  });
  const { id } = await experiments.create(dataset, body);
  return { id, dataset, examples: await experiments.exampleIds(dataset) };
}
const counts = async (id: string) => {
  const {
    successful_run_count: ok,
    failed_run_count: failed,
    missing_run_count: missing,
  } = await experiments.get(id);
  return [ok, failed, missing];
};

const changeNumber = async (id: string) => {
  const { change_number: number } = await api.meta
    .selectFrom('experiments')
    .select('change_number')
    .where('id', '=', Number(atob(id).split(':')[1]))
    .executeTakeFirstOrThrow();
  return number;
};

describe('logging runs', () => {
  it('stores one of each example and repetition, and gives it back as it came', async () => {
    const { id, examples } = await experimentOf(2, { repetitions: 2 });
    const output = '{"a": 1.0, "big":12345678901234567890, "x":"\\ud800\\u0000</script>"}';
    const reply = await experiments.postText(experiments.at(id, '/runs'), `{"output":${output},"repetition_number":2,"dataset_example_id":"${examples[0]}","start_time":"2026-01-01T00:00:00.123456","end_time":"1969-12-31T23:59:59.999999+00:00","trace_id":"t","unknown":1}`); // prettier-ignore
    expect(reply).toMatchObject({ status: 200 });
    const list = await api.get(experiments.at(id, '/runs'));
    expect(list.text).toContain(`"output":${output}`);
    expect(list.body).toMatchObject({
      data: [
        {
          id: (reply.body as { data: { id: string } }).data.id, // as: checked against the document
          experiment_id: id,
          dataset_example_id: examples[0],
          repetition_number: 2,
          start_time: '2026-01-01T00:00:00.123456+00:00',
          end_time: '1969-12-31T23:59:59.999999+00:00',
          trace_id: 't',
          error: null,
        },
      ],
      next_cursor: null,
    });
    expect(await counts(id)).toEqual([1, 0, 3]);
  });

  it('overwrites only failed runs, keeps their human annotations, and counts', async () => {
    const { id, examples } = await experimentOf(1);
    const run = { dataset_example_id: examples[0] };
    const first = await experiments.run(id, { ...run, error: '', output: null });
    expect(await counts(id)).toEqual([0, 1, 0]);
    for (const annotator_kind of ['LLM', 'CODE', 'HUMAN'])
      await experiments.evaluate(first, { name: annotator_kind, annotator_kind });
    expect(await experiments.run(id, { ...run, error: 'again' })).toBe(first);
    expect(await counts(id)).toEqual([0, 1, 0]);
    expect(await experiments.run(id, { ...run, output: 'done' })).toBe(first);
    expect(await counts(id)).toEqual([1, 0, 0]);
    expect(await experiments.rows()).toMatchObject({ names: ['HUMAN'] });
    expect(await experiments.logRun(id, { ...run, output: 'twice' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`it is '${first}'`) },
    });
    expect((await api.get(experiments.at(id, '/runs'))).body).toMatchObject({
      data: [{ id: first, output: 'done', error: null }],
    });
    expect(await counts(id)).toEqual([1, 0, 0]);
  });

  it('does not take a refused run for a change', async () => {
    const { id, examples } = await experimentOf(2);
    const elsewhere = await experimentOf(1);
    const [first, second] = examples;
    await experiments.run(id, { dataset_example_id: first, error: 'no' });
    await experiments.run(id, { dataset_example_id: first, output: 'done' });
    const before = await changeNumber(id);
    const notified: number[] = [];
    const stop = api.experimentFeed.subscribe((experiment) => notified.push(experiment));
    for (const [example, experiment, status] of [
      [first, id, 409],
      [elsewhere.examples[0], id, 404],
      [first, encodeGlobalId('Experiment', 9_999), 404],
    ] as const)
      expect(await experiments.logRun(experiment, { dataset_example_id: example })).toMatchObject({
        status,
      });
    expect(await changeNumber(id)).toBe(before);
    expect(notified).toEqual([]);
    // Of those that are committed together, the stored one counts, whichever came first.
    const replies = await Promise.all(
      [first, second, second].map((example) =>
        experiments.logRun(id, { dataset_example_id: example }),
      ),
    );
    stop();
    expect(replies.map(({ status }) => status)).toEqual([409, 200, 409]);
    expect(await changeNumber(id)).toBe(before + 1);
    expect(new Set(notified)).toEqual(new Set([Number(atob(id).split(':')[1])]));
  });

  it('stores one of two that come at the same time, and refuses the other', async () => {
    const { id, examples } = await experimentOf(3);
    for (const dataset_example_id of examples) {
      const replies = await Promise.all(
        ['a', 'b', 'c'].map((output) => experiments.logRun(id, { dataset_example_id, output })),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    }
    expect(await counts(id)).toEqual([3, 0, 0]);
  });

  it('overwrites a failed run with the first success of those that come at the same time', async () => {
    const { id, examples } = await experimentOf(2);
    const tried = async (example: string | undefined, errors: readonly (string | null)[]) => {
      const run = { dataset_example_id: example };
      const first = await experiments.run(id, { ...run, error: 'at first' });
      await experiments.evaluate(first, { name: 'of the failed run', annotator_kind: 'LLM' });
      const replies = await Promise.all(errors.map((error, output) => experiments.logRun(id, { ...run, error, output })));
      expect((await api.get(experiments.at(id, '/runs?limit=1'))).body).toMatchObject({ data: [{ id: first, output: errors.indexOf(null), error: null }] });
      return replies.map(({ status }) => status);
    }; // prettier-ignore
    const [one, two] = examples;
    expect(await tried(one, [null, 'again', null])).toEqual([200, 409, 409]);
    expect(await tried(two, ['again', 'and again', null, null])).toEqual([200, 200, 200, 409]);
    expect(await counts(id)).toEqual([2, 0, 0]);
    const { body } = await api.get(experiments.at(id, '/json'));
    expect(body).toMatchObject([{ annotations: [] }, { annotations: [] }]);
  });

  it('takes examples and repetitions that the experiment was not created for, and refuses those of other datasets', async () => {
    const { id, dataset, examples } = await experimentOf(1);
    await uploadTo(api, { name: `runs ${made}`, action: 'append', inputs: questions('later') });
    const later = (await experiments.exampleIds(dataset)).at(-1);
    await experiments.run(id, { dataset_example_id: later });
    await experiments.run(id, { dataset_example_id: examples[0], repetition_number: 7 });
    expect(await counts(id)).toEqual([2, 0, 0]);
    expect((await api.get(experiments.at(id, '/incomplete-runs'))).body).toMatchObject({
      data: [{ dataset_example: { node_id: examples[0] }, repetition_numbers: [1] }],
    });
    const elsewhere = await experimentOf(1);
    const log = (example: unknown, to = id) =>
      experiments.logRun(to, { dataset_example_id: example });
    expect(await log(elsewhere.examples[0])).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('body.dataset_example_id') },
    });
    expect(await log('garbage')).toMatchObject({ status: 422 });
    expect(await log(examples[0], 'garbage')).toMatchObject({ status: 422 });
    expect(await log(examples[0], encodeGlobalId('Experiment', 9_999))).toMatchObject({
      status: 404,
    });
  });

  it('keeps long outputs packed, and refuses those that are too long', async () => {
    const { id, examples } = await experimentOf(2);
    const output = 'ü'.repeat(500_000);
    await experiments.run(id, { dataset_example_id: examples[0], output });
    expect((await api.get(experiments.at(id, '/runs'))).body).toMatchObject({ data: [{ output }] });
    // PostgreSQL compresses long texts itself.
    expect(await experiments.rows()).toMatchObject({ packed: testEngine() === 'sqlite' ? 1 : 0 });
    expect(
      await experiments.logRun(id, {
        dataset_example_id: examples[1],
        output: 'ü'.repeat(524_288),
      }),
    ).toMatchObject({
      status: 413,
      body: {
        detail:
          'body.output must be at most 1,048,576 bytes of JSON; got 1,048,578. Shorten the output.',
      },
    });
  });

  it('lists them newest first, by pages', async () => {
    const { id, examples } = await experimentOf(5);
    for (const dataset_example_id of examples) await experiments.run(id, { dataset_example_id });
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await api.get(
        experiments.at(
          id,
          `/runs?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        ),
      );
      // as: checked against the document
      const page = body as { data: { dataset_example_id: string }[]; next_cursor: string | null };
      ids.push(...page.data.map((run) => run.dataset_example_id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(examples.toReversed());
    expect((await api.get(experiments.at(id, '/runs'))).body).toMatchObject({
      data: examples.map(() => ({})),
      next_cursor: null,
    });
    expect(
      await api.get(experiments.at(encodeGlobalId('Experiment', 9_999), '/runs')),
    ).toMatchObject({ status: 200, body: { data: [] } });
    expect(await api.get(experiments.at('garbage', '/runs'))).toMatchObject({ status: 422 });
  });

  it('lists all of them, and all after a cursor, where no limit is given', async () => {
    const { id, examples } = await experimentOf(60);
    await Promise.all(
      examples.map((dataset_example_id) => experiments.run(id, { dataset_example_id })),
    );
    const page = async (query: string) =>
      (await api.get(experiments.at(id, `/runs${query}`))).body as {
        data: { id: string }[];
        next_cursor: string | null;
      }; // as: checked against the document
    const all = (await page('')).data.map((run) => run.id);
    expect(all).toHaveLength(60);
    const { next_cursor: cursor } = await page('?limit=2');
    const rest = await page(`?cursor=${encodeURIComponent(cursor ?? '')}`);
    expect(rest.data.map((run) => run.id)).toEqual(all.slice(2));
    expect(rest.next_cursor).toBeNull();
  });
});

describe('what is incomplete', () => {
  it('is missing or failed runs, by example', async () => {
    const { id, examples } = await experimentOf(4, { repetitions: 3 });
    const [a, b] = examples;
    for (const repetition_number of [1, 2, 3])
      await experiments.run(id, { dataset_example_id: a, repetition_number });
    await experiments.run(id, { dataset_example_id: b, repetition_number: 2 });
    await experiments.run(id, { dataset_example_id: b, repetition_number: 3, error: 'no' });
    const first = (await api.get(experiments.at(id, '/incomplete-runs?limit=2'))).body;
    expect(first).toMatchObject({
      data: [
        {
          dataset_example: { node_id: b, input: { q: 1 }, source: null },
          repetition_numbers: [1, 3],
        },
        { dataset_example: { node_id: examples[2] }, repetition_numbers: [1, 2, 3] },
      ],
      next_cursor: examples[3],
    });
    const { body } = await api.get(
      experiments.at(
        id,
        `/incomplete-runs?limit=2&cursor=${encodeURIComponent(examples[3] ?? '')}`,
      ),
    );
    expect(body).toMatchObject({ data: [{ repetition_numbers: [1, 2, 3] }], next_cursor: null });
    expect(
      await api.get(experiments.at(encodeGlobalId('Experiment', 9_999), '/incomplete-runs')),
    ).toMatchObject({ status: 404 });
    expect(await api.get(experiments.at('garbage', '/incomplete-runs'))).toMatchObject({
      status: 422,
    });
  });

  it('is evaluations that successful runs lack, or that failed', async () => {
    const { id, examples } = await experimentOf(4);
    const runs: string[] = [];
    for (const [place, dataset_example_id] of examples.entries())
      runs.push(
        await experiments.run(id, { dataset_example_id, error: place === 3 ? 'no' : null }),
      );
    const [first = '', second = '', third = ''] = runs;
    for (const name of ['x', 'y']) await experiments.evaluate(first, { name });
    await experiments.evaluate(second, { name: 'x', result: null, error: 'no' });
    const path = '/incomplete-evaluations?evaluation_name=y&evaluation_name=x';
    expect((await api.get(experiments.at(id, `${path}&limit=1`))).body).toMatchObject({
      data: [
        {
          experiment_run: { id: second },
          dataset_example: { node_id: examples[1] },
          evaluation_names: ['y', 'x'],
        },
      ],
      next_cursor: third,
    });
    await experiments.evaluate(second, { name: 'x' });
    expect((await api.get(experiments.at(id, path))).body).toMatchObject({
      data: [
        { evaluation_names: ['y'] },
        { experiment_run: { id: third }, evaluation_names: ['y', 'x'] },
      ],
      next_cursor: null,
    });
    expect(await api.get(experiments.at(id, '/incomplete-evaluations'))).toMatchObject({
      status: 400,
    });
  });
});

it('removes experiments with their dataset', async () => {
  const { id, dataset, examples } = await experimentOf(1);
  await experiments.run(id, { dataset_example_id: examples[0] });
  expect(await api.call({ method: 'DELETE', url: at(dataset) })).toMatchObject({ status: 204 });
  expect(await api.get(experiments.at(id))).toMatchObject({ status: 404 });
  expect(
    await experiments.logRun(id, { dataset_example_id: examples[0], repetition_number: 2 }),
  ).toMatchObject({ status: 404 });
  const left = () =>
    api.meta
      .selectFrom('experiments')
      .select('id')
      .where('id', '=', Number(atob(id).split(':')[1]))
      .execute();
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
});
