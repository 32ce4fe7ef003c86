import { closeSync, copyFileSync, cpSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { boot, runCommand } from './boot.ts';
import { jsonSpan, otlpJson, sendTraces } from '#test/reliability/read-back.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'telltale-damage-'));
const data = path.join(folder, 'data');
const file = path.join(data, 'spans.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVERY_PAGE = 'SELECT pageno FROM dbstat WHERE name = ?';
const FIRST_ROWS =
  "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path LIMIT 1";

/** Corrupts pages of a table: reading them fails, and everything else works. */
function spoil(name: string, database: string, which = EVERY_PAGE): void {
  const db = new Database(database);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pages = db.prepare<[string], number>(which).pluck(true).all(name);
  db.close();
  expect(pages.length).toBeGreaterThan(0);
  const handle = openSync(database, 'r+');
  for (const page of pages) writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, (page - 1) * 4_096);
  closeSync(handle);
}

const inSession = (number: number): string =>
  otlpJson([
    jsonSpan(number, number, {
      attributes: [{ key: 'session.id', value: { stringValue: `s${number}` } }],
    }),
  ]);

const readiness = async (
  url: string,
): Promise<{ readonly status: number; readonly text: string }> => {
  const reply = await fetch(`${url}/ready`);
  return { status: reply.status, text: await reply.text() };
};

it('a damaged store is reported on reads and at /ready, which fails until the file is checked and whole', async () => {
  let server = await boot({ directory: data });
  for (let trace = 1; trace <= 20; trace += 1)
    expect((await sendTraces(server.url, inSession(trace))).status).toBe(200);
  expect(
    (await sendTraces(server.url, otlpJson([jsonSpan(50, 50)]), { 'x-project-name': 'plain' }))
      .status,
  ).toBe(200);
  await server.stop('SIGTERM');
  cpSync(file, path.join(folder, 'whole.db'));
  spoil('sessions', file);

  server = await boot({ directory: data });
  expect((await readiness(server.url)).status).toBe(200);
  const read = await fetch(`${server.url}/v1/projects/default/sessions`);
  expect(read.status).toBe(500);
  expect(await read.text()).toMatch(
    /spans\.db is damaged: .*sessions.* cannot be read \(SQLITE_CORRUPT[A-Z_]*\)\. Run telltale doctor/,
  );
  await expect
    .poll(() => readiness(server.url))
    .toMatchObject({ status: 503, text: expect.stringContaining('damaged: table sessions') });
  // Successful reads and writes meanwhile don't prove that the damage is gone.
  for (let look = 0; look < 10; look += 1) {
    expect([200, 503]).toContain((await sendTraces(server.url, inSession(100 + look))).status);
    expect((await fetch(`${server.url}/v1/projects`)).status).toBe(200);
    expect((await fetch(`${server.url}/v1/projects/plain/spans?limit=5`)).status).toBe(200);
    expect((await readiness(server.url)).status).toBe(503);
  }
  const checked = await runCommand(['doctor'], { SERVICE_WORKING_DIR: data });
  expect(checked).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/FAIL\s+databases\s+.*table sessions/),
  });
  await server.stop('SIGKILL');

  server = await boot({ directory: data });
  expect(await readiness(server.url)).toMatchObject({
    status: 503,
    text: expect.stringContaining('table sessions'),
  });
  await server.stop('SIGKILL');

  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  copyFileSync(path.join(folder, 'whole.db'), file);
  server = await boot({ directory: data });
  await expect.poll(async () => (await readiness(server.url)).status).toBe(200);
  expect((await fetch(`${server.url}/v1/projects/default/sessions`)).status).toBe(200);
  await server.stop('SIGTERM');
});

it('damaged metadata is reported on reads and at /ready, with the remedy, while spans are still accepted', async () => {
  const directory = path.join(folder, 'meta');
  const meta = path.join(directory, 'meta.db');
  let server = await boot({ directory });
  await server.stop('SIGTERM');
  copyFileSync(meta, path.join(folder, 'whole-meta.db'));
  spoil('dataset_labels', meta);

  server = await boot({ directory });
  expect((await readiness(server.url)).status).toBe(200);
  const read = await fetch(`${server.url}/v1/dataset_labels`);
  expect(read.status).toBe(500);
  expect(await read.text()).toMatch(
    /meta\.db is damaged: table dataset_labels cannot be read \(SQLITE_CORRUPT[A-Z_]*\)\. Run telltale doctor/,
  );
  await expect
    .poll(() => readiness(server.url))
    .toMatchObject({
      status: 503,
      text: expect.stringMatching(
        /meta\.db is damaged: table dataset_labels\. Run telltale doctor/,
      ),
    });
  expect((await sendTraces(server.url, inSession(1))).status).toBe(200);
  expect((await fetch(`${server.url}/v1/projects`)).status).toBe(200);
  const checked = await runCommand(['doctor'], { SERVICE_WORKING_DIR: directory });
  expect(checked).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/FAIL\s+databases\s+.*meta\.db is damaged/),
  });
  await server.stop('SIGKILL');

  server = await boot({ directory });
  expect(await readiness(server.url)).toMatchObject({
    status: 503,
    text: expect.stringContaining('meta.db is damaged'),
  });
  await server.stop('SIGKILL');

  for (const end of ['-wal', '-shm']) rmSync(`${meta}${end}`, { force: true });
  copyFileSync(path.join(folder, 'whole-meta.db'), meta);
  server = await boot({ directory });
  await expect.poll(async () => (await readiness(server.url)).status).toBe(200);
  expect((await fetch(`${server.url}/v1/dataset_labels`)).status).toBe(200);
  await server.stop('SIGTERM');
});

it('a verification of a damaged audit log says what it could not read, and so does /ready', async () => {
  const directory = path.join(folder, 'audit');
  let server = await boot({ directory });
  const create = async (number: number): Promise<number> => {
    const body = JSON.stringify({ name: `project ${number}` });
    return (
      await fetch(`${server.url}/v1/projects`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    ).status;
  };
  const created = await Promise.all(Array.from({ length: 80 }, (_, number) => create(number)));
  expect(created.filter((status) => status >= 300)).toEqual([]);
  await server.stop('SIGTERM');
  spoil('audit_log', path.join(directory, 'meta.db'), FIRST_ROWS);

  server = await boot({ directory });
  expect((await readiness(server.url)).status).toBe(200);
  const verification = `${server.url}/api/v1/audit-logs/verification`;
  expect((await fetch(verification, { method: 'POST' })).status).toBe(202);
  await expect
    .poll(() => readiness(server.url))
    .toMatchObject({
      status: 503,
      text: expect.stringMatching(/meta\.db is damaged: table audit_log\. Run telltale doctor/),
    });
  const cannotBeRead =
    /meta\.db is damaged: table audit_log cannot be read \(SQLITE_CORRUPT[A-Z_]*\)\. Run telltale doctor/;
  await expect
    .poll(async () => (await fetch(verification)).json())
    .toMatchObject({ data: { state: 'unknown', error: expect.stringMatching(cannotBeRead) } });
  for (const command of ['verify', 'export']) {
    const ended = await runCommand(['audit', command], { SERVICE_WORKING_DIR: directory });
    expect(ended, command).toMatchObject({ code: 1, stderr: expect.stringMatching(cannotBeRead) });
  }
  await server.stop('SIGKILL');
});
