import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { findPython } from '#test/examples/example-run.ts';
import { runCalls, type Results } from './client-results.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so its datasets from files are skipped',
  );

const CSV_EXAMPLES = [
  {
    input: { question: 'Why, "really"?' },
    output: { answer: 'so\nit is' },
    metadata: { topic: 'é' },
  },
  { input: { question: 'How?' }, output: {}, metadata: { topic: 'b' } },
];
const FRAME_EXAMPLES = [
  { input: { question: 'a', count: '1', ratio: '0.5' }, output: { answer: 'x' }, metadata: {} },
  { input: { question: 'b', count: '2' }, output: {}, metadata: {} },
  { input: { question: 'c', count: '3', ratio: '1.5' }, output: { answer: 'z' }, metadata: {} },
];

describe.skipIf(python === null)('arize-phoenix-client, datasets from files', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'python', python ?? '', 'dataset_file_calls.py');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('makes one of a CSV file, and the same file changes nothing', () => {
    expect(results['csv']).toMatchObject({ name: 'from csv', examples: CSV_EXAMPLES });
    expect(results['csv again']).toEqual(results['csv']);
    expect(results['csv append']).toMatchObject({ examples: CSV_EXAMPLES });
    expect(results['csv, unknown column']).toMatchObject({
      message: expect.stringContaining('gone'),
    });
  });

  it('makes one of a data frame, with splits', () => {
    expect(results['frame']).toMatchObject({ name: 'from frame', examples: FRAME_EXAMPLES });
    expect(results['frame again']).toEqual(results['frame']);
    expect(results['frame, one split']).toMatchObject({
      examples: [FRAME_EXAMPLES[0], FRAME_EXAMPLES[2]],
    });
    expect(results['frame append']).toMatchObject({ examples: FRAME_EXAMPLES });
    expect(results).toMatchObject({ versions: 1, 'large frame': 5000 });
  });

  it('exports Parquet that pandas reads, and that changes nothing when it comes back', () => {
    expect(results['parquet']).toMatchObject({
      columns: ['id', 'node_id', 'input', 'output', 'metadata', 'splits', 'span_id'],
      rows: [
        { id: 'one', input: { q: 'é' }, output: { a: [1, null] }, metadata: {}, splits: ['train'] },
        { id: 'two', input: { q: 2 }, output: {}, metadata: {}, splits: [] },
      ],
      updated: { num_created_examples: 0, num_updated_examples: 0, num_deleted_examples: 0 },
    });
  });
});
