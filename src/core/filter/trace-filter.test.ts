import { describe, expect, test } from 'vitest';
import { compileSessionFilter, compileTraceFilter } from './compile-filter.ts';
import { annotation, sessionView, spanView, traceView } from './test-views.ts';

const root = spanView(
  { id: 1, spanId: '1', kind: 'AGENT', name: 'agent' },
  {
    input: { value: 'Refund order 7' },
    output: { value: 'Done' },
    metadata: { plan: 'pro' },
    tags: ['a'],
    resource: { service: { name: 'shop' } },
  },
);
const spans = [
  root,
  spanView(
    {
      id: 2,
      spanId: '2',
      parentSpanId: '1',
      kind: 'TOOL',
      name: 'lookup',
      statusCode: 'ERROR',
      endTimeUnixNano: root.row.startTimeUnixNano + 5_000_000n,
    },
    { tool: { name: 'db' } },
    {
      annotations: () => [annotation('ok', { label: 'no', score: 0 })],
      documentAnnotations: () => [
        annotation('fits', { label: 'no', score: 0 }),
        annotation('fits', { label: 'yes', score: 1 }),
      ],
    },
  ),
  spanView({
    id: 3,
    spanId: '3',
    parentSpanId: '1',
    costUsd: 0.5,
    tokens: { ...root.row.tokens, prompt: 40, completion: 2 },
  }),
  spanView({
    id: 4,
    spanId: '4',
    parentSpanId: '3',
    costUsd: 0.25,
    tokens: { ...root.row.tokens, prompt: 10 },
  }),
  spanView({ id: 5, spanId: '5', parentSpanId: 'gone', name: 'orphan', kind: 'CHAIN' }),
];
const trace = traceView(
  spans,
  { promptTokens: 50, completionTokens: 2, userId: 'ann', costUsd: 0.75 },
  { annotations: () => [annotation('overall', { label: 'fine', score: 4 })] },
);
const quiet = traceView([spanView({ id: 9, spanId: '9' }, { input: { value: 'Hello' } })], {
  startTimeUnixNano: trace.row.startTimeUnixNano + 10_000_000_000n,
  endTimeUnixNano: trace.row.startTimeUnixNano + 11_000_000_000n,
});
const session = sessionView(
  [trace, quiet],
  { promptTokens: 50, completionTokens: 2, costUsd: 0.75, userId: 'ann' },
  { annotations: () => [annotation('mood', { label: 'calm' })] },
);

