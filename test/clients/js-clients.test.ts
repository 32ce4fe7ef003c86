import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import {
  annotationsOf,
  runCalls,
  runClient,
  TWO_SPANS,
  twoSpansOf,
  type Results,
} from './client-results.ts';

const httpError = (status: number) => ({ raised: 'HttpError', status });
const steps = (...numbers: readonly number[]) => numbers.map((number) => `step ${number}`);

describe('@arizeai/phoenix-client', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'js', process.execPath, 'client-calls.js');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('logs spans, and tells duplicates and invalid ones', () => {
    expect(results).toMatchObject({
      logSpans: { totalReceived: 5, totalQueued: 5 },
      'logSpans again': {
        raised: 'SpanCreationError',
        duplicates: [{ spanId: '00000000000000b1', traceId: '000000000000000000000000000000a1' }],
        invalid: [],
      },
      'logSpans without offset': {
        raised: 'SpanCreationError',
        invalid: [{ spanId: '00000000000000b9', error: expect.stringContaining('timezone-naive') }],
      },
    });
  });

  it('is new enough for every call', async () => {
    const version = await (await fetch(`${server.url}/arize_phoenix_version`)).text();
    expect(results).toMatchObject({
      'server version': version.split('.').map(Number),
      projects: ['js-client', 'default'],
    });
  });

  it.each([
    ['none', steps(181, 180, 179, 178, 177)],
    ['time', steps(178, 177)],
    ['trace ids', steps(181, 178, 177)],
    ['roots', steps(181, 179, 177)],
    ['parent', steps(180)],
    ['name', steps(180, 177)],
    ['kind', steps(180, 178)],
    ['status', steps(179)],
    ['attribute bool', steps(180)],
    ['attribute number', steps(180)],
    ['attribute text', steps(180)],
    ['pages', [steps(181, 180), steps(179, 178), steps(177)]],
    ['after delete', []],
  ])('getSpans: %s', (label, expected) => {
    expect(results[`getSpans ${label}`]).toEqual(expected);
  });

  it('refuses what getSpans cannot answer', () => {
    expect(results).toMatchObject({
      'getSpans unknown kind': httpError(422),
      'getSpans unknown project': httpError(404),
    });
  });

  it('reads traces', () => {
    expect(results).toMatchObject({
      'getTraces none': [0xa3, 0xa2, 0xa1],
      'getTraces slowest': [0xa2, 0xa1, 0xa3],
      'getTraces time': [0xa2],
      'getTraces sessions': [0xa1, 0xa2, 0xa3],
      'getTraces spans': [
        [
          ['step 177', 'CHAIN'],
          ['step 178', 'LLM'],
        ],
        [
          ['step 179', 'CHAIN'],
          ['step 180', 'TOOL'],
        ],
      ],
      'getTraces pages': [[0xa3, 0xa2], [0xa1]],
    });
  });

  it('reads sessions and their turns', () => {
    expect(results).toMatchObject({
      getSession: {
        sessionId: 'js-1',
        startTime: '2026-03-01T12:00:00.000000+00:00',
        traces: [{}, {}],
      },
      'getSession unknown': httpError(404),
      listSessions: ['js-1', 'js-2'],
      getSessionTurns: [
        {
          input: { value: 'hello?', mimeType: 'text/plain' },
          output: { value: 'hello!' },
          root: 'step 177',
        },
        {
          input: { value: 'again?', mimeType: 'text/plain' },
          output: { value: 'again!' },
          root: 'step 179',
        },
      ],
    });
  });

  it('annotates spans and documents, and reads the annotations', () => {
    const id = { id: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) };
    const result = {
      label: 'good',
      score: 0.5,
      explanation: 'because',
      metadata: { by: 'me' },
      identifier: '',
    };
    expect(results['addSpanAnnotation again']).toEqual(results['addSpanAnnotation sync']);
    expect(results).toMatchObject({
      'addSpanAnnotation sync': id,
      'addSpanAnnotation async': null,
      'addSpanAnnotation unknown': httpError(404),
      'addSpanAnnotation note': httpError(400),
      logSpanAnnotations: [[], 2],
      addSpanNote: [id, id, id],
      getSpanAnnotations: [
        { ...result, name: 'later', kind: 'LLM' },
        {
          name: 'many',
          identifier: 'run 0',
          kind: 'CODE',
          label: null,
          score: 0,
          explanation: null,
          metadata: {},
        },
        { ...result, name: 'tone', kind: 'HUMAN', label: 'better' },
      ],
      'getSpanAnnotations notes': ['third', 'first'],
      'getSpanAnnotations pages': [4, 2, null],
      'getSpanAnnotations unknown': httpError(404),
      addDocumentAnnotation: id,
      'addDocumentAnnotation out of range': httpError(422),
      logDocumentAnnotations: [[], 2],
    });
  });

  it('annotates traces and sessions, and what has not come yet', async () => {
    const id = { id: expect.any(String) };
    expect(results).toMatchObject({
      addTraceAnnotation: id,
      logTraceAnnotations: [[], 1],
      addTraceNote: id,
      addSessionAnnotation: id,
      logSessionAnnotations: [[], 1],
      addSessionNote: id,
      'early, after': [{ name: 'early', score: 1 }],
    });
    for (const [list, expected] of [
      ['trace_annotations?trace_ids=000000000000000000000000000000d1', ['note', 'whole']],
      ['trace_annotations?trace_ids=000000000000000000000000000000d9', ['early']],
      ['session_annotations?session_ids=js-judged', ['note', 'mood']],
      ['session_annotations?session_ids=js-early', ['early']],
    ] as const)
      expect(await annotationsOf(server, `/v1/projects/js-annotations/${list}`)).toMatchObject(
        expected.map((name) => ({ name })),
      );
  });

  it('deletes spans and sessions', () => {
    expect(results).toMatchObject({
      deleteSpan: null,
      'deleteSpan again': httpError(404),
      deleteSession: null,
      'deleteSession again': httpError(404),
      deleteSessions: null,
    });
  });
});

describe('@arizeai/phoenix-otel', () => {
  let server: BootedServer;
  beforeAll(async () => {
    server = await boot();
    await runClient(server, 'js', process.execPath, 'otel-calls.js');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it.each(['js-register', 'js-register-simple', 'js-register-default'])('%s', async (project) => {
    expect(await twoSpansOf(server, project)).toEqual(TWO_SPANS);
  });
});
