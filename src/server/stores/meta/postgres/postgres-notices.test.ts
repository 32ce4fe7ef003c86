import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDatabase } from '#test/open-postgres-meta.ts';
import type { Notice } from '../notice.ts';
import { PostgresMeta } from './postgres-meta.ts';
import { PostgresNotices } from './postgres-notices.ts';
import type { PostgresSettings } from './postgres-settings.ts';

let where: PostgresSettings;
let meta: PostgresMeta;
let opened: { close(): unknown }[] = [];
beforeEach(async () => {
  where = makeTestDatabase();
  meta = await PostgresMeta.open(where, () => undefined);
  opened = [meta];
});
afterEach(async () => {
  for (const one of opened.toReversed()) await one.close();
});

/** A server's notices, and what it heard so far. */
async function listen(settings = where) {
  const heard: string[] = [];
  const tell = ({ topic, items }: Notice): void => void heard.push(`${topic} ${items}`);
  const notices = await PostgresNotices.open(settings, tell);
  opened.push(notices);
  return { notices, heard };
}

const run = (sql: string, ...parameters: readonly unknown[]) => meta.execute({ sql, parameters });
const addUser = (email: string) =>
  run(
    `INSERT INTO users (email, username, role, auth_method, created_at_ms, updated_at_ms) VALUES (?, ?, 'ADMIN', 'LOCAL', 1, 1)`,
    email,
    email,
  );
/** Ends all connections that listen, while another one has sent a notice that they miss. */
const endListeners = (within: string) =>
  run(
    `WITH ended AS (SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ 'LISTEN|notice_versions|send_notice' AND pid <> pg_backend_pid()) ${within}`,
  );

describe('notices', () => {
  it('reach the other servers in order, and not their sender', async () => {
    const [a, b, c] = [await listen(), await listen(), await listen()];
    await a.notices.send({ topic: 'commits', items: '1 2' });
    await b.notices.send({ topic: 'commits', items: '3' });
    await a.notices.send({ topic: 'jobs', items: 'now' });
    await expect.poll(() => c.heard).toEqual(['commits 1 2', 'commits 3', 'jobs now']);
    await expect.poll(() => b.heard).toEqual(['commits 1 2', 'jobs now']);
    expect(a.heard).toEqual(['commits 3']);
  });

  it('stay in their schema', async () => {
    const other = { ...where, schema: 'another one' };
    opened.push(await PostgresMeta.open(other, () => undefined));
    const [a, b, elsewhere] = [await listen(), await listen(), await listen(other)];
    await elsewhere.notices.send({ topic: 'commits', items: '1' });
    await a.notices.send({ topic: 'commits', items: '2' });
    await expect.poll(() => b.heard).toEqual(['commits 2']);
    expect(elsewhere.heard).toEqual([]);
  });

  it('come with what changes access, prices and annotation configs, once for a transaction', async () => {
    await addUser('a@example.com');
    await addUser('b@example.com');
    const b = await listen();
    await run(`UPDATE users SET role = 'VIEWER'`);
    await expect.poll(() => b.heard).toEqual(['access *']);
    await run(`DELETE FROM users WHERE email = 'a@example.com'`);
    await run(`UPDATE annotation_configs SET name = 'own ' || name`);
    await run(
      `INSERT INTO own_model_prices (model, prices, created_at_ms, updated_at_ms) VALUES ('m', '{}', 1, 1)`,
    );
    await expect
      .poll(() => b.heard)
      .toEqual(['access *', 'access *', 'annotation_configs *', 'model_prices *']);
  });

  it('do not come with changes that were rolled back, nor with those that are not cached', async () => {
    await addUser('a@example.com');
    const b = await listen();
    await run('begin immediate');
    await run('DELETE FROM users');
    await run('rollback');
    await run('UPDATE users SET last_login_at_ms = 5, updated_at_ms = 5');
    await run('DELETE FROM user_sessions');
    const a = await listen();
    await a.notices.send({ topic: 'jobs', items: 'now' });
    await expect.poll(() => b.heard).toEqual(['jobs now']);
  });
});

