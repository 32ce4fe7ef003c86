/** Every function of the client whose routes the server has; prints what each gave as one JSON object, by name. */
import { createClient } from '@arizeai/phoenix-client';
import {
  deleteSession,
  deleteSessions,
  getSession,
  getSessionTurns,
  listSessions,
} from '@arizeai/phoenix-client/sessions';
import { deleteSpan, getSpans, logSpans } from '@arizeai/phoenix-client/spans';
import { getTraces } from '@arizeai/phoenix-client/traces';
import { annotate } from './annotation-calls.js';

const START = Date.UTC(2026, 2, 1, 12);
const client = createClient();
const project = { projectName: 'js-client' };
const results = {};

/** Keeps what the action gave, or which error it threw. */
async function call(name, action) {
  try {
    results[name] = (await action()) ?? null;
  } catch (error) {
    results[name] = {
      raised: error.name,
      message: error.message,
      status: error.status,
      duplicates: error.duplicateSpans,
      invalid: error.invalidSpans,
    };
  }
}

const hex = (number, length) => number.toString(16).padStart(length, '0');
const time = (seconds) => new Date(START + seconds * 1000);
const names = ({ spans }) => spans.map((each) => each.name);
const numbers = ({ traces }) => traces.map((each) => Number.parseInt(each.trace_id, 16));

function span(number, trace, parent, seconds, latencyMs, fields = {}) {
  return {
    name: `step ${number}`,
    context: { trace_id: hex(trace, 32), span_id: hex(number, 16) },
    span_kind: 'CHAIN',
    parent_id: parent === null ? null : hex(parent, 16),
    start_time: time(seconds).toISOString(),
    end_time: time(seconds + latencyMs / 1000).toISOString(),
    status_code: 'OK',
    attributes: {},
    ...fields,
  };
}

const turn = (session, question, answer) => ({
  'session.id': session,
  'input.value': question,
  'input.mime_type': 'text/plain',
  'output.value': answer,
});
const spans = [
  span(0xb1, 0xa1, null, 0, 100, { attributes: turn('js-1', 'hello?', 'hello!') }),
  span(0xb2, 0xa1, 0xb1, 0.01, 50, {
    span_kind: 'LLM',
    attributes: { 'llm.model_name': 'gpt-4o', 'llm.token_count.prompt': 10 },
  }),
  span(0xb3, 0xa2, null, 10, 2000, {
    status_code: 'ERROR',
    attributes: turn('js-1', 'again?', 'again!'),
  }),
  span(0xb4, 0xa2, 0xb3, 10.1, 20, {
    span_kind: 'TOOL',
    attributes: { flag: true, count: 3, quoted: '3' },
  }),
  span(0xb5, 0xa3, null, 20, 5, { attributes: turn('js-2', 'other?', 'other!') }),
];

await call('logSpans', () => logSpans({ client, project, spans }));
await call('logSpans again', () =>
  logSpans({ client, project, spans: [spans[0], span(0xb9, 0xa9, null, 0, 1)] }),
);
await call('logSpans without offset', () =>
  logSpans({
    client,
    project,
    spans: [span(0xb9, 0xa9, null, 0, 1, { start_time: '2026-03-01T12:00:00' })],
  }),
);
await call('server version', () => client.getServerVersion());
await call('projects', async () =>
  (await client.GET('/v1/projects')).data.data.map(({ name }) => name),
);

const filters = {
  none: {},
  time: { startTime: time(0), endTime: time(10) },
  'trace ids': { traceIds: [hex(0xa1, 32), hex(0xa3, 32)] },
  roots: { parentId: 'null' },
  parent: { parentId: hex(0xb3, 16) },
  name: { name: ['step 177', 'step 180'] },
  kind: { spanKind: ['LLM', 'TOOL'] },
  status: { statusCode: 'ERROR' },
  'attribute bool': { attributes: { flag: true } },
  'attribute number': { attributes: { count: 3 } },
  'attribute text': { attributes: { quoted: '3' } },
  'unknown kind': { spanKind: 'NONSENSE' },
};
for (const [label, filter] of Object.entries(filters))
  await call(`getSpans ${label}`, async () =>
    names(await getSpans({ client, project, ...filter })),
  );
await call('getSpans pages', async () => {
  const pages = [];
  for (let cursor = null, more = true; more; more = cursor !== null) {
    const page = await getSpans({ client, project, limit: 2, cursor });
    pages.push(names(page));
    cursor = page.nextCursor;
  }
  return pages;
});

await call('getTraces none', async () => numbers(await getTraces({ client, project })));
await call('getTraces slowest', async () =>
  numbers(await getTraces({ client, project, sort: 'latency_ms', order: 'desc' })),
);
await call('getTraces time', async () =>
  numbers(await getTraces({ client, project, startTime: time(10), endTime: time(20) })),
);
await call('getTraces sessions', async () =>
  numbers(await getTraces({ client, project, sessionId: ['js-1', 'js-2'], order: 'asc' })),
);
await call('getTraces spans', async () =>
  (
    await getTraces({ client, project, includeSpans: true, sessionId: 'js-1', order: 'asc' })
  ).traces.map((trace) => trace.spans.map(({ name, span_kind }) => [name, span_kind])),
);
await call('getTraces pages', async () => {
  const first = await getTraces({ client, project, limit: 2 });
  return [
    numbers(first),
    numbers(await getTraces({ client, project, limit: 2, cursor: first.nextCursor })),
  ];
});

await call('getSession', () => getSession({ client, sessionId: 'js-1' }));
await call('getSession unknown', () => getSession({ client, sessionId: 'nobody' }));
await call('listSessions', async () =>
  (await listSessions({ client, ...project })).map(({ sessionId }) => sessionId),
);
await call('getSessionTurns', () =>
  getSessionTurns({ client, sessionId: 'js-1' }).then((turns) =>
    turns.map(({ input, output, rootSpan }) => ({ input, output, root: rootSpan?.name })),
  ),
);

await call('deleteSpan', () => deleteSpan({ client, spanIdentifier: hex(0xb4, 16) }));
await call('deleteSpan again', () => deleteSpan({ client, spanIdentifier: hex(0xb4, 16) }));
await call('deleteSession', () => deleteSession({ client, sessionId: 'js-2' }));
await call('deleteSession again', () => deleteSession({ client, sessionId: 'js-2' }));
await call('deleteSessions', () => deleteSessions({ client, sessionIds: ['js-1', 'nobody'] }));
await call('getSpans after delete', async () => names(await getSpans({ client, project })));
await call('getSpans unknown project', () =>
  getSpans({ client, project: { projectName: 'nobody' } }),
);

await annotate(client, call);

console.log(JSON.stringify(results));
