import { expect, it } from 'vitest';
import type { SpanSearchHit } from '#contracts/search/span-search.ts';
import { byTrace } from './found-traces.ts';

function hitOf(span: string, trace: string): SpanSearchHit {
  return {
    project: { id: 'UHJvamVjdDox', name: 'p', description: null },
    trace_id: trace,
    span_id: span,
    name: 'n',
    span_kind: 'LLM',
    status_code: 'OK',
    start_time: '2026-11-20T18:16:00+00:00',
    snippets: [],
  };
}

it('shows a trace where its newest span is', () => {
  const found = byTrace([hitOf('5', 'a'), hitOf('4', 'b'), hitOf('3', 'a'), hitOf('2', 'a')]);
  expect(found.map(({ hit, others }) => [hit, ...others].map((one) => one.span_id))).toEqual([
    ['5', '3', '2'],
    ['4'],
  ]);
  expect(byTrace([])).toEqual([]);
});
