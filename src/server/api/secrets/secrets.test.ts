import { afterAll, beforeAll, expect, it } from 'vitest';
import { SecretBox } from '#server/auth/secret-box.ts';
import { send, signedIn, type SignedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';

const box = new SecretBox('a server secret of 32 characters');
let api: ApiApp;
let admin: SignedIn;
beforeAll(async () => {
  api = await openApiApp({ access: { required: true }, secretBox: box });
  admin = await signedIn(api.meta, 'ADMIN');
});
afterAll(() => api.close());

const put = (headers: object, secrets: unknown): Promise<Reply> =>
  send(api, 'PUT', '/v1/secrets', headers, { secrets });
const stored = async (): Promise<Record<string, string | null>> => {
  const rows = await api.meta.selectFrom('secrets').selectAll().orderBy('key').execute();
  return Object.fromEntries(rows.map((row) => [row.key, box.open(row.key, row.value)]));
};

it('stores secrets encrypted, the last of repeated keys, and deletes those without a value', async () => {
  expect(
    await put(admin.headers, [
      { key: 'A_KEY', value: 'one' },
      { key: 'B_KEY', value: 'b' },
      { key: 'A_KEY', value: 'two' },
    ]),
  ).toMatchObject({
    status: 200,
    body: { data: { upserted_keys: ['A_KEY', 'B_KEY'], deleted_keys: [] } },
  });
  expect(await stored()).toEqual({ A_KEY: 'two', B_KEY: 'b' });
  expect(
    await put(admin.headers, [
      { key: 'A_KEY', value: 'three' },
      { key: 'B_KEY', value: null },
      { key: 'NEVER_WAS', value: null },
    ]),
  ).toMatchObject({
    body: { data: { upserted_keys: ['A_KEY'], deleted_keys: ['B_KEY', 'NEVER_WAS'] } },
  });
  expect(await stored()).toEqual({ A_KEY: 'three' });
  await api.audit.log.flush();
  const rows = await api.meta
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('action', '=', 'secret.change')
    .execute();
  expect(rows.map(({ details }): unknown => JSON.parse(details))).toEqual([
    { secrets: 3, upserted_keys: ['A_KEY', 'B_KEY'], deleted_keys: [] },
    { secrets: 3, upserted_keys: ['A_KEY'], deleted_keys: ['B_KEY', 'NEVER_WAS'] },
  ]);
});

it.each([
  [[], /body\.secrets must not be empty/],
  [
    [{ key: '1A', value: 'x' }],
    /body\.secrets\.0\.key must be a text such as "OPENAI_API_KEY" \(pattern/,
  ],
  [[{ key: 'A' }], /body\.secrets\.0\.value is required/],
  [[{ key: 'A', value: '  ' }], /the value of 'A' is blank/],
])('refuses %j', async (secrets, detail) => {
  expect(await put(admin.headers, secrets)).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(detail) },
  });
});

it('is for admins', async () => {
  for (const role of ['MEMBER', 'VIEWER'] as const) {
    expect(
      (await put((await signedIn(api.meta, role)).headers, [{ key: 'A', value: 'x' }])).status,
    ).toBe(403);
  }
  expect((await put({}, [{ key: 'A', value: 'x' }])).status).toBe(401);
});

it('says what is missing when the server has no secret', async () => {
  const without = await openApiApp();
  try {
    const reply = await send(
      without,
      'PUT',
      '/v1/secrets',
      {},
      { secrets: [{ key: 'A', value: 'x' }] },
    );
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('SERVICE_SECRET') },
    });
  } finally {
    await without.close();
  }
});
