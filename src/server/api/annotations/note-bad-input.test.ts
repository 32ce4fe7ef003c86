import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { ofSession, ofSpan, ofTrace, send } from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(exportOf({ trace: 1, span: 1, attributes: { 'session.id': 'chat' } }));
});
afterAll(() => api.close());

/** Each kind of target, and where its id is. */
const TARGETS = { span: ofSpan(1), trace: ofTrace(1), session: ofSession('chat') } as const;
const ID = { span: 'span_id', trace: 'trace_id', session: 'session_id' } as const;

describe.each(['span', 'trace', 'session'] as const)('a note to a %s', (target) => {
  const id = ID[target];
  const known = TARGETS[target][id];
  const write = (data: unknown) => send(api, 'POST', `/v1/${target}_notes`, { data });

  it.each([
    ['no target', { note: 'x' }, 422, new RegExp(`^body\\.data\\.${id} is required\\.$`)],
    [
      'an empty target',
      { [id]: '', note: 'x' },
      422,
      new RegExp(`${id} must not be empty; got ""`),
    ],
    [
      'a target that is a number',
      { [id]: 5, note: 'x' },
      422,
      new RegExp(`${id} must be a string; got 5`),
    ],
    ['an unknown target', { [id]: 'c0ffee', note: 'x' }, 404, /^\w+ with ID 'c0ffee' not found$/],
    ['a Global ID', { [id]: encodeGlobalId('Span', 1), note: 'x' }, 404, /not found$/],
    ['no text', { [id]: known }, 422, /^body\.data\.note is required\.$/],
    [
      'an empty text',
      { [id]: known, note: '' },
      422,
      /^body\.data\.note must not be empty; got ""\.$/,
    ],
    ['a text that is a number', { [id]: known, note: 5 }, 422, /note must be a string; got 5/],
    ['a text that is null', { [id]: known, note: null }, 422, /note must be a string; got null/],
    [
      'a text of over 1 MiB',
      { [id]: known, note: 'x'.repeat(1_048_577) },
      422,
      /note must have at most 1048576 characters/,
    ],
    [
      'a text of 8 MiB',
      { [id]: known, note: 'x'.repeat(8 * 1024 * 1024) },
      413,
      /at most 6,356,992 bytes are taken here/,
    ],
    [
      'a null identifier',
      { [id]: known, note: 'x', identifier: null },
      422,
      /identifier must be a string; got null/,
    ],
    [
      'an identifier of 2 KB',
      { [id]: known, note: 'x', identifier: 'i'.repeat(2048) },
      422,
      /identifier must have at most 1024/,
    ],
    ['a list', [{ [id]: known, note: 'x' }], 422, /^body\.data must be an object; got \[/],
    ['nothing', undefined, 422, /^body\.data is required\.$/],
  ] as const)('is refused for %s', async (_what, data, status, detail) => {
    expect(await write(data)).toMatchObject({
      status,
      body: { detail: expect.stringMatching(detail) },
    });
  });

  it('may be as long as an explanation, in any script', async () => {
    expect((await write({ [id]: known, note: '語'.repeat(1_048_576) })).status).toBe(200);
  });
});
