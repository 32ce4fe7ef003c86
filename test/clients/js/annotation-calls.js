/** Every client function that writes or reads annotations, with its own spans; `call` stores each result. */
import {
  addSessionAnnotation,
  addSessionNote,
  logSessionAnnotations,
} from '@arizeai/phoenix-client/sessions';
import {
  addDocumentAnnotation,
  addSpanAnnotation,
  addSpanNote,
  getSpanAnnotations,
  logDocumentAnnotations,
  logSpanAnnotations,
  logSpans,
} from '@arizeai/phoenix-client/spans';
import {
  addTraceAnnotation,
  addTraceNote,
  logTraceAnnotations,
} from '@arizeai/phoenix-client/traces';

const project = { projectName: 'js-annotations' };
const spanId = (number) => (0xd0 + number).toString(16).padStart(16, '0');
const traceId = (number) => (0xd0 + number).toString(16).padStart(32, '0');
const TIME = '2026-03-02T00:00:00+00:00';

const span = (number, trace, session) => ({
  name: `judged ${number}`,
  context: { trace_id: traceId(trace), span_id: spanId(number) },
  span_kind: 'RETRIEVER',
  start_time: TIME,
  end_time: TIME,
  status_code: 'OK',
  attributes: {
    'session.id': session,
    'retrieval.documents.0.document.content': 'a',
    'retrieval.documents.1.document.content': 'b',
  },
});
/** By name and identifier, what a test compares. */
const short = ({ annotations }) =>
  annotations
    .map(({ name, identifier, annotator_kind: kind, result, metadata }) => ({
      name,
      identifier,
      kind,
      ...result,
      metadata,
    }))
    .toSorted((a, b) => (a.name + a.identifier < b.name + b.identifier ? -1 : 1));

export async function annotate(client, call) {
  const read = (spanIds, options = {}) =>
    getSpanAnnotations({ client, project, spanIds, ...options });
  await logSpans({ client, project, spans: [span(1, 1, 'js-judged'), span(2, 1, 'js-judged')] });
  const [one, two] = [spanId(1), spanId(2)];

  const tone = {
    spanId: one,
    name: 'tone',
    label: 'good',
    score: 0.5,
    explanation: 'because',
    metadata: { by: 'me' },
  };
  await call('addSpanAnnotation sync', () =>
    addSpanAnnotation({ client, spanAnnotation: tone, sync: true }),
  );
  await call('addSpanAnnotation again', () =>
    addSpanAnnotation({ client, spanAnnotation: { ...tone, label: 'better' }, sync: true }),
  );
  await call('addSpanAnnotation async', () =>
    addSpanAnnotation({ client, spanAnnotation: { ...tone, name: 'later', annotatorKind: 'LLM' } }),
  );
  await call('addSpanAnnotation unknown', () =>
    addSpanAnnotation({ client, spanAnnotation: { ...tone, spanId: 'f'.repeat(16) }, sync: true }),
  );
  await call('addSpanAnnotation note', () =>
    addSpanAnnotation({ client, spanAnnotation: { ...tone, name: 'note' }, sync: true }),
  );
  const many = [one, two].map((each, at) => ({
    spanId: each,
    name: 'many',
    annotatorKind: 'CODE',
    score: at,
    identifier: `run ${at}`,
  }));
  await call('logSpanAnnotations', async () => [
    await logSpanAnnotations({ client, spanAnnotations: many }),
    (await logSpanAnnotations({ client, spanAnnotations: many, sync: true })).length,
  ]);
  await call('addSpanNote', async () => [
    await addSpanNote({ client, spanNote: { spanId: one, note: 'first' } }),
    await addSpanNote({ client, spanNote: { spanId: one, note: 'second', identifier: 'mine' } }),
    await addSpanNote({ client, spanNote: { spanId: one, note: 'third', identifier: 'mine' } }),
  ]);
  await call('getSpanAnnotations', async () =>
    short(await read([one], { excludeAnnotationNames: ['note'] })),
  );
  await call('getSpanAnnotations notes', async () =>
    (await read([one], { includeAnnotationNames: ['note'] })).annotations.map(
      ({ result }) => result.explanation,
    ),
  );
  await call('getSpanAnnotations pages', async () => {
    const first = await read([one, two], { limit: 4 });
    const second = await read([one, two], { limit: 4, cursor: first.nextCursor });
    return [first.annotations.length, second.annotations.length, second.nextCursor];
  });
  await call('getSpanAnnotations unknown', () => read(['f'.repeat(16)]));

  const document = { spanId: one, documentPosition: 1, name: 'relevance', score: 1 };
  await call('addDocumentAnnotation', () =>
    addDocumentAnnotation({ client, documentAnnotation: document, sync: true }),
  );
  await call('addDocumentAnnotation out of range', () =>
    addDocumentAnnotation({
      client,
      documentAnnotation: { ...document, documentPosition: 2 },
      sync: true,
    }),
  );
  const documents = [0, 1].map((documentPosition) => ({
    ...document,
    documentPosition,
    label: 'relevant',
  }));
  await call('logDocumentAnnotations', async () => [
    await logDocumentAnnotations({ client, documentAnnotations: documents }),
    (await logDocumentAnnotations({ client, documentAnnotations: documents, sync: true })).length,
  ]);

  const ofTrace = { traceId: traceId(1), name: 'whole', label: 'fine' };
  await call('addTraceAnnotation', () =>
    addTraceAnnotation({ client, traceAnnotation: ofTrace, sync: true }),
  );
  await call('logTraceAnnotations', async () => [
    await logTraceAnnotations({ client, traceAnnotations: [ofTrace] }),
    (await logTraceAnnotations({ client, traceAnnotations: [ofTrace], sync: true })).length,
  ]);
  await call('addTraceNote', () =>
    addTraceNote({ client, traceNote: { traceId: traceId(1), note: 'of a trace' } }),
  );
  const ofSession = { sessionId: 'js-judged', name: 'mood', score: 1 };
  await call('addSessionAnnotation', () =>
    addSessionAnnotation({ client, sessionAnnotation: ofSession, sync: true }),
  );
  await call('logSessionAnnotations', async () => [
    await logSessionAnnotations({ client, sessionAnnotations: [ofSession] }),
    (await logSessionAnnotations({ client, sessionAnnotations: [ofSession], sync: true })).length,
  ]);
  await call('addSessionNote', () =>
    addSessionNote({ client, sessionNote: { sessionId: 'js-judged', note: 'of a session' } }),
  );

  const early = { name: 'early', score: 1 };
  await addSpanAnnotation({ client, spanAnnotation: { ...early, spanId: spanId(9) } });
  await addTraceAnnotation({ client, traceAnnotation: { ...early, traceId: traceId(9) } });
  await addSessionAnnotation({ client, sessionAnnotation: { ...early, sessionId: 'js-early' } });
  await logSpans({ client, project, spans: [span(9, 9, 'js-early')] });
  await call('early, after', async () => short(await read([spanId(9)])));
}
