import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boot, runCommand, temporaryDirectory } from './boot.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

/** The data of a server that had some spans and ended cleanly. */
const left = temporaryDirectory();
let directory: string;
beforeAll(async () => {
  await using server = await boot({ directory: left });
  const { ok } = await sendSpans(server, 'http json', freshSpans(20));
  if (!ok) throw new Error('The spans were refused.');
});
afterAll(() => rmSync(left, { recursive: true, force: true }));
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** All that a command wrote: one line on stderr, and not even a line of the log before it. */
async function onlyLine(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  code = 1,
): Promise<string> {
  const ended = await runCommand(args, env);
  expect({ code: ended.code, stdout: ended.stdout, stderr: ended.stderr }).toEqual({
    code,
    stdout: '',
    stderr: expect.stringMatching(/^telltale: [^\n]+\n$/),
  });
  return ended.stderr;
}

interface DoctorLine {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** The doctor's findings, by the name of the check. */
async function ailments(
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const { code, stdout, stderr } = await runCommand(['doctor', '--json'], env);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DoctorLine);
  const failed = lines.filter(({ ok }) => !ok);
  expect({ code, stderr }).toEqual({ code: failed.length > 0 ? 1 : 0, stderr: '' });
  return new Map(failed.map(({ check, detail }) => [check, detail]));
}

async function takenPort(): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

function withData(): string {
  cpSync(left, directory, { recursive: true });
  return directory;
}

describe('what a start cannot go on with is one line and nothing else', () => {
  it('a port that is taken, whichever of the three', async () => {
    const { port, close } = await takenPort();
    for (const variable of ['SERVICE_PORT', 'SERVICE_GRPC_PORT', 'SERVICE_PROMETHEUS_PORT']) {
      const env = {
        SERVICE_WORKING_DIR: directory,
        SERVICE_ENABLE_PROMETHEUS: 'true',
        [variable]: String(port),
      };
      expect(await onlyLine(['serve'], env)).toMatch(
        new RegExp(`Port ${port} .* is in use: .*${variable}`),
      );
    }
    close();
  });

  it('a directory that is none, is in a file, or takes nothing', async () => {
    const file = path.join(directory, 'file');
    writeFileSync(file, '');
    for (const [place, why] of [
      [file, `${file} is a file`],
      [path.join(file, 'data'), `${file} is a file`],
      // Other systems have no directory in which even root can make nothing.
      ...(process.platform === 'linux'
        ? [['/proc/telltale', 'nothing can be made in /proc'] as const]
        : []),
    ] as const) {
      const line = await onlyLine(['serve'], { SERVICE_WORKING_DIR: place });
      expect(line).toBe(
        `telltale: The data directory ${place} cannot be used: ${why}. Set SERVICE_WORKING_DIR to a directory that this user may write to.\n`,
      );
      expect((await ailments({ SERVICE_WORKING_DIR: place })).get('directory')).toMatch(
        `${place} cannot be used: ${why}.`,
      );
    }
    withData();
    expect(
      await onlyLine(['backup', path.join(file, 'copy')], { SERVICE_WORKING_DIR: directory }),
    ).toMatch(`${file} is a file`);
  });

  it.each(['spans.db', 'meta.db'])(
    'a %s that is damaged, and the doctor finds it too',
    async (name) => {
      const file = path.join(withData(), name);
      writeFileSync(file, Buffer.alloc(40_000, 'not a database. '));
      const env = { SERVICE_WORKING_DIR: directory };
      expect(await onlyLine(['serve'], env)).toMatch(
        `The database ${file} is damaged (file is not a database): bring a backup back`,
      );
      expect((await ailments(env)).get('databases')).toMatch(`The database ${file} is damaged`);
      rmSync(file);
      mkdirSync(file);
      expect(await onlyLine(['serve'], env)).toMatch(
        `The database ${file} cannot be opened (unable to open database file`,
      );
    },
  );
});

describe('the doctor', () => {
  it('finds pages that do not hang together, and a schema of a newer version', async () => {
    const file = path.join(withData(), 'meta.db');
    const whole = readFileSync(file);
    const handle = openSync(file, 'r+');
    for (let page = 3; page < whole.length / 4096; page += 2)
      writeSync(handle, Buffer.alloc(4096, 'x'), 0, 4096, page * 4096);
    closeSync(handle);
    expect((await ailments({ SERVICE_WORKING_DIR: directory })).get('databases')).toMatch(
      `The database ${file} is damaged`,
    );
    writeFileSync(file, whole);
    const db = new Database(file);
    db.pragma('user_version = 9999');
    db.close();
    expect((await ailments({ SERVICE_WORKING_DIR: directory })).get('databases')).toMatch(
      'a newer Telltale wrote it',
    );
  });

  it('names every port that is taken, and a disk that is too full, and still tries the wires', async () => {
    const { port, close } = await takenPort();
    const found = await ailments({
      SERVICE_WORKING_DIR: directory,
      SERVICE_PORT: String(port),
      SERVICE_GRPC_PORT: '0',
      SERVICE_ENABLE_PROMETHEUS: 'true',
      SERVICE_MIN_FREE_DISK_BYTES: '900TiB',
    });
    close();
    expect([...found.keys()]).toEqual(['disk', 'port http']);
    expect(found.get('port http')).toBe(
      `Port ${port} (HTTP) is in use: stop what listens there, or set SERVICE_PORT to another port.`,
    );
  });
});

describe('health', () => {
  it('asks the server that runs on the directory, also when only its own command line knew the port', async () => {
    const env = { SERVICE_WORKING_DIR: directory, SERVICE_PORT: '9' };
    await using server = await boot({
      directory,
      env: { SERVICE_PORT: '9' },
      args: ['--port', '0'],
    });
    expect(await runCommand(['health'], env)).toMatchObject({
      code: 0,
      stdout: `${server.url} answers\n`,
    });
  });

  it('does not take what a killed server left behind for one that runs', async () => {
    const server = await boot({ directory });
    await server.stop('SIGKILL');
    // Its number is now another's: in a container it always is 1.
    const file = path.join(directory, 'server.json');
    writeFileSync(
      file,
      JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), pid: process.pid }),
    );
    expect(await onlyLine(['health'], { SERVICE_WORKING_DIR: directory })).toBe(
      'telltale: No server runs on this data directory.\n',
    );
    expect([...(await ailments({ SERVICE_WORKING_DIR: directory })).keys()]).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });
});
