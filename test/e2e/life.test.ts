import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boot, runCommand, temporaryDirectory, type Ended } from './boot.ts';
import { listSpans } from '../../tools/api-client.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** One clear line on stderr besides log notes, no stack trace; nothing on stdout. */
function expectOneLine(ended: Ended, code: number, line: RegExp): void {
  const lines = ended.stderr
    .split('\n')
    .filter((text) => text !== '' && !text.startsWith('{"level":30,'));
  expect({ code: ended.code, lines, stdout: ended.stdout }).toEqual({
    code,
    lines: [expect.stringMatching(/^telltale: /)],
    stdout: '',
  });
  expect(lines[0]).toMatch(line);
}

describe('a start that cannot be', () => {
  it('says that the directory is in use, and by whom', async () => {
    await using server = await boot({ directory });
    const second = await runCommand(['serve'], { SERVICE_WORKING_DIR: directory });
    expectOneLine(
      second,
      1,
      new RegExp(
        `${directory} is in use by the Telltale at http://127\\.0\\.0\\.1:\\d+ \\(process ${server.pid}\\)`,
      ),
    );
    expect((await sendSpans(server, 'grpc', freshSpans(1))).ok).toBe(true);
  });

  it('says which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    for (const variable of ['SERVICE_PORT', 'SERVICE_GRPC_PORT']) {
      expectOneLine(
        await runCommand(['serve'], { SERVICE_WORKING_DIR: directory, [variable]: String(port) }),
        1,
        new RegExp(`Port ${port} .* is in use: .*${variable}`),
      );
    }
    other.close();
  });

  it.each([
    [{ SERVICE_PORT: 'http' }, /SERVICE_PORT is 'http'; accepted is a port/],
    [
      { PHOENIX_MAX_SPANS_QUEUE_SIZE: '-1' },
      /PHOENIX_MAX_SPANS_QUEUE_SIZE is '-1'; accepted is a whole number/,
    ],
    [
      { SERVICE_SQL_DATABASE_URL: 'mysql://localhost/x' },
      /SERVICE_SQL_DATABASE_URL is 'mysql:.*accepted is sqlite/,
    ],
    [
      { SERVICE_MAX_BODY_BYTES: '64 lots' },
      /SERVICE_MAX_BODY_BYTES is '64 lots'; accepted is bytes/,
    ],
    [
      { SERVICE_ENABLE_AUTH: 'true' },
      /^telltale: SERVICE_SECRET is missing; accepted with SERVICE_ENABLE_AUTH is/m,
    ],
  ])('names the variable, the value and what is accepted: %o', async (env, line) => {
    expectOneLine(
      await runCommand(['serve'], {
        SERVICE_WORKING_DIR: directory,
        ...(env as Record<string, string>),
      }),
      2,
      line,
    );
  });

  it('names every bad value, each in a line of its own', async () => {
    const ended = await runCommand(['serve'], {
      SERVICE_PORT: 'http',
      SERVICE_GRPC_PORT: '-1',
      SERVICE_ENABLE_AUTH: 'true',
    });
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ended.stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^telltale: SERVICE_PORT is 'http'; accepted is a port/),
      expect.stringMatching(/^telltale: SERVICE_GRPC_PORT is '-1'; accepted is a port/),
      expect.stringMatching(/^telltale: SERVICE_SECRET is missing/),
    ]);
  });

  it('says when the directory is a file', async () => {
    const file = path.join(directory, 'file');
    writeFileSync(file, '');
    expectOneLine(
      await runCommand(['serve'], { SERVICE_WORKING_DIR: file }),
      1,
      /The data directory .*file cannot be used/,
    );
  });

  it('says when the directory cannot be made', async () => {
    expectOneLine(
      await runCommand(['serve'], { SERVICE_WORKING_DIR: '/proc/telltale' }),
      1,
      /The data directory \/proc\/telltale cannot be used/,
    );
  });

  it.each(['spans.db', 'meta.db'])(
    'refuses a %s that a newer version wrote, and leaves it alone',
    async (name) => {
      await (await boot({ directory })).stop();
      const file = path.join(directory, name);
      const db = new Database(file);
      db.pragma('user_version = 9999');
      db.close();
      expectOneLine(
        await runCommand(['serve'], { SERVICE_WORKING_DIR: directory }),
        1,
        /schema version 9999.*newer Telltale/,
      );
      const again = new Database(file, { readonly: true });
      expect(again.pragma('user_version', { simple: true })).toBe(9999);
      again.close();
    },
  );
});

