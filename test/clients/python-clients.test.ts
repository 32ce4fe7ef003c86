import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '../e2e/boot.ts';
import { findPython } from '../examples/example-run.ts';
import { runCalls, runClient, TWO_SPANS, twoSpansOf, type Results } from './client-results.ts';

const python = findPython();
if (python === null) console.log('note: no Python with the packages of test/clients/python, so the Python clients are skipped');

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const httpError = (status: number) => ({ raised: 'HTTPStatusError', message: expect.stringContaining(`'${status} `) });
/** Steps by their numbers, as a list of spans names them. */
const steps = (...numbers: readonly number[]) => numbers.map((number) => `step ${number}`);

describe.skipIf(python === null)('arize-phoenix-client', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'python', python ?? '', 'client_calls.py');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('makes, finds, changes and deletes projects', () => {
    const made = { id: expect.any(String), name: 'python-made', description: 'made by a client' };
    expect(results).toMatchObject({
      'projects.create': made,
      'projects.create again': httpError(409),
      'projects.get by id': made,
      'projects.get by name': made,
      'projects.get unknown': httpError(404),
      'projects.update': { ...made, description: 'changed' },
      'projects.list': ['python-made', 'default'],
      'projects.list by name': ['python-made'],
      'projects.delete': null,
      'projects.delete default': httpError(403),
      'projects.list after delete': ['default'],
      'projects.list in pages': range(0, 105).map((number) => `many-${String(number).padStart(3, '0')}`),
    });
  });

  it('logs spans, and tells duplicates and invalid ones', () => {
    expect(results).toMatchObject({
      'spans.log_spans': { total_received: 5, total_queued: 5 },
      'spans.log_spans again': {
        raised: 'SpanCreationError',
        duplicates: [{ span_id: '0000000000000001', trace_id: '00000000000000000000000000000001' }],
        invalid: [],
      },
      'spans.log_spans naive': {
        raised: 'SpanCreationError',
        duplicates: [],
        invalid: [
          { span_id: '0000000000000009', trace_id: '00000000000000000000000000000009', error: expect.stringContaining('timezone-naive') },
        ],
      },
      'spans.log_spans without a name': {
        raised: 'SpanCreationError',
        invalid: [{ span_id: '0000000000000009', error: expect.stringContaining('required') }],
      },
      'spans.log_spans_dataframe': { total_received: 250, total_queued: 250 },
    });
  });

  it('reads a span as it was logged', () => {
    expect(results['spans.get_spans whole']).toEqual([
      {
        id: expect.any(String),
        name: 'step 1',
        context: { trace_id: '00000000000000000000000000000001', span_id: '0000000000000001' },
        span_kind: 'CHAIN',
        parent_id: null,
        start_time: '2026-03-01T12:00:00.123456+00:00',
        end_time: '2026-03-01T12:00:00.223456+00:00',
        status_code: 'OK',
        status_message: '',
        attributes: { 'session.id': 'chat-1', 'input.value': 'hello?', 'input.mime_type': 'text/plain', 'output.value': 'hello!' },
        events: [{ name: 'note', timestamp: '2026-03-01T12:00:00.123456+00:00', attributes: { n: 1 } }],
      },
    ]);
  });

  it.each([
    ['none', steps(5, 4, 3, 2, 1)],
    ['time', steps(2, 1)],
    ['naive time', steps(5, 4, 3)],
    ['trace_ids', steps(5, 2, 1)],
    ['span_ids', steps(4, 2)],
    ['parent', steps(4)],
    ['roots', steps(5, 3, 1)],
    ['name', steps(3)],
    ['names', steps(4, 1)],
    ['kind', steps(2)],
    ['kinds', steps(4, 2)],
    ['status', steps(3)],
    ['statuses', steps(5, 4, 3, 2, 1)],
    ['attribute bool', steps(4)],
    ['attribute int', steps(4)],
    ['attribute float', steps(4)],
    ['attribute text', steps(4)],
    ['attribute text, not a number', []],
    ['attribute nested', steps(4)],
    ['attributes together', []],
    ['everything', steps(4)],
    ['limit', steps(5, 4)],
    ['pages', range(1020, 1250).map((number) => `row ${number}`)],
    ['after delete', steps(5, 3, 2, 1)],
  ])('get_spans: %s', (label, expected) => {
    expect(results[`spans.get_spans ${label}`]).toEqual(expected);
  });

  it('refuses what get_spans cannot answer', () => {
    expect(results).toMatchObject({ 'spans.get_spans wrong kind': httpError(422), 'spans.get_spans unknown project': httpError(404) });
  });

  it.each([
    ['none', [3, 2, 1]],
    ['ascending', [1, 2, 3]],
    ['slowest first', [2, 1, 3]],
    ['time', [2]],
    ['session', [2, 1]],
    ['sessions', [3, 2, 1]],
    ['unknown session', []],
    ['error', [2]],
    ['no error', [3, 1]],
    ['latency from', [2, 1]],
    ['latency to', [3]],
    ['latency between', [1]],
    ['limit', [3]],
    ['by id', [3, 2, 1]],
    ['pages', range(1020, 1250)],
    ['after delete', []],
  ])('get_traces: %s', (label, expected) => {
    expect(results[`traces.get_traces ${label}`]).toEqual(expected);
  });

  it('reads traces with their spans', () => {
    const span = (number: number, kind: string, status: string) => ({ name: `step ${number}`, span_kind: kind, status_code: status });
    expect(results['traces.get_traces include_spans']).toMatchObject([
      { token_count_prompt: 10, token_count_completion: 5, token_count_total: 15, spans: [span(1, 'CHAIN', 'OK'), span(2, 'LLM', 'OK')] },
      { token_count_total: 0, spans: [span(3, 'CHAIN', 'ERROR'), span(4, 'TOOL', 'OK')] },
    ]);
  });

  it('reads sessions and their turns', () => {
    expect(results).toMatchObject({
      'sessions.get': {
        session_id: 'chat-1',
        start_time: '2026-03-01T12:00:00.123456+00:00',
        end_time: '2026-03-01T12:00:12.123456+00:00',
        traces: [{}, {}],
        token_count_total: 15,
      },
      'sessions.get by id': 'chat-1',
      'sessions.get unknown': httpError(404),
      'sessions.list': ['chat-1', 'chat-2'],
      'sessions.list limit': 1,
      'sessions.get_sessions_dataframe': ['id', 'session_id', 'project_id', 'start_time', 'end_time', 'num_traces', null, 2],
      'sessions.get_session_turns': [
        { trace: 1, input: { value: 'hello?', mime_type: 'text/plain' }, output: { value: 'hello!' }, root: 'step 1' },
        { trace: 2, input: { value: 'again?', mime_type: 'text/plain' }, output: { value: 'again!' }, root: 'step 3' },
      ],
    });
  });

  it('deletes spans and sessions', () => {
    expect(results).toMatchObject({
      'spans.delete': null,
      'spans.delete again': httpError(404),
      'sessions.delete': null,
      'sessions.delete again': httpError(404),
      'sessions.bulk_delete': null,
      'sessions.list after delete': [],
    });
  });
});

describe.skipIf(python === null)('arize-phoenix-otel and plain exporters', () => {
  let server: BootedServer;
  beforeAll(async () => {
    server = await boot();
    await runClient(server, 'python', python ?? '', 'otel_calls.py');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it.each([
    'register-grpc',
    'register-grpc-batch',
    'register-http',
    'register-default',
    'register-http-default',
    'exporter-http',
    'exporter-grpc',
  ])('%s', async (project) => {
    expect(await twoSpansOf(server, project)).toEqual(TWO_SPANS);
  });
});
