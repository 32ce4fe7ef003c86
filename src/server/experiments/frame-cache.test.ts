import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { FrameCache } from './frame-cache.ts';
import type { RowSource } from './row-source.ts';

let meta: ReturnType<typeof openTestMeta>;
let source: RowSource;
let statements: string[];
beforeEach(() => {
  meta = openTestMeta();
  statements = [];
  source = {
    rows: (sql, parameters) => {
      statements.push(sql);
      return meta.connection.rows(sql, parameters);
    },
    snapshot: (work) => work(),
  };
});
afterEach(async () => {
  await meta.db.destroy();
  meta.connection.close();
});

const sql = (text: string): void => void meta.connection.execute({ sql: text, parameters: [] });

/** An experiment of two examples whose runs have these evaluations, name by name. */
function experiment(id: number, names: readonly string[]): void {
  sql(`INSERT INTO experiments (id, dataset_id, dataset_version_id, sequence_number, name, repetitions, metadata, split_names, project_name, example_count,
    created_at_ms, updated_at_ms) VALUES (${id}, 1, 1, ${id}, 'e', 1, '{}', '[]', 'p${id}', 2, 0, 0)`);
  sql(`INSERT INTO experiment_examples VALUES (${id}, 1, 1), (${id}, 2, 2)`);
  // The third example is not the experiment's.
  for (const example of [3, 1]) {
    sql(`INSERT INTO experiment_runs (id, experiment_id, example_id, repetition, start_time_us, end_time_us, created_at_ms, output, trace_id)
      VALUES (${10 * id + example}, ${id}, ${example}, 1, 1000, ${1_000 * example}, 0, '1', 't')`);
    for (const name of names)
      sql(`INSERT INTO experiment_evaluations (experiment_id, run_id, name, annotator_kind, label, score, error, start_time_us, end_time_us, created_at_ms,
        updated_at_ms, metadata) VALUES (${id}, ${10 * id + example}, '${name}', 'HUMAN', 'l${example}', ${example}, ${example === 3 ? "'x'" : 'NULL'}, 0, 0, 0, 0, '{}')`);
  }
}

it('reads runs, evaluations and the examples of runs into columns', () => {
  experiment(1, ['b', 'a']);
  const [frame] = new FrameCache(1e6).framesOf(source, [1]);
  expect(frame).toMatchObject({
    exampleIds: Float64Array.of(1, 2, 3),
    revisionIds: Float64Array.of(1, 2, Number.NaN),
    firstRuns: Int32Array.of(0, 1, 1, 2),
    runIds: Float64Array.of(11, 13),
    exampleOf: Int32Array.of(0, 2),
    latenciesMs: Float64Array.of(0, 2),
    pending: Uint8Array.of(1, 1),
    evaluations: [
      {
        name: 'a',
        annotatorKinds: ['HUMAN'],
        scores: Float64Array.of(1, Number.NaN),
        labels: Int32Array.of(0, -1),
        states: Uint8Array.of(1, 2),
      },
      { name: 'b', labelTexts: ['l1'] },
    ],
  });
});

it('keeps frames until their experiment changes, within its bytes', () => {
  experiment(1, ['a']);
  experiment(2, ['a']);
  const cache = new FrameCache(1e6);
  const [first] = cache.framesOf(source, [1]);
  statements = [];
  expect(cache.framesOf(source, [1])[0]).toBe(first);
  expect(statements).toHaveLength(1);
  sql('UPDATE experiments SET change_number = change_number + 1 WHERE id = 1');
  expect(cache.framesOf(source, [1])[0]).not.toBe(first);
  expect(cache.bytes).toBe(first?.bytes);

  const small = new FrameCache((first?.bytes ?? 0) * 1.5);
  const [one] = small.framesOf(source, [1]);
  small.framesOf(source, [2]);
  expect(small.bytes).toBe(one?.bytes);
  expect(small.framesOf(source, [1])[0]).not.toBe(one);
});

it('keeps the first hundred evaluators by name', () => {
  experiment(
    1,
    Array.from({ length: 105 }, (_, index) => `e${String(104 - index).padStart(3, '0')}`),
  );
  const names = new FrameCache(1e6).framesOf(source, [1])[0]?.evaluations.map(({ name }) => name);
  expect([names?.length, names?.[0], names?.at(-1)]).toEqual([100, 'e000', 'e099']);
});
