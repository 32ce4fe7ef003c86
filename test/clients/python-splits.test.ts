import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { findPython } from '#test/examples/example-run.ts';
import { runCalls, type Results } from './client-results.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so its splits of datasets are skipped',
  );

describe.skipIf(python === null)('get_dataset', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'python', python ?? '', 'split_calls.py');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('by split, sync and async', () => {
    expect(results).toMatchObject({
      all: [1, 2, 3],
      train: [1],
      'train or hard': ['hard', 'train'],
      unknown: { raised: expect.any(String) },
      splits: { train: 1, test: 1, hard: 1 },
      renamed: [1, 2],
      'by id': [1, 2],
      'async train': [10, 2],
    });
  });

  it('after an edit by hand, and as it was', () => {
    expect(results).toMatchObject({
      edited: [10, 2, 3],
      'as it was': [1, 2, 3],
      versions: ['by hand', null],
    });
  });
});
