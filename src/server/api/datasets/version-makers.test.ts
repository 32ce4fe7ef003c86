import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { ADMIN_SECRET, bearer, send, signedIn, type SignedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { at, questions } from '#test/api-datasets.ts';

let api: ApiApp;
let ada: SignedIn;
let ben: SignedIn;
const ADMIN = bearer(ADMIN_SECRET);

beforeAll(async () => {
  api = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
  [ada, ben] = [await signedIn(api.meta, 'MEMBER'), await signedIn(api.meta, 'MEMBER')];
});
afterAll(() => api.close());

const upload = (headers: object, body: object, sync = true) =>
  send(api, 'POST', `/v1/datasets/upload?sync=${sync}`, headers, { name: 'd', ...body });

it('a version says who made it, and how many examples it added, changed and removed', async () => {
  const made = await upload(ada.headers, {
    inputs: questions(1, 2, 3),
    example_ids: ['a', 'b', 'c'],
  });
  // as: checked against the document
  const id = (made.body as { data: { dataset_id: string } }).data.dataset_id;
  await send(api, 'PATCH', at(id, '/examples/a'), ben.headers, { input: { q: 9 } });
  await upload(
    ben.headers,
    { action: 'update', inputs: questions(2, 4, 5), example_ids: ['b', null, null] },
    false,
  );
  const versions = async () => (await api.get(at(id, '/versions'), ADMIN)).body;
  await expect.poll(versions).toMatchObject({ data: { length: 3 } });
  await send(api, 'DELETE', at(id, '/examples/b'), ADMIN);
  const counts = (created: number, updated: number, deleted: number) => ({
    num_created_examples: created,
    num_updated_examples: updated,
    num_deleted_examples: deleted,
  });
  const by = ({ userNumber }: SignedIn) => ({
    user_id: encodeGlobalId('User', userNumber),
    user_name: expect.stringMatching(/^member-/),
  });
  expect(await versions()).toMatchObject({
    data: [
      { ...counts(0, 0, 1), user_id: null, user_name: null },
      { ...counts(2, 0, 2), ...by(ben) },
      { ...counts(0, 1, 0), ...by(ben) },
      { ...counts(3, 0, 0), ...by(ada) },
    ],
  });
  const history = async () => (await api.get(at(id, '/examples/a/history'), ADMIN)).body;
  expect(await history()).toMatchObject({
    data: [
      { kind: 'DELETE', ...by(ben) },
      { kind: 'PATCH', ...by(ben) },
      { kind: 'CREATE', ...by(ada) },
    ],
  });
  await api.meta.deleteFrom('user_sessions').execute();
  await api.meta.deleteFrom('users').where('id', '=', ada.userNumber).execute();
  expect(await versions()).toMatchObject({ data: [{}, {}, {}, { ...by(ada), user_name: null }] });
  expect(await history()).toMatchObject({ data: [{}, {}, { ...by(ada), user_name: null }] });
});
