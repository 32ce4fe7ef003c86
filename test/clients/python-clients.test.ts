import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { findPython } from '#test/examples/example-run.ts';
import {
  annotationsOf,
  runCalls,
  runClient,
  TWO_SPANS,
  twoSpansOf,
  type Results,
} from './client-results.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so the Python clients are skipped',
  );

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index);
const httpError = (status: number) => ({
  raised: 'HTTPStatusError',
  message: expect.stringContaining(`'${status} `),
});
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
      'projects.list in pages': range(0, 105).map(
        (number) => `many-${String(number).padStart(3, '0')}`,
      ),
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
          {
            span_id: '0000000000000009',
            trace_id: '00000000000000000000000000000009',
            error: expect.stringContaining('timezone-naive'),
          },
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
        attributes: {
          'session.id': 'chat-1',
          'input.value': 'hello?',
          'input.mime_type': 'text/plain',
          'output.value': 'hello!',
        },
        events: [
          { name: 'note', timestamp: '2026-03-01T12:00:00.123456+00:00', attributes: { n: 1 } },
        ],
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
    expect(results).toMatchObject({
      'spans.get_spans wrong kind': httpError(422),
      'spans.get_spans unknown project': httpError(404),
    });
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
    const span = (number: number, kind: string, status: string) => ({
      name: `step ${number}`,
      span_kind: kind,
      status_code: status,
    });
    expect(results['traces.get_traces include_spans']).toMatchObject([
      {
        token_count_prompt: 10,
        token_count_completion: 5,
        token_count_total: 15,
        spans: [span(1, 'CHAIN', 'OK'), span(2, 'LLM', 'OK')],
      },
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
      'sessions.get_sessions_dataframe': [
        'id',
        'session_id',
        'project_id',
        'start_time',
        'end_time',
        'num_traces',
        null,
        2,
      ],
      'sessions.get_session_turns': [
        {
          trace: 1,
          input: { value: 'hello?', mime_type: 'text/plain' },
          output: { value: 'hello!' },
          root: 'step 1',
        },
        {
          trace: 2,
          input: { value: 'again?', mime_type: 'text/plain' },
          output: { value: 'again!' },
          root: 'step 3',
        },
      ],
    });
  });

  it('annotates spans, and reads the annotations', () => {
    const id = expect.stringMatching(/^[A-Za-z0-9+/]+=*$/);
    const plain = { label: null, score: null, explanation: null, metadata: {} };
    const tone = {
      kind: 'HUMAN',
      label: 'good',
      score: 0.5,
      explanation: 'because',
      metadata: { by: 'me', deep: [1, null] },
    };
    expect(results['add_span_annotation sync']).toEqual({ id });
    expect(results['add_span_annotation again']).toEqual(results['add_span_annotation sync']);
    expect(results['add_span_annotation identifier']).not.toEqual(
      results['add_span_annotation sync'],
    );
    const many = results['log_span_annotations sync'] as string[]; // as: the program's list of ids
    expect([many.length, new Set(many).size, many[0] === many[2]]).toEqual([3, 2, true]);
    expect(results).toMatchObject({
      'add_span_annotation async': null,
      'add_span_annotation unknown': httpError(404),
      'add_span_annotation note': httpError(400),
      'log_span_annotations async': null,
      add_span_note: [id, id],
      'add_span_note unknown': httpError(404),
      get_span_annotations: [
        { ...plain, name: 'later', identifier: '', kind: 'LLM', score: 1 },
        { ...plain, name: 'many', identifier: '', kind: 'CODE', score: 3 },
        { ...tone, name: 'tone', identifier: '' },
        { ...plain, name: 'tone', identifier: 'second', kind: 'HUMAN', label: 'bad' },
      ],
      'get_span_annotations whole': {
        id,
        created_at: expect.stringMatching(/\+00:00$/),
        source: 'API',
        user_id: null,
        name: 'tone',
        annotator_kind: 'HUMAN',
        span_id: '00000000000000a1',
      },
      'get_span_annotations notes': ['note 1', 'note 0'],
      'get_span_annotations pages': 5,
      'get_span_annotations none': [],
      'get_span_annotations unknown': httpError(404),
      'get_span_annotations some unknown': 1,
      get_span_annotations_dataframe: { index: 'span_id', rows: 5, scores: [0.5, 1, 2, 3] },
    });
  });

  it('annotates from data frames', () => {
    const named = { name: 'named', kind: 'HUMAN', score: null };
    expect(results).toMatchObject({
      'log_span_annotations_dataframe sync': 250,
      'log_span_annotations_dataframe async': null,
      'get_span_annotations of the frame': [
        251,
        [
          { ...named, explanation: 'how' },
          { ...named, explanation: 'why' },
        ],
      ],
      log_document_annotations_dataframe: 3,
      log_trace_annotations_dataframe: 2,
      log_session_annotations_dataframe: 1,
    });
  });

  it('annotates documents, traces and sessions', async () => {
    expect(results).toMatchObject({
      add_document_annotation: { id: expect.any(String) },
      'add_document_annotation out of range': httpError(422),
      log_document_annotations: [null, 1],
      add_trace_annotation: { id: expect.any(String) },
      log_trace_annotations: [null, 2],
      'add_trace_annotation unknown': httpError(404),
      add_session_annotation: { id: expect.any(String) },
      log_session_annotations: [null, 1],
      'add_session_annotation unknown': httpError(404),
      'asynchronous client': [true, true],
    });
    const ofProject = (target: string, ids: string) =>
      annotationsOf(server, `/v1/projects/python-annotations/${target}_annotations?${ids}`);
    expect(await ofProject('document', 'span_ids=00000000000000a1')).toEqual([
      { name: 'relevance', at: 1, score: 0 },
      { name: 'relevance', at: 0, score: 1 },
      { name: 'relevance', at: 2, score: 1 },
    ]);
    expect(await ofProject('session', 'session_ids=judged-chat')).toEqual([
      { name: 'framed', score: 1 },
      { name: 'many', score: null },
      { name: 'mood', score: 0.9 },
    ]);
  });

  it('annotates what has not come yet', async () => {
    const early = { name: 'early', score: 1 };
    expect(results).toMatchObject({ 'early, before': httpError(404), 'early, after': [early] });
    for (const [target, ids, more] of [
      ['document', 'span_ids=00000000000000a9', { at: 1 }],
      ['trace', 'trace_ids=000000000000000000000000000000a9', {}],
      ['session', 'session_ids=early', {}],
    ] as const)
      expect(
        await annotationsOf(server, `/v1/projects/python-annotations/${target}_annotations?${ids}`),
      ).toEqual([{ ...early, ...more }]);
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