describe('a comparison of versions', () => {
  it('that took long tells nothing of what was heard meanwhile', async () => {
    await run(`SELECT send_notice('commits', 'x', '1')`);
    const a = await listen();
    await slowVersions();
    for (const items of ['2', '3']) {
      await waitForReading();
      await run(`SELECT send_notice('commits', 'x', '${items}')`);
      await expect.poll(() => a.heard).toContain(`commits ${items}`);
    }
    expect(a.heard).toEqual(['commits 2', 'commits 3']);
  });

  it('tells of versions that went back, as those of a restored database do', async () => {
    for (const items of ['1', '2']) await run(`SELECT send_notice('commits', 'x', '${items}')`);
    const a = await listen();
    await run('UPDATE notice_versions SET version = 1');
    await expect.poll(() => a.heard).toEqual(['commits *']);
    await run(`SELECT send_notice('commits', 'x', '2')`);
    await expect.poll(() => a.heard).toEqual(['commits *', 'commits 2']);
  });
});

/** Reading the versions takes others a while from now on. */
async function slowVersions(): Promise<void> {
  await run('ALTER TABLE notice_versions RENAME TO kept_versions');
  await run(
    `CREATE FUNCTION slowly() RETURNS boolean LANGUAGE sql VOLATILE AS $$ SELECT pg_sleep(0.3) IS NOT NULL $$`,
  );
  await run(
    `CREATE VIEW notice_versions AS SELECT topic, version FROM kept_versions WHERE slowly()`,
  );
  await run(
    `CREATE OR REPLACE FUNCTION send_notice(topic text, sender text, items text) RETURNS void LANGUAGE sql AS $$
      WITH noted AS (UPDATE kept_versions SET version = version + 1 WHERE kept_versions.topic = send_notice.topic RETURNING version)
      SELECT pg_notify(notice_channel(), concat_ws(' ', send_notice.topic, version, sender, items)) FROM noted $$`,
  );
}

async function waitForReading(): Promise<void> {
  const reading = () =>
    run(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query = 'SELECT topic, version FROM notice_versions'`,
    );
  await expect.poll(async () => (await reading()).rows.length, { interval: 20 }).toBe(1);
}

describe('a connection that was lost', () => {
  it('is made again, and tells that something was missed', async () => {
    const b = await listen();
    await endListeners(
      `SELECT send_notice('access', 'x', '*'), send_notice('commits', 'x', '1'), (SELECT count(*) FROM ended)`,
    );
    await expect.poll(() => b.heard.toSorted()).toEqual(['access *', 'commits *']);
    const a = await listen();
    await a.notices.send({ topic: 'commits', items: '2' });
    await expect.poll(() => b.heard).toContain('commits 2');
  });

  it('tells nothing when nothing was missed', async () => {
    const b = await listen();
    await run(`SELECT send_notice('commits', 'x', '1')`);
    await expect.poll(() => b.heard).toEqual(['commits 1']);
    await endListeners('SELECT count(*) FROM ended');
    await expect
      .poll(() =>
        b.notices.send({ topic: 'jobs', items: 'now' }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await run(`SELECT send_notice('commits', 'x', '2')`);
    await expect.poll(() => b.heard).toEqual(['commits 1', 'commits 2']);
  });

  it('is given up when it is silent', async () => {
    const line = await silentProxy(where);
    opened.push(line);
    const b = await listen({ ...where, host: '127.0.0.1', port: line.port });
    line.silence();
    await run(`SELECT send_notice('access', 'x', '*')`);
    await expect.poll(() => b.heard).toEqual(['access *']);
  });

  it('refuses to send meanwhile', async () => {
    const line = await silentProxy(where);
    const b = await listen({ ...where, host: '127.0.0.1', port: line.port });
    line.close();
    await expect
      .poll(() => b.notices.send({ topic: 'jobs', items: 'now' }).catch((error: unknown) => error))
      .toMatchObject({ code: 'unavailable', detail: expect.stringContaining('can’t be reached') });
  });
});

/** A line to PostgreSQL whose connections can fall silent, as when a cable is pulled. */
async function silentProxy({ host, port }: PostgresSettings) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const other = createConnection(`${host}/.s.PGSQL.${port}`);
    for (const one of [socket, other]) sockets.add(one.on('error', () => undefined));
    socket.pipe(other).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port, // as: it listens on TCP
    silence: (): void => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
