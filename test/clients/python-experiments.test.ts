import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { findPython } from '#test/examples/example-run.ts';
import { runCalls, type Results } from './client-results.ts';
import { expectTraces } from './experiment-traces.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so its experiments are skipped',
  );

const id = expect.any(String);
const ANSWERS = ['"No, it is green."', '"On its way, two more days."', '"Yes, within 30 days."'];
const TWICE = ANSWERS.flatMap((answer) => [answer, answer]);
const complete = (runs: number) => ({ successful: runs, failed: 0, missing: 0 });

describe.skipIf(python === null)('experiments of arize-phoenix-client', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'python', python ?? '', 'experiment_calls.py');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('run_experiment with repetitions, and evaluators of every form, with arize-phoenix-evals', () => {
    const scores = {
      correct: [6, 'CODE', 0.667, ['False', 'True']],
      ends: [6, 'CODE', 0, ['.']],
      exact_match: [6, 'CODE', 0.667, []],
      length: [6, 'CODE', 0.207, []],
      matches_regex: [6, 'CODE', 0.667, []],
      says_when: [6, 'LLM', 0.667, ['no', 'yes']],
      short_enough: [6, 'CODE', 0.333, ['False', 'True']],
      starts: [6, 'CODE', 1, ['N', 'O', 'Y']],
      tone: [6, 'CODE', 0.5, ['plain']],
    };
    expect(results).toMatchObject({
      run: {
        dataset_id: id,
        dataset_version_id: id,
        experiment_metadata: { model: 'none', temperature: 0 },
        project_name: id,
      },
      'run outputs': TWICE,
      'run scores': scores,
      get: {
        name: 'first',
        description: 'answers by heart',
        repetitions: 2,
        example_count: 3,
        successful_run_count: 6,
        missing_run_count: 0,
      },
      'get_experiment outputs': TWICE,
      'get_experiment scores': scores,
      'runs are the same': true,
      'complete resume': null,
    });
    // The README of the client reads `error` of every run.
    expect(results['run keys']).toEqual([
      'dataset_example_id',
      'end_time',
      'error',
      'experiment_id',
      'id',
      'output',
      'repetition_number',
      'start_time',
      'trace_id',
    ]);
  });

  it('each run and each evaluation has its trace', async () => {
    await expectTraces(server, results['traces'], { runs: 6, evaluations: 54 });
  });

  it('evaluate_experiment adds evaluations and replaces those of the same name', () => {
    expect(results).toMatchObject({
      evaluate: { polite: [6, 'CODE', 0.25, []] },
      'evaluated scores': { length: [6, 'CODE', 1, []], polite: [6, 'CODE', 0.25, []] },
    });
  });

  it('resume_experiment runs what failed, and nothing else', () => {
    expect(results).toMatchObject({
      failed: { asked: 4, successful: 2, failed: 1, missing: 0 },
      'failed runs': [["ValueError('the model is busy')", null]],
      resumed: { asked: ['Can I get a refund?'], ...complete(3) },
      'resumed outputs': ANSWERS,
      'resumed scores': { length: [3, 'CODE', 0.207, []] },
      'resumed run kept its id': true,
    });
  });

  it('resume_evaluation runs the evaluators that failed, and nothing else', () => {
    expect(results).toMatchObject({
      'failed evaluations': [
        'None',
        "RuntimeError('the judge is busy')",
        "RuntimeError('the judge is busy')",
      ],
      'resumed evaluations': [3, 'CODE', 0.667, []],
      'judged again': ['On its way, two more days.', 'Yes, within 30 days.'],
      'nothing to resume': null,
    });
  });

  it('splits choose the examples', () => {
    expect(results).toMatchObject({
      create: { name: 'by split', repetitions: 3, example_count: 2, missing_run_count: 6 },
      'by split': { examples: 2, ...complete(6) },
      'unknown split': { raised: 'HTTPStatusError', message: expect.stringContaining('404') },
    });
    expect(results['train']).toMatchObject({
      outputs: ['"On its way, two more days."'],
      successful: 1,
    });
  });

  it('log_run and log_evaluation', () => {
    expect(results).toMatchObject({
      log_run: { id },
      'log_run again': { raised: 'HTTPStatusError', message: expect.stringContaining('409') },
      'log_run failed': { id, error: 'busy' },
      log_evaluation: { id },
    });
    expect(results['log_evaluation again']).toEqual(results['log_evaluation']);
    expect(results['logged']).toMatchObject([
      {
        input: { question: 'Where is my parcel?' },
        reference_output: { answer: 'On its way, two more days.' },
        output: { a: [1, null, 'ü'] },
        error: null,
        latency_ms: 1234,
        start_time: expect.stringMatching(/^2026-03-01T12:00:00(\.0+)?\+00:00$/),
        annotations: [
          {
            name: 'fit',
            annotator_kind: 'HUMAN',
            score: 1,
            label: null,
            explanation: null,
            metadata: {},
          },
        ],
      },
      { output: null, error: 'busy', annotations: [] },
    ]);
  });

  it('a dry run leaves nothing; list and delete', () => {
    const unknown = { raised: 'ValueError', message: expect.stringContaining('not found') };
    expect(results).toMatchObject({
      'dry run': [2, 2, 0],
      list: ['by hand', 'by split', 'flaky', 'first'],
      delete: null,
      'delete with project': null,
      'get deleted': unknown,
      'delete again': unknown,
      left: 3,
    });
  });
});

describe.skipIf(python === null)(
  'experiments of arize-phoenix-client, with more than a page of runs',
  () => {
    let server: BootedServer;
    beforeAll(async () => {
      server = await boot();
    });
    afterAll(async () => {
      await server.dispose();
    });

    it('through its coroutines', async () => {
      const results = await runCalls(server, 'python', python ?? '', 'experiment_async_calls.py');
      const scores = {
        exact_match: [120, 'CODE', 1, []],
        is_double: [120, 'CODE', 1, ['True']],
        says_when: [120, 'LLM', 0, ['no']],
      };
      expect(results).toMatchObject({
        run: { runs: 120, evaluations: 360, scores },
        get: { name: 'async', repetitions: 2, example_count: 60, successful_run_count: 120 },
        get_experiment: { same: true, scores },
        failed: { asked: 60 },
        'failed counts': { successful: 6, failed: 54, missing: 0 },
        resumed: { asked: 54 },
        'resumed counts': { successful: 33, failed: 27, missing: 0 },
        'resumed twice': complete(60),
        'resumed evaluations': {
          is_double: [60, 'CODE', 1, ['True']],
          quality: [60, 'CODE', 1, ['True']],
        },
        'by split': complete(30),
        list: ['async by split', 'async flaky', 'async'],
        delete: null,
        'get deleted': { raised: 'ValueError', message: expect.stringContaining('not found') },
      });
    });

    it('the examples of its own documentation', async () => {
      const results = await runCalls(server, 'python', python ?? '', 'experiment_examples.py');
      expect(Object.keys(results).length).toBeGreaterThanOrEqual(24);
      expect(Object.entries(results).filter(([, ended]) => ended !== 'ran')).toEqual([]);
    });
  },
);
