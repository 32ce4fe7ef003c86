import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { findPython } from '#test/examples/example-run.ts';
import { runCalls, type Results } from './client-results.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so its client for datasets is skipped',
  );

describe.skipIf(python === null)('arize-phoenix-client, datasets', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'python', python ?? '', 'dataset_calls.py');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('creates and reads lists of dicts, exactly', () => {
    expect(results['create']).toEqual({
      name: 'python lists',
      description: 'made by a client',
      count: 2,
      examples: [
        {
          input: { q: 1, nested: { a: [1, 2.5, null] } },
          output: { a: 'one' },
          metadata: { tier: 'gold' },
        },
        { input: { q: 2 }, output: { a: 'zwei é 😀' }, metadata: {} },
      ],
    });
    expect(results['to_dataframe']).toEqual(['input', 'output', 'metadata']);
  });

  it('appends, updates, and finds versions', () => {
    expect(results).toMatchObject({
      append: [1, 2, 3],
      'append by name': [1, 2, 3, 4],
      // An append makes the dataset when there is none.
      'append unknown': [4],
      'create again, the same': 2,
      'get by name': [1, 2],
      'get by id': [1, 2],
      'get version': [1, 2, 3],
      'get unknown': { raised: 'ValueError' },
      'get unknown version': { raised: expect.stringMatching(/ValueError|HTTPStatusError/) },
      versions: 4,
      'versions, some': [true],
    });
  });

  it('keeps ids and splits', () => {
    expect(results).toMatchObject({
      examples: [
        ['x', 'x'],
        ['y', 'y'],
      ],
      splits: ['x', 'y'],
      'one split': ['y'],
      'unknown split': { raised: expect.stringMatching(/ValueError|HTTPStatusError/) },
      'patch by id': [['y', 9]],
    });
  });

  it('uploads data frames and CSV files', () => {
    expect(results['dataframe']).toMatchObject({
      name: 'python frame',
      count: 2,
      examples: [
        { input: { q: 'a' }, output: { a: '1' }, metadata: { tier: 'gold' } },
        { input: { q: 'b' }, output: { a: '2' }, metadata: { tier: 'tin' } },
      ],
    });
    expect(results['csv']).toMatchObject({
      examples: [
        { input: { q: 'hello' }, output: { a: 'world' } },
        { input: { q: 'with, comma' }, output: { a: 'two\nlines' } },
      ],
    });
  });

  it('lists by pages, and takes thousands', () => {
    expect(results).toMatchObject({ list: 17, 'list, some': ['page 11', 'page 10'], big: 5_000 });
  });

  it('does the same asynchronously', () => {
    expect(results['async']).toEqual([[1, 2], 2, [1, 2]]);
  });
});
