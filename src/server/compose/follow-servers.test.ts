import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTestDatabase } from '#test/open-postgres-meta.ts';
import { endListening, openSharedMeta, type SharedMeta } from '#test/shared-meta.ts';
import { AnnotationRules } from '#server/api/annotations/configs/annotation-rules.ts';
import { ExperimentFeed } from '#server/api/kit/experiments/experiment-feed.ts';
import { OwnPriceBook } from '#server/api/prices/own-price-book.ts';
import { Authenticator } from '#server/auth/authenticator.ts';
import { hashSecret, KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import { CommitBroadcast } from '#server/ingest/wire/commit-broadcast.ts';
import { insertKey, revokeKey } from '#server/stores/meta/access/api-keys.queries.ts';
import { assignConfig } from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import { createConfig } from '#server/stores/meta/annotation-configs/configs.queries.ts';
import { insertOwnPrice } from '#server/stores/meta/model-prices/own-prices.queries.ts';
import { createLog } from '#server/telemetry/log.ts';
import { followServers } from './follow-servers.ts';

/** Stands still, so that nothing that is cached gets old. */
const NOW_MS = 1_000_000;
const log = createLog('silent', 'test');
let servers: SharedMeta[] = [];
let a: Awaited<ReturnType<typeof openServer>>;
let b: typeof a;
beforeEach(async () => {
  const where = makeTestDatabase();
  [a, b] = [await openServer(where), await openServer(where)];
});
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

async function openServer(where: Parameters<typeof openSharedMeta>[0]) {
  const meta = await openSharedMeta(where);
  servers.push(meta);
  const { db, notices } = meta;
  const held = {
    authenticator: new Authenticator({
      db,
      required: true,
      adminSecret: null,
      sessionCookie: 'telltale-access',
      now: () => NOW_MS,
    }),
    annotationRules: new AnnotationRules(db),
    ownPrices: new OwnPriceBook(db, async () => undefined),
    commits: new CommitBroadcast(
      () => performance.now(),
      (projectIds) => notices.publish('commits', projectIds),
    ),
    experimentFeed: new ExperimentFeed(),
  };
  followServers(notices, held, log);
  const access = (key: string): Promise<string> =>
    held.authenticator.authenticate({ authorization: `Bearer ${key}` }).then(
      ({ role }) => role,
      (error: Error) => error.message,
    );
  return { ...meta, ...held, access };
}

async function addUserWithKey() {
  const times = { created_at_ms: 1, updated_at_ms: 1 };
  const user = await a.db
    .insertInto('users')
    .values({ email: 'u@x.org', username: 'u', role: 'ADMIN', auth_method: 'LOCAL', ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = makeKey(KEY_PREFIXES.live);
  const id = await insertKey(a.db, {
    kind: 'user',
    prefix: KEY_PREFIXES.live,
    last_four: key.slice(-4),
    key_hash: hashSecret(key),
    name: 'ci',
    user_id: user.id,
    scopes: '["admin"]',
    made_while_open: 0,
    created_at_ms: 1,
  });
  return { user: user.id, key, id };
}

it('refuses on every server what was revoked on one, and follows roles', async () => {
  const { user, key, id } = await addUserWithKey();
  expect(await b.access(key)).toBe('ADMIN');
  await a.db.updateTable('users').set({ role: 'VIEWER' }).where('id', '=', user).execute();
  await expect.poll(() => b.access(key)).toBe('VIEWER');
  await revokeKey(a.db, id, NOW_MS);
  await expect.poll(() => b.access(key)).toContain('was revoked');
});

it('refuses it also when the notice was missed', async () => {
  const { key, id } = await addUserWithKey();
  expect(await b.access(key)).toBe('ADMIN');
  await endListening(a);
  await revokeKey(a.db, id, NOW_MS);
  await expect.poll(() => b.access(key)).toContain('was revoked');
});

it('annotates and prices by what another server set', async () => {
  expect(await b.annotationRules.rulesFor(['scale'])).toEqual([]);
  const settings = '{"lower_bound":0,"upper_bound":1,"optimization_direction":"NONE"}';
  const fields = { name: 'scale', type: 'CONTINUOUS', description: null, settings } as const;
  const config = await createConfig(a.db, fields, 1);
  await assignConfig(a.db, 7, config?.id ?? 0);
  await expect
    .poll(() => b.annotationRules.rulesFor(['scale']))
    .toMatchObject([{ projectId: 7, scoreMin: 0, scoreMax: 1 }]);
  const price = { model: 'm', provider: null, valid_from: null, valid_until: null };
  await insertOwnPrice(
    a.db,
    { ...price, prices: '{"input":1}' },
    { check: () => undefined, max: 10, nowMs: 1 },
  );
  await expect.poll(() => b.ownPrices.prices).toHaveLength(1);
});

it('has live lists and experiments of one server follow the others', async () => {
  const [commits, experiments]: [unknown[], unknown[]] = [[], []];
  b.commits.subscribe(({ projectIds }) => commits.push(projectIds));
  b.experimentFeed.follow((id) => experiments.push(id));
  // What one server heard it does not tell on, and only its own changes are worked on.
  a.commits.subscribe(({ projectIds }) => commits.push(['a', projectIds]));
  b.experimentFeed.subscribe((id) => experiments.push(['own', id]));
  a.commits.publish({ projectIds: [1, 2], stored: 3 });
  a.experimentFeed.changed(5);
  await expect
    .poll(() => commits)
    .toEqual([
      ['a', [1, 2]],
      [1, 2],
    ]);
  await expect.poll(() => experiments).toEqual([5]);
  await endListening(a);
  a.commits.publish({ projectIds: [3], stored: 1 });
  await expect
    .poll(() => commits.slice(2).filter((ids) => ids === null || String(ids) === '3').length)
    .toBeGreaterThan(0);
});
