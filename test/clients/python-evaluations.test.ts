import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { findPython } from '#test/examples/example-run.ts';
import { runCalls, type Results } from './client-results.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so its evaluations are skipped',
  );

const span = (number: number) => number.toString(16).padStart(16, '0');
const trace = (number: number) => number.toString(16).padStart(32, '0');
const STORED = { status: 204, detail: null };

describe.skipIf(python === null)('pandas and pyarrow, as older clients used them', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'python', python ?? '', 'evaluation_calls.py');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('find nothing while there is nothing', () => {
    expect(results['nothing yet']).toEqual({ status: 404, bytes: 0 });
    expect(results['unknown project']).toEqual({ status: 404, bytes: 0 });
  });

  it('read frames as they sent them, index and all, newest first', () => {
    for (const name of ['spans', 'traces', 'documents'])
      expect([name, results[name]]).toEqual([name, STORED]);
    expect(results['frames']).toMatchObject({
      'SpanEvaluations quality': {
        index: ['context.span_id'],
        keys: [span(3), span(2), span(1)],
        rows: [
          { label: 'bad', score: 0.25, explanation: null },
          { label: null, score: null, explanation: '' },
          { label: 'good', score: 1, explanation: 'é ü' },
        ],
      },
      'TraceEvaluations quality': {
        index: ['context.trace_id'],
        keys: [trace(2), trace(1)],
        rows: [
          { label: null, score: 2, explanation: null },
          { label: null, score: 1, explanation: null },
        ],
      },
      'DocumentEvaluations relevance': {
        index: ['context.span_id', 'document_position'],
        keys: [
          [span(2), 0],
          [span(1), 1],
          [span(1), 0],
        ],
        rows: [
          { label: 'relevant', score: 1 },
          { label: 'irrelevant', score: 0 },
          { label: 'relevant', score: 1 },
        ],
      },
    });
    expect(results['again']).toEqual(STORED);
    expect(results['same again']).toBe(true);
  });

  it.each([
    'range index',
    'index without a name',
    'categories',
    'nothing but an explanation',
    'a file',
    'lz4',
    'zstd',
    'decimal',
    'early',
  ])('may send %s', (name) => {
    expect(results[name]).toEqual(STORED);
  });

  it.each(['string', 'large_string', 'string_view', 'dictionary'])(
    'may send texts as %s, without metadata',
    (type) => {
      for (const media of ['application/x-pandas-pyarrow', 'application/x-dataframe-arrow'])
        expect(results[`plain ${type} ${media}`]).toEqual(STORED);
      expect(results['frames']).toMatchObject({
        [`SpanEvaluations ${type}`]: {
          keys: [span(6), span(5)],
          rows: [
            { label: 'b', score: 1.5 },
            { label: 'a', score: 0.5 },
          ],
        },
      });
    },
  );

  it('find what waited for its span, and long texts whole', () => {
    expect(results['frames']).toMatchObject({
      'SpanEvaluations early': { keys: [span(100)], rows: [{ label: 'early' }] },
      'SpanEvaluations zstd': { rows: [{ label: 'x', explanation: 'why '.repeat(1000) }] },
      'SpanEvaluations lz4': { rows: [{ label: 'x', explanation: 'why '.repeat(1000) }] },
      'SpanEvaluations categories': { rows: [{ label: 'x' }] },
      'SpanEvaluations null label': { rows: [{ label: null, explanation: 'why '.repeat(1000) }] },
      'SpanEvaluations decimal': { rows: [{ score: 1 }] },
    });
  });

  it.each([
    ['no metadata', 422, "the schema's metadata has no key 'arize'"],
    ['blank name', 422, 'must not be blank'],
    ['list column', 422, "column 'label' is List"],
    ['another column', 422, "column 'model' is not known"],
    ['not Arrow', 422, 'not a valid Arrow stream'],
    ['JSON', 415, 'application/x-pandas-arrow'],
  ])('get an error that names %s', (name, status, detail) => {
    expect(results[name]).toEqual({ status, detail: expect.stringContaining(detail) });
    expect(Object.keys(results['frames'] ?? {}).filter((frame) => frame.endsWith(' bad'))).toEqual(
      [],
    );
  });
  it('are refused what is broken inside', () => {
    expect(results['not gzip']).toMatchObject({ status: 422 });
  });
});
