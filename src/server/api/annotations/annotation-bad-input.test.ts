import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotate, listed, ofDocument, ofSession, ofSpan, ofTrace } from '../../../../test/api-annotations.ts';
import type { Item } from '../../../../test/api-annotations.ts';
import { openApiApp } from '../../../../test/api-app.ts';
import type { ApiApp } from '../../../../test/api-app.ts';
import { exportOf, spanHex, traceHex } from '../../../../test/api-spans.ts';
import { encodeGlobalId } from '#contracts/ids.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf({ trace: 1, span: 1, attributes: { 'session.id': 'chat', 'retrieval.documents.0.document.content': 'only one' } }),
  );
});
afterAll(() => api.close());

const JSON_TYPE = 'application/json';
/** An object with that many levels. */
const nested = (levels: number): Item => (levels === 1 ? {} : { x: nested(levels - 1) });

type Case = readonly [what: string, item: Item, status: number, detail: RegExp];
/** Each is sent second, after an item that is fine, which must not be stored either. */
const CASES: readonly Case[] = [
  ['no target', { name: 'x', annotator_kind: 'CODE' }, 422, /^body\.data\.1\.span_id is required\.$/],
  ['a target of the wrong type', ofSpan(1, { span_id: 7 }), 422, /^body\.data\.1\.span_id must be string; got 7\.$/],
  ['a null target', ofSpan(1, { span_id: null }), 422, /span_id must be string; got null/],
  ['an unknown target', ofSpan(99), 404, new RegExp(`^Spans with IDs ${spanHex(99)} do not exist\\.`)],
  ["another resource's id", ofSpan(1, { span_id: traceHex(1) }), 404, new RegExp(traceHex(1))],
  ['a Global ID', ofSpan(1, { span_id: encodeGlobalId('Span', 1) }), 404, /do not exist/],
  ['a target of 5 KB', ofSpan(1, { span_id: 'f'.repeat(5000) }), 422, /span_id must NOT have more than 4096 characters; got "ffff/],
  ['no name', { ...ofSpan(1), name: undefined }, 422, /name is required/],
  ['a null name', ofSpan(1, { name: null }), 422, /name must be string; got null/],
  ['a name of 10 KB', ofSpan(1, { name: 'n'.repeat(10_240) }), 422, /name must NOT have more than 1024 characters; got "nnn/],
  ['the name of notes', ofSpan(1, { name: 'note' }), 400, /reserved for span notes .*body\.data\.1\.name.* \/v1\/span_notes/],
  ['no kind of annotator', { ...ofSpan(1), annotator_kind: undefined }, 422, /annotator_kind is required/],
  [
    'an unknown kind of annotator',
    ofSpan(1, { annotator_kind: 'ROBOT' }),
    422,
    /annotator_kind must be one of LLM, CODE, HUMAN; got "ROBOT"/,
  ],
  ['a kind in small letters', ofSpan(1, { annotator_kind: 'human' }), 422, /annotator_kind must be one of LLM, CODE, HUMAN; got "human"/],
  ['a result that is a list', ofSpan(1, { result: [] }), 422, /result/],
  ['a score as text', ofSpan(1, { result: { score: '0.5' } }), 422, /result\.score .*got "0\.5"/],
  ['a score that is true', ofSpan(1, { result: { score: true } }), 422, /result\.score .*got true/],
  ['a score that is an object', ofSpan(1, { result: { score: { rawJSON: 1 } } }), 422, /result\.score/],
  ['a label that is a number', ofSpan(1, { result: { label: 5 } }), 422, /result\.label .*got 5/],
  ['a label of 11,000 characters', ofSpan(1, { result: { label: 'l'.repeat(11_000) } }), 422, /result\.label .*10000 characters/],
  [
    'an explanation of over 1 MiB',
    ofSpan(1, { result: { explanation: 'e'.repeat(1_048_577) } }),
    422,
    /result\.explanation .*1048576 characters/,
  ],
  ['a null identifier', ofSpan(1, { identifier: null }), 422, /identifier must be string; got null/],
  ['an identifier of 2 KB', ofSpan(1, { identifier: 'i'.repeat(2048) }), 422, /identifier must NOT have more than 1024 characters/],
  ['metadata that is a text', ofSpan(1, { metadata: '{}' }), 422, /metadata .*got "\{\}"/],
  ['metadata that is a list', ofSpan(1, { metadata: [1] }), 422, /metadata .*got \[1\]/],
  [
    'metadata of 5 MB',
    ofSpan(1, { metadata: { m: 'm'.repeat(5_000_000) } }),
    422,
    /metadata has 5000008 characters of JSON; at most 262144/,
  ],
  ['metadata of 33 levels', ofSpan(1, { metadata: nested(33) }), 422, /metadata is nested more than 32 levels/],
  ['an item that is a text', 'x' as unknown as Item, 422, /body\.data\.1 must be object; got "x"/], // as: on purpose
  ['a null item', null as unknown as Item, 422, /body\.data\.1 must be object; got null/], // as: on purpose
];

describe.each([true, false])('an item that is wrong, with sync=%s', (sync) => {
  it.each(CASES.filter(([, , status]) => sync || status !== 404))('%s', async (what, item, status, detail) => {
    const fine = ofSpan(1, { name: `before ${what}` });
    const reply = await annotate(api, 'span', [fine, item], `sync=${sync}`);
    expect(reply).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
    expect(reply.text.length).toBeLessThan(1000);
    if (status === 422) expect(reply.text).toContain('body.data.1');
    const stored = await listed(api, `/v1/projects/default/span_annotations?span_ids=${spanHex(1)}&limit=1000`);
    expect(stored.map(({ name }) => name)).not.toContain(fine['name']);
  });
});

it.each([
  ['metadata of 32 levels', ofSpan(1, { metadata: nested(32) })],
  ['an explanation of 1 MiB', ofSpan(1, { result: { explanation: 'e'.repeat(1_048_576) } })],
  ['a name of 1,024 characters', ofSpan(1, { name: 'n'.repeat(1024) })],
  ['a whole number past those of doubles', ofSpan(1, { result: { score: 2 ** 60 } })],
])('takes %s', async (_what, item) => {
  expect((await annotate(api, 'span', [item])).status).toBe(200);
});

const DOCUMENTS: readonly Case[] = [
  ['no position', ofSpan(1), 422, /^body\.data\.0\.document_position is required/],
  ['a negative position', ofDocument(1, -1), 422, /document_position must be >= 0; got -1/],
  ['half a position', ofDocument(1, 0.5), 422, /document_position must be integer; got 0\.5/],
  ['a position past the documents', ofDocument(1, 1), 422, /position 1 .*0 to 0/],
  ['an identifier', ofDocument(1, 0, { identifier: 'x' }), 422, /identifier must NOT have more than 0 characters; got "x"/],
  ['a null identifier', ofDocument(1, 0, { identifier: null }), 422, /identifier must be string; got null/],
];
it.each(DOCUMENTS)('refuses for a document: %s', async (_what, item, status, detail) => {
  for (const query of ['sync=true', 'sync=false'])
    expect(await annotate(api, 'document', [item], query)).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
});

it.each([
  ['trace', ofTrace(99), 404],
  ['trace', { ...ofTrace(1), trace_id: 1 }, 422],
  ['trace', ofSpan(1), 422],
  ['session', ofSession('nobody'), 404],
  ['session', { ...ofSession('chat'), session_id: {} }, 422],
  ['document', ofDocument(99, 0), 404],
] as const)('%s: unknown or ill-typed targets', async (target, item, status) => {
  expect((await annotate(api, target, [item])).status).toBe(status);
});

const item = (result: string) => `{"data":[{"span_id":"${spanHex(1)}","name":"x","annotator_kind":"CODE","result":${result}}]}`;
const BODIES: readonly (readonly [what: string, body: string | Buffer, headers: Record<string, string>, status: number, detail: RegExp])[] =
  [
    ['nothing', '', {}, 422, /body must be object/],
    ['no JSON', '{"data":[', {}, 400, /not valid JSON/],
    ['NaN', item('{"score":NaN}'), {}, 422, /NaN, which JSON does not have/],
    ['Infinity', item('{"score":-Infinity}'), {}, 422, /-Infinity, which JSON does not have/],
    ['a number past the greatest', item('{"score":1e400}'), {}, 422, /body\.data\.0\.result\.score must be a finite number/],
    ['a list', '[]', {}, 422, /body must be object; got \[\]/],
    ['no data', '{}', {}, 422, /body\.data is required/],
    ['data that is an object', '{"data":{}}', {}, 422, /body\.data must be array; got \{\}/],
    ['null data', '{"data":null}', {}, 422, /body\.data must be array; got null/],
    ['100 levels', `{"data":${'['.repeat(100)}${']'.repeat(100)}}`, {}, 400, /nested more than 64 levels/],
    ['too many items', `{"data":[${'0,'.repeat(100_000)}0]}`, {}, 422, /body\.data must NOT have more than 100000 items/],
    ['a form', 'data=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, /Unsupported Media Type/],
    ['gzip that is none', Buffer.from('{"data":[]}'), { 'content-encoding': 'gzip' }, 400, /not valid gzip/],
    ['gzip that is cut', gzipSync('{"data":[]}').subarray(0, 15), { 'content-encoding': 'gzip' }, 400, /not valid gzip/],
    ['a bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' }, 413, /once inflated/],
    ['an unknown encoding', '{"data":[]}', { 'content-encoding': 'br' }, 415, /gzip, deflate or none; got 'br'/],
  ];
it.each(BODIES)('refuses a body that is wrong: %s', async (_what, payload, headers, status, detail) => {
  for (const target of ['span', 'trace', 'session', 'document'].slice(0, payload.length > 10_000 ? 1 : 4)) {
    if (payload.includes('span_id') && target !== 'span') continue;
    const reply = await api.call({
      method: 'POST',
      url: `/v1/${target}_annotations?sync=true`,
      headers: { 'content-type': JSON_TYPE, ...headers },
      payload,
    });
    expect(reply).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
  }
});

it.each(['sync=perhaps', 'source=page', 'source=app'])('refuses the parameter %s', async (query) => {
  expect(await annotate(api, 'span', [ofSpan(1)], query)).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('query.') },
  });
});

it('keeps only the last of equal keys in one JSON object', async () => {
  const body = `{"data":[{"span_id":"${spanHex(7)}","span_id":"${spanHex(1)}","name":"twice","annotator_kind":"CODE"}]}`;
  const reply = await api.call({
    method: 'POST',
    url: '/v1/span_annotations?sync=true',
    headers: { 'content-type': JSON_TYPE },
    payload: body,
  });
  expect(reply.status).toBe(200);
});
