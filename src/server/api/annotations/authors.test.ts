import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { ADMIN_SECRET, bearer, send, signedIn, type SignedIn } from '#test/api-access.ts';
import { ofSpan, ofTrace } from '#test/api-annotations.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, spanHex } from '#test/api-spans.ts';

let api: ApiApp;
let ada: SignedIn;
let ben: SignedIn;
let viewer: SignedIn;
const ADMIN = bearer(ADMIN_SECRET);

beforeAll(async () => {
  api = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
  await api.ingest(exportOf({ trace: 1, span: 1 }, { trace: 1, span: 2, parent: 1 }));
  [ada, ben, viewer] = [
    await signedIn(api.meta, 'MEMBER'),
    await signedIn(api.meta, 'MEMBER'),
    await signedIn(api.meta, 'VIEWER'),
  ];
});
afterAll(() => api.close());

const userOf = ({ userNumber }: SignedIn): string => encodeGlobalId('User', userNumber);

async function annotate(
  headers: object,
  item: object,
  kind = 'span',
  sync = true,
): Promise<string> {
  const reply = await send(api, 'POST', `/v1/${kind}_annotations?sync=${sync}`, headers, {
    data: [item],
  });
  expect(reply.status).toBe(200);
  // as: the harness checks replies against the document
  return (reply.body as { data: readonly { id: string }[] }).data[0]?.id ?? '';
}

async function authorsOf(id: string): Promise<readonly (string | null)[]> {
  const { body } = await api.get(`/v1/annotations/${id}/history`, ADMIN);
  return (body as { data: readonly { user_id: string | null }[] }).data.map(
    (revision) => revision.user_id,
  ); // as: above
}

async function keyOf(headers: object, asked: object): Promise<{ readonly authorization: string }> {
  const { body } = await send(api, 'POST', '/api/v1/api-keys', headers, {
    name: 'k',
    scopes: ['traces:read', 'traces:write'],
    ...asked,
  });
  return bearer((body as { key: string }).key); // as: above
}

describe('a new annotation has its author', () => {
  it('in the row, in every revision, and in notes: the signed-in user, and the owner of the key', async () => {
    const id = await annotate(ada.headers, ofSpan(1, { name: 'quality' }));
    await annotate(ben.headers, ofSpan(1, { name: 'quality', result: { score: 0 } }));
    await annotate(
      await keyOf(ada.headers, {}),
      ofSpan(1, { name: 'quality', result: { score: 0.5 } }),
    );
    await send(api, 'DELETE', `/v1/annotations/${id}`, ben.headers);
    await send(api, 'POST', `/v1/annotations/${id}/restore`, ada.headers, { revision: 1 });
    expect(await authorsOf(id)).toEqual([
      userOf(ada),
      userOf(ben),
      userOf(ada),
      userOf(ben),
      userOf(ada),
    ]);
    const note = await send(api, 'POST', '/v1/span_notes', ben.headers, {
      data: { span_id: spanHex(1), note: 'look' },
    });
    expect(await authorsOf((note.body as { data: { id: string } }).data.id)).toEqual([userOf(ben)]);
  });

  it('also when it waited for its target; and null for system keys and the operator', async () => {
    await annotate(ada.headers, ofSpan(9, { name: 'early' }), 'span', false);
    await api.ingest(exportOf({ trace: 1, span: 9 }));
    const list = await api.get(
      `/v1/projects/default/span_annotations?span_ids=${spanHex(9)}`,
      ADMIN,
    );
    expect(list.body).toMatchObject({ data: [{ name: 'early', user_id: userOf(ada) }] });
    const system = await keyOf(ADMIN, { kind: 'system', role: 'MEMBER' });
    expect(
      await authorsOf(await annotate(system, ofTrace(1, { name: 'by a system' }), 'trace')),
    ).toEqual([null]);
    expect(
      await authorsOf(await annotate(ADMIN, ofTrace(1, { name: 'by the operator' }), 'trace')),
    ).toEqual([null]);
  });
});

describe('deletes of many', () => {
  const all = '/v1/projects/default/span_annotations?delete_all=true&name=bulk';
  const left = async (): Promise<readonly string[]> => {
    const { body } = await api.get(
      `/v1/projects/default/span_annotations?span_ids=${spanHex(2)}`,
      ADMIN,
    );
    return (body as { data: readonly { identifier: string }[] }).data
      .map(({ identifier }) => identifier)
      .toSorted(); // as: above
  };

  it('take from members what they wrote, from system keys what no user wrote, from admins everything, from viewers nothing', async () => {
    const system = await keyOf(ADMIN, { kind: 'system', role: 'MEMBER' });
    for (const [who, identifier] of [
      [ada.headers, 'ada'],
      [ben.headers, 'ben'],
      [system, 'system'],
    ] as const)
      await annotate(who, ofSpan(2, { name: 'bulk', identifier }));
    expect((await send(api, 'DELETE', all, viewer.headers)).body).toEqual({
      detail: 'Viewers cannot perform this action.',
    });
    expect(await left()).toEqual(['ada', 'ben', 'system']);
    expect((await send(api, 'DELETE', all, ada.headers)).status).toBe(204);
    expect(await left()).toEqual(['ben', 'system']);
    expect((await send(api, 'DELETE', all, system)).status).toBe(204);
    expect(await left()).toEqual(['ben']);
    const admin = await signedIn(api.meta, 'ADMIN');
    expect((await send(api, 'DELETE', all, admin.headers)).status).toBe(204);
    expect(await left()).toEqual([]);
  });
});
