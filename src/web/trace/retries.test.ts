import { expect, it } from 'vitest';
import { retriesOf, retryCandidates } from './retries.ts';
import { traceOf, type GivenSpan } from './trace-fixture.ts';

const ROOT: GivenSpan = { parent: -1, name: 'agent', startMs: 0, durationMs: 100 };
const call = (startMs: number, more: Partial<GivenSpan> = {}): GivenSpan => ({
  parent: 0,
  name: 'search',
  startMs,
  durationMs: 5,
  ...more,
});
const candidates = (spans: readonly GivenSpan[]) =>
  retryCandidates(traceOf([ROOT, ...spans]).columns, 10);

it('a call right after one of its name that failed may be a retry; one after a success, or beside the failure, is none', () => {
  expect(
    candidates([call(0, { error: true }), call(10, { error: true }), call(20), call(30)]),
  ).toEqual([
    { row: 2, failed: 1 },
    { row: 3, failed: 2 },
  ]);
  expect(candidates([call(0, { error: true }), call(2)])).toEqual([]);
  expect(candidates([call(0, { error: true }), call(10, { name: 'fetch' })])).toEqual([]);
  expect(candidates([call(0, { error: true }), { ...call(10), parent: 1 }])).toEqual([]);
});

it('has an end where nothing is read to tell', () => {
  expect(
    retryCandidates(
      traceOf([ROOT, ...Array.from({ length: 9 }, (_, at) => call(at * 10, { error: true }))])
        .columns,
      3,
    ),
  ).toHaveLength(3);
});

it('is a retry when it asks for the same, and counts the attempts', () => {
  const pairs = [
    { row: 2, failed: 1 },
    { row: 3, failed: 2 },
    { row: 4, failed: 3 },
    { row: 6, failed: 5 },
  ];
  const inputs = ['', 'a', 'a', 'a', 'b', '', ''];
  expect([...retriesOf(pairs, (row) => inputs[row] ?? null)]).toEqual([
    [2, { of: 1, attempt: 2 }],
    [3, { of: 2, attempt: 3 }],
  ]);
});
