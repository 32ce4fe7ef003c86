import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { runCalls, type Results } from './client-results.ts';

const inputs = (...questions: readonly number[]) => questions.map((q) => ({ input: { q } }));

describe('datasets of @arizeai/phoenix-client', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'js', process.execPath, 'dataset-calls.js');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('createDataset, getDataset, getDatasetInfo', () => {
    const id = expect.any(String);
    expect(results).toMatchObject({
      create: { datasetId: id },
      first: {
        id,
        versionId: id,
        name: 'js questions',
        description: 'from the client',
        metadata: {},
        examples: [
          {
            id: 'one',
            nodeId: id,
            input: { q: 1 },
            output: { a: 2 },
            metadata: { from: 'js' },
            source: { span_id: 'b'.repeat(16) },
          },
          { input: { q: 2 }, source: null },
          { input: { q: 3 }, output: {}, metadata: {} },
        ],
      },
      info: { name: 'js questions' },
    });
  });

  it('getDatasetExamples by split', () => {
    expect(results['by split']).toMatchObject({ examples: inputs(1, 2) });
    expect(results['unknown split']).toMatchObject({ raised: expect.any(String) });
  });

  it('appendDatasetExamples', () => {
    expect(results['append']).toMatchObject({
      datasetId: expect.any(String),
      versionId: expect.any(String),
    });
    expect(results['appended']).toMatchObject({ examples: inputs(1, 2, 3, 4) });
  });

  it('createDataset again, which updates, and every version stays', () => {
    expect(results['create again']).toEqual(results['create']);
    expect(results['updated']).toMatchObject({
      examples: [{ id: 'one', input: { q: 1 }, output: { a: 'new' } }, { input: { q: 4 } }],
    });
    expect(results['old version']).toMatchObject({
      examples: [{ output: { a: 2 } }, { input: { q: 2 } }, { input: { q: 3 } }],
    });
  });

  it('the list, and what is not there', () => {
    expect(results['list']).toMatchObject([{ name: 'js questions', example_count: 2 }]);
    expect(results['unknown']).toMatchObject({ raised: expect.any(String) });
  });

  it('labels', () => {
    const label = { name: 'golden', color: '#ffc53d', description: null };
    expect(results).toMatchObject({ label: { data: label }, labels: { data: [label] } });
  });
});