describe('a life', () => {
  it('starts again at once after kill -9: the lock is not left behind', async () => {
    const server = await boot({ directory });
    await server.stop('SIGKILL');
    await using again = await boot({ directory });
    expect((await fetch(`${again.url}/ready`)).status).toBe(200);
  });

  it('ends with 0 at SIGTERM and SIGINT, with a page following live and an idle connection open', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = await boot({ directory, env: { SERVICE_SHUTDOWN_GRACE: '2s' } });
      const live = await fetch(`${server.url}/v1/live`);
      const ended = await server.stop(signal);
      expect(ended).toMatchObject({ code: 0, signal: null });
      await live.body?.cancel().catch(() => undefined);
    }
  });

  it('answers the four health paths, and says that authentication is off', async () => {
    await using server = await boot({ directory });
    const health = await fetch(`${server.url}/healthz`);
    expect([health.status, await health.text()]).toEqual([200, 'OK']);
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'ok' });
    for (const name of ['/ready', '/readyz']) {
      const ready = await fetch(`${server.url}${name}`);
      expect(ready.headers.get('x-telltale-authentication')).toBe('off');
      expect(await ready.json()).toEqual({ ready: true, reasons: [], authentication: false });
    }
  });

  it('prints help, version, and what to paste', async () => {
    expect((await runCommand(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = (await runCommand(['--help'])).stdout;
    for (const word of [
      'serve',
      'backup DIR',
      'restore DIR',
      'doctor',
      'SERVICE_PORT',
      'SERVICE_MAX_BODY_BYTES [64MiB]',
    ])
      expect(help).toContain(word);
    expectOneLine(await runCommand(['fly']), 2, /no command 'fly'/);
    expectOneLine(await runCommand(['backup']), 2, /telltale backup DIR/);
    expectOneLine(await runCommand(['serve', '--fly']), 2, /serve has no --fly, but --host /);
    expectOneLine(
      await runCommand(['health', 'now']),
      2,
      /'now' is one word too many; accepted is telltale health/,
    );
  });

  it(
    'doctor finds a healthy machine healthy, with a server running and without',
    { timeout: 240_000 },
    async () => {
      const alone = await runCommand(['doctor', '--json'], { SERVICE_WORKING_DIR: directory });
      expect({
        code: alone.code,
        failed: alone.stdout.split('\n').filter((line) => line.includes('"ok":false')),
      }).toEqual({
        code: 0,
        failed: [],
      });
      await using server = await boot({ directory });
      const beside = await runCommand(['doctor'], { SERVICE_WORKING_DIR: directory });
      expect(beside.code).toBe(0);
      expect(beside.stdout).toContain(server.url);
      for (const wire of ['http protobuf', 'http json', 'grpc'])
        expect(beside.stdout).toMatch(new RegExp(`ok +${wire} .*read back`));
      expect((await fetch(`${server.url}/v1/projects/telltale-doctor`)).status).toBe(404);
    },
  );
});

describe('backup and restore', () => {
  it(
    'a backup made while spans come in holds what was acknowledged before, and restores elsewhere',
    { timeout: 240_000 },
    async () => {
      await using server = await boot({ directory: path.join(directory, 'data') });
      const before = freshSpans(500, 'before');
      expect((await sendSpans(server, 'http protobuf', before)).ok).toBe(true);
      const copy = path.join(directory, 'copy');
      const [made] = await Promise.all([
        runCommand(['backup', copy], { SERVICE_WORKING_DIR: server.directory }),
        ...Array.from({ length: 8 }, () => sendSpans(server, 'http protobuf', freshSpans(200))),
      ]);
      expect(made).toMatchObject({ code: 0 });
      const target = path.join(directory, 'restored');
      expect(await runCommand(['restore', copy], { SERVICE_WORKING_DIR: target })).toMatchObject({
        code: 0,
      });
      await using restored = await boot({ directory: target });
      const stored = new Map(
        (await listSpans(restored.url, 'default')).map((span) => [
          span.context.span_id,
          span.attributes['input.value'],
        ]),
      );
      for (const { spanId } of before) expect(stored.get(spanId)).toBe('before');
    },
  );

  it('restore refuses to overwrite, and refuses a damaged copy; backup refuses a directory in use', async () => {
    const data = path.join(directory, 'data');
    await (await boot({ directory: data })).stop();
    const copy = path.join(directory, 'copy');
    expect((await runCommand(['backup', copy], { SERVICE_WORKING_DIR: data })).code).toBe(0);
    expectOneLine(
      await runCommand(['backup', copy], { SERVICE_WORKING_DIR: data }),
      1,
      /not empty/,
    );
    expectOneLine(
      await runCommand(['restore', copy], { SERVICE_WORKING_DIR: data }),
      1,
      /holds data already/,
    );
    writeFileSync(path.join(copy, 'meta.db'), 'damage', { flag: 'a' });
    const target = path.join(directory, 'target');
    expectOneLine(
      await runCommand(['restore', copy], { SERVICE_WORKING_DIR: target }),
      1,
      /meta\.db is damaged/,
    );
    expect(existsSync(path.join(target, 'spans.db'))).toBe(false);
    expectOneLine(
      await runCommand(['restore', target], { SERVICE_WORKING_DIR: path.join(directory, 'other') }),
      1,
      /holds no finished backup/,
    );
  });
});