const TRACE_TRUE = [
  "trace_id == 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'",
  "start_time >= '2026-01-01T00:00:00Z' and end_time > start_time",
  'latency_ms == 2000',
  'num_spans == 5',
  'error_count == 1',
  'error_count > 0',
  'token_count_prompt == 50',
  'token_count_completion == 2',
  'token_count_total == 52',
  'total_cost == 0.75',
  'prompt_cost + completion_cost == 0',
  'tool_span_count == 1',
  'llm_span_count == 2',
  "root.name == 'agent' and root.span_kind in ['agent'] and root.status_code != 'ERROR'",
  'session.id is None',
  "input == 'Refund order 7'",
  "'refund' in input",
  "output == 'Done'",
  "attributes['tags'][0] == 'a'",
  "metadata['plan'] == 'pro'",
  "resource.service.name == 'shop' and resource['service.name'] == 'shop'",
  "resource.service.version is None and resource.service.name in ['shop', 'bank']",
  "any(s.resource.service.name == 'shop' for s in spans)",
  "user.id == 'ann'",
  "trace_annotations['overall'].score > 3",
  "trace_annotations['overall']",
  "document_annotations['fits'].label == 'yes' and document_annotations['fits'].score == 1",
  "document_annotations['fits'].label == 'no' and trace_annotations['overall'].label == 'fine'",
  "any(s.span_kind == 'tool' and s.status_code == 'error' for s in spans)",
  "not all(s.status_code == 'OK' for s in spans)",
  "len([s for s in spans if s.span_kind == 'LLM']) == 2",
  'sum(s.total_cost for s in spans) == 0.75',
  'max(s.llm.token_count.prompt for s in spans) == 40',
  'min(s.latency_ms for s in spans) == 5',
  "sum(s.latency_ms for s in spans if s.span_kind == 'TOOL') == 5",
  "max(s.start_time for s in spans) >= '2026-01-01T00:00:00Z'",
  "any(s.attributes['tool']['name'] == 'db' for s in spans)",
  "any(s.parent_span.name == 'agent' and s.name == 'lookup' for s in spans)",
  "any(s.parent_span is None and s.name == 'orphan' for s in spans)",
  'len([s for s in spans if s.parent_span is None]) == 2',
  "any(any(c.span_kind == 'TOOL' for c in s.children) for s in spans)",
  'any(len([c for c in s.children]) == 2 for s in spans)',
  "any(any(o.name == 'lookup' for o in s.siblings) and s.span_kind == 'LLM' for s in spans)",
  "all(len([o for o in s.siblings]) == 0 for s in spans if s.name == 'agent')",
  "any(a.label == 'no' for a in span_annotations)",
  'any(any(a.score == 0 for a in s.annotations) for s in spans)',
  "any(a.name == 'overall' and a.identifier == '' for a in trace_annotations)",
  'sum(d.cost for d in span_cost_details) == 0',
  'any(sum(d.cost for d in s.cost_details) == 0 for s in spans)',
  "len([s for s in spans if s.name == 'nothing']) == 0",
  'sum(s.latency_ms for s in spans if s.latency_ms > 9999) == 0',
  'max(s.latency_ms for s in spans) - min(s.latency_ms for s in spans) == 1495',
  'any([s.latency_ms == 5 for s in spans])',
];
const TRACE_FALSE = [
  'error_count == 0',
  "input == 'refund order 7'",
  "any(s.name == 'nobody' for s in spans)",
  'max(s.latency_ms for s in spans if s.latency_ms > 9999) > 0',
  'max(s.latency_ms for s in spans if s.latency_ms > 9999) < 0',
  'max(s.latency_ms for s in spans if s.latency_ms > 9999) + 1 != 0',
  'all(s.llm.token_count.prompt >= 0 for s in spans)',
  "all(s.attributes['tool']['name'] == 'db' for s in spans)",
  "trace_annotations['other']",
  "document_annotations['other']",
  "document_annotations['fits'].label == 'yes' and document_annotations['fits'].score == 0",
  'min(s.start_time for s in spans if s.latency_ms < 0) is not None and False == True',
];
const SESSION_TRUE = [
  "session_id == 'chat-1'",
  'duration_ms == 60000',
  'num_traces == 2',
  'num_traces_with_error == 1',
  'token_count_total == 52 and token_count_prompt == 50 and token_count_completion == 2',
  'total_cost == 0.75',
  'tool_span_count == 1',
  'llm_span_count == 3',
  "first_input == 'Refund order 7'",
  'last_output is None',
  "'hello' in any_input",
  "'done' in any_output",
  "'nope' not in any_input",
  "user.id == 'ann'",
  "metadata['plan'] == 'pro'",
  "attributes['tags'][0] == 'a'",
  'start_time < end_time',
  "session_annotations['mood'].label == 'calm'",
  "any(a.label == 'calm' for a in session_annotations)",
  "document_annotations['fits'].score == 1",
  "any(s.name == 'lookup' for s in spans)",
  'len([s for s in spans]) == 6',
  'max(t.latency_ms for t in traces) == 2000',
  "any(t.start_time > '2026-01-01T00:00:05Z' for t in traces)",
  "any(any(s.status_code == 'ERROR' for s in t.spans) for t in traces)",
  'any(a.score == 0 for a in span_annotations)',
  'len([d for d in span_cost_details]) == 0',
];
const SESSION_FALSE = [
  "'nope' in any_input",
  "first_input == 'Hello'",
  'num_traces > 2',
  'all(t.latency_ms > 1500 for t in traces)',
];

describe('a trace filter', () => {
  test.each(TRACE_TRUE)('holds: %s', (text) =>
    expect(compileTraceFilter(text)?.matches(trace)).toBe(true),
  );
  test.each(TRACE_FALSE)('does not hold: %s', (text) =>
    expect(compileTraceFilter(text)?.matches(trace)).toBe(false),
  );
  test('is none when empty', () => expect(compileTraceFilter('')).toBeNull());

  test('of spans that are each other’s parents ends', () => {
    const ring = traceView([
      spanView({ id: 1, spanId: '1', parentSpanId: '2' }),
      spanView({ id: 2, spanId: '2', parentSpanId: '1' }),
      spanView({ id: 3, spanId: '3', parentSpanId: '3' }),
    ]);
    expect(
      compileTraceFilter('all(len([c for c in s.children]) == 1 for s in spans)')?.matches(ring),
    ).toBe(true);
    expect(compileTraceFilter('all(s.parent_span is not None for s in spans)')?.matches(ring)).toBe(
      true,
    );
  });

  test('a filter that visits too many pairs of spans is stopped with an error', () => {
    const star = traceView(
      Array.from({ length: 3_000 }, (_, index) =>
        spanView({ id: index, spanId: String(index), parentSpanId: index === 0 ? null : '0' }),
      ),
    );
    const predicate = compileTraceFilter(
      "any(any(o.name == 'x' for o in s.siblings) for s in spans)",
    );
    expect(() => predicate?.matches(star)).toThrow(/compares too many spans/);
  });
});

describe('a session filter', () => {
  test.each(SESSION_TRUE)('holds: %s', (text) =>
    expect(compileSessionFilter(text)?.matches(session)).toBe(true),
  );
  test.each(SESSION_FALSE)('does not hold: %s', (text) =>
    expect(compileSessionFilter(text)?.matches(session)).toBe(false),
  );
  test('is none when empty', () => expect(compileSessionFilter('')).toBeNull());
});
