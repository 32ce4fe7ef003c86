import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { runCalls, type Results } from './client-results.ts';
import { expectTraces } from './experiment-traces.ts';

const id = expect.any(String);

describe('experiments of @arizeai/phoenix-client', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'js', process.execPath, 'experiment-calls.js');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('runExperiment, getExperiment, evaluateExperiment', () => {
    expect(results).toMatchObject({
      run: { keys: 120, evaluations: 120, project: id, datasetId: true, successful: 120 },
      info: {
        repetitions: 2,
        metadata: { model: 'none' },
        exampleCount: 60,
        successfulRunCount: 120,
        failedRunCount: 0,
        missingRunCount: 0,
      },
      same: true,
      runs: [
        'datasetExampleId',
        'endTime',
        'error',
        'experimentId',
        'id',
        'output',
        'startTime',
        'traceId',
      ],
      scores: { count: 120, mean: 1, errors: 0 },
      evaluate: 120,
      evaluated: { count: 120, mean: 0.25, errors: 0 },
    });
  });

  it('each run and each evaluation has its trace', async () => {
    await expectTraces(server, results['traces'], { runs: 120, evaluations: 120 });
  });

  it('resumeExperiment runs what failed, and nothing else', () => {
    expect(results).toMatchObject({
      failed: [60, 6, 54, 0],
      'failed run': 'the model is busy',
      resume: null,
      asked: 54,
      resumed: [60, 60, 0, 0],
      'resumed scores': { count: 60, mean: 1, errors: 0 },
    });
  });

  it('resumeEvaluation runs the evaluators that failed, and nothing else', () => {
    expect(results).toMatchObject({
      'failed evaluations': { count: 60, mean: 1, errors: 30 },
      'resume evaluations': null,
      'resumed evaluations': { count: 60, mean: 0.75, errors: 0 },
      'stop on the first error': { raised: 'Error' },
    });
  });

  it('splits choose the examples; a dry run leaves nothing; list and delete', () => {
    const unknown = { raised: 'HttpError', message: expect.stringContaining('404') };
    expect(results).toMatchObject({
      create: { id, exampleCount: 30, missingRunCount: 30 },
      'by split': [30, 30, 0, 0],
      odd: [30, 30, 0, 0],
      'dry run': [3, 3, 0],
      list: [3, 2, 1, 0],
      delete: null,
      'delete with project': null,
      deleted: unknown,
      'delete again': unknown,
      left: 2,
    });
  });

  it('the examples of its own documentation', async () => {
    expect(
      Object.values(await runCalls(server, 'js', process.execPath, 'experiment-examples.js')),
    ).toEqual([
      ['[completed] Tasks 2/2 ok', '[completed] Evaluations 4/4 ok'],
      ['[completed] Tasks 3/3 ok', '[completed] Evaluations 6/6 ok'],
      ['[completed] Tasks 1/1 ok', '[completed] Evaluations 1/1 ok'],
    ]);
  });
});
