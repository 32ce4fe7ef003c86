import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  annotate,
  annotated,
  listed,
  ofDocument,
  ofSession,
  ofSpan,
  ofTrace,
  type Item,
} from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf({
      trace: 1,
      span: 1,
      attributes: { 'session.id': 'chat', 'retrieval.documents.0.document.content': 'only one' },
    }),
  );
});
afterAll(() => api.close());

const JSON_TYPE = 'application/json';
/** An object with that many levels. */
const nested = (levels: number): Item => (levels === 1 ? {} : { x: nested(levels - 1) });

type Case = readonly [what: string, change: Item, status: number, detail: RegExp];
const TARGETS = ['span', 'trace', 'session', 'document'] as const;
/** A valid annotation of each kind of target. */
const FINE = {
  span: ofSpan(1),
  trace: ofTrace(1),
  session: ofSession('chat'),
  document: ofDocument(1, 0),
} as const;
/** Where a target's id is, and how its lists ask for it. */
const ID = {
  span: 'span_id',
  trace: 'trace_id',
  session: 'session_id',
  document: 'span_id',
} as const;
const LIST = {
  span: `span_annotations?span_ids=${spanHex(1)}`,
  trace: `trace_annotations?trace_ids=${traceHex(1)}`,
  session: 'session_annotations?session_ids=chat',
  document: `document_annotations?span_ids=${spanHex(1)}`,
} as const;
/**
 * Each change makes a fine item wrong, which is sent second: the first must not be stored either.
 */
const CASES: readonly Case[] = [
  ['no name', { name: undefined }, 422, /name is required\.$/],
  ['a null name', { name: null }, 422, /name must be a string; got null/],
  [
    'a name of 10 KB',
    { name: 'n'.repeat(10_240) },
    422,
    /name must have at most 1024 characters; got "nnn.*… \(10240 characters\)\.$/,
  ],
  ['no kind of annotator', { annotator_kind: undefined }, 422, /annotator_kind is required/],
  [
    'an unknown kind of annotator',
    { annotator_kind: 'ROBOT' },
    422,
    /annotator_kind must be one of LLM, CODE, HUMAN; got "ROBOT"/,
  ],
  ['a result that is a list', { result: [] }, 422, /result must be .*got \[\]/],
  ['a score as text', { result: { score: '0.5' } }, 422, /result\.score .*got "0\.5"/],
  ['a score that is true', { result: { score: true } }, 422, /result\.score .*got true/],
  ['a score that is an object', { result: { score: { rawJSON: 1 } } }, 422, /result\.score/],
  ['a label that is a number', { result: { label: 5 } }, 422, /result\.label .*got 5/],
  [
    'a label of 11,000 characters',
    { result: { label: 'l'.repeat(11_000) } },
    422,
    /result\.label must have at most 10000 characters/,
  ],
  [
    'an explanation of over 1 MiB',
    { result: { explanation: 'e'.repeat(1_048_577) } },
    422,
    /result\.explanation .*at most 1048576 characters/,
  ],
  ['a null identifier', { identifier: null }, 422, /identifier must be a string; got null/],
  ['metadata that is a text', { metadata: '{}' }, 422, /metadata .*got "\{\}"/],
  ['metadata that is a list', { metadata: [1] }, 422, /metadata .*got \[1\]/],
  [
    'metadata of 5 MB',
    { metadata: { m: 'm'.repeat(5_000_000) } },
    422,
    /metadata has 5000008 characters of JSON; at most 262144/,
  ],
  [
    'metadata of 33 levels',
    { metadata: nested(33) },
    422,
    /metadata is nested more than 32 levels/,
  ],
];

describe.each(TARGETS)('an invalid annotation of a %s', (target) => {
  const id = ID[target];
  const idCases: readonly Case[] = [
    ['no target', { [id]: undefined }, 422, new RegExp(`^body\\.data\\.1\\.${id} is required\\.$`)],
    [
      'a target of the wrong type',
      { [id]: 7 },
      422,
      new RegExp(`^body\\.data\\.1\\.${id} must be a string; got 7\\.$`),
    ],
    ['a null target', { [id]: null }, 422, new RegExp(`${id} must be a string; got null`)],
    [
      'a target that is an object',
      { [id]: {} },
      422,
      new RegExp(`${id} must be a string; got \\{\\}`),
    ],
    [
      'a target of 5 KB',
      { [id]: 'f'.repeat(5000) },
      422,
      new RegExp(`${id} must have at most 4096 characters; got "ffff`),
    ],
    [
      'an unknown target',
      { [id]: 'c0ffee' },
      404,
      /^\w+s with IDs c0ffee do not exist\. Nothing was written; with sync=false/,
    ],
    ['an empty target', { [id]: '' }, 404, /do not exist/],
    ['a Global ID', { [id]: encodeGlobalId('Span', 1) }, 404, /IDs U3Bhbjox do not exist/],
  ];
  const note: Case = [
    'the name of notes',
    { name: 'note' },
    400,
    new RegExp(`reserved for ${target} notes .*body\\.data\\.1\\.name.* /v1/${target}_notes`),
  ];
  const identifier: Case = [
    'an identifier of 2 KB',
    { identifier: 'i'.repeat(2048) },
    422,
    target === 'document'
      ? /identifier must be empty; got "iii/
      : /identifier must have at most 1024 characters/,
  ];
  const cases = [...idCases, ...CASES, identifier, ...(target === 'document' ? [] : [note])];

  it.each(cases.flatMap((wrong) => [true, false].map((sync) => [sync, ...wrong] as const)))(
    'sync=%s: %s',
    async (sync, what, change, status, detail) => {
      const fine = { ...FINE[target], name: `before ${what}` };
      const known = await annotate(
        api,
        target,
        [fine, { ...FINE[target], ...change }],
        `sync=${sync}`,
      );
      if (status === 404 && !sync) return expect(known.status).toBe(200);
      expect(known).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
      expect(known.text.length).toBeLessThan(1000);
      if (status === 422) expect(known.text).toContain('body.data.1');
      const stored = await listed(api, `/v1/projects/default/${LIST[target]}&limit=1000`);
      expect(stored.map(({ name }) => name)).not.toContain(fine.name);
    },
  );

  it.each([
    ['a text', 'x', /^body\.data\.0 must be an object; got "x"/],
    ['null', null, /^body\.data\.0 must be an object; got null/],
  ] as const)('%s in place of it', async (_what, item, detail) => {
    const reply = await annotate(api, target, [item as unknown as Item]); // as: on purpose
    expect(reply).toMatchObject({ status: 422, body: { detail: expect.stringMatching(detail) } });
  });

  it.each([
    ['neither label nor score nor explanation', { result: {} }],
    ['nulls for all three', { result: { label: null, score: null, explanation: null } }],
    ['no result', { result: undefined }],
    ['an empty name', { name: '' }],
    ['null metadata', { metadata: null }],
  ])('but is taken with %s, as clients send it', async (_what, change) => {
    expect((await annotate(api, target, [{ ...FINE[target], ...change }])).status).toBe(200);
  });

  it('but is taken twice in one request: the last one counts, under one id', async () => {
    const twice = [1, 2].map((score) => ({ ...FINE[target], name: 'twice', result: { score } }));
    const [first, second] = await annotated(api, target, twice);
    expect(first).toBe(second);
    const found = await listed(
      api,
      `/v1/projects/default/${LIST[target]}&include_annotation_names=twice`,
    );
    expect(found).toMatchObject([{ result: { score: 2 } }]);
  });

  it('and nothing at all is nothing', async () => {
    expect(await annotate(api, target, [])).toMatchObject({ status: 200, body: { data: [] } });
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

const DOCUMENTS: readonly (readonly [what: string, item: Item, status: number, detail: RegExp])[] =
  [
    ['no position', ofSpan(1), 422, /^body\.data\.0\.document_position is required/],
    ['a negative position', ofDocument(1, -1), 422, /document_position must be at least 0; got -1/],
    ['half a position', ofDocument(1, 0.5), 422, /document_position must be an integer; got 0\.5/],
    ['a position past the documents', ofDocument(1, 1), 422, /position 1 .*0 to 0/],
    [
      'an identifier',
      ofDocument(1, 0, { identifier: 'x' }),
      422,
      /identifier must be empty; got "x"/,
    ],
    [
      'a null identifier',
      ofDocument(1, 0, { identifier: null }),
      422,
      /identifier must be a string; got null/,
    ],
  ];
it.each(DOCUMENTS)('refuses for a document: %s', async (_what, item, status, detail) => {
  for (const query of ['sync=true', 'sync=false'])
    expect(await annotate(api, 'document', [item], query)).toMatchObject({
      status,
      body: { detail: expect.stringMatching(detail) },
    });
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

const item = (result: string) =>
  `{"data":[{"span_id":"${spanHex(1)}","name":"x","annotator_kind":"CODE","result":${result}}]}`;
const BODIES: readonly (readonly [
  what: string,
  body: string | Buffer,
  headers: Record<string, string>,
  status: number,
  detail: RegExp,
])[] = [
  ['nothing', '', {}, 422, /body must be an object/],
  ['no JSON', '{"data":[', {}, 400, /not valid JSON/],
  ['NaN', item('{"score":NaN}'), {}, 422, /NaN, which JSON does not have/],
  ['Infinity', item('{"score":-Infinity}'), {}, 422, /-Infinity, which JSON does not have/],
  [
    'a number past the greatest',
    item('{"score":1e400}'),
    {},
    422,
    /body\.data\.0\.result\.score must be a finite number/,
  ],
  ['a list', '[]', {}, 422, /body must be an object; got \[\]/],
  ['no data', '{}', {}, 422, /body\.data is required/],
  ['data that is an object', '{"data":{}}', {}, 422, /body\.data must be a list; got \{\}/],
  ['null data', '{"data":null}', {}, 422, /body\.data must be a list; got null/],
  [
    '100 levels',
    `{"data":${'['.repeat(100)}${']'.repeat(100)}}`,
    {},
    400,
    /nested more than 64 levels/,
  ],
  [
    'too many items',
    `{"data":[${'0,'.repeat(100_000)}0]}`,
    {},
    422,
    /body\.data must have at most 100000 items; got \[0,0,.*… \(100001 items\)/,
  ],
  [
    'a form',
    'data=1',
    { 'content-type': 'application/x-www-form-urlencoded' },
    415,
    /Content-Type must be application\/json; got 'application\/x-www-form-urlencoded'/,
  ],
  [
    'gzip that is none',
    Buffer.from('{"data":[]}'),
    { 'content-encoding': 'gzip' },
    400,
    /not valid gzip/,
  ],
  [
    'gzip that is cut',
    gzipSync('{"data":[]}').subarray(0, 15),
    { 'content-encoding': 'gzip' },
    400,
    /not valid gzip/,
  ],
  [
    'a bomb',
    gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')),
    { 'content-encoding': 'gzip' },
    413,
    /once inflated/,
  ],
  [
    'an unknown encoding',
    '{"data":[]}',
    { 'content-encoding': 'br' },
    415,
    /gzip, deflate or none; got 'br'/,
  ],
];
it.each(BODIES)(
  'refuses a body that is wrong: %s',
  async (_what, payload, headers, status, detail) => {
    for (const target of ['span', 'trace', 'session', 'document'].slice(
      0,
      payload.length > 10_000 ? 1 : 4,
    )) {
      if (payload.includes('span_id') && target !== 'span') continue;
      const reply = await api.call({
        method: 'POST',
        url: `/v1/${target}_annotations?sync=true`,
        headers: { 'content-type': JSON_TYPE, ...headers },
        payload,
      });
      expect(reply).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
    }
  },
);

it.each(['sync=perhaps', 'source=page', 'source=app'])(
  'refuses the parameter %s',
  async (query) => {
    expect(await annotate(api, 'span', [ofSpan(1)], query)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('query.') },
    });
  },
);

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
