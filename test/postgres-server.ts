import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';
import { freePort } from './e2e/free-port.ts';

const PLACES = [18, 17, 16, 15, 14].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`);

/**
 * PostgreSQL’s server (Debian: `apt-get install postgresql`); null where it is not installed, and
 * its tests are skipped.
 */
export const POSTGRES: string | null =
  [process.env['POSTGRES_PATH'], ...PLACES].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
  ) ?? null;

/** A real PostgreSQL in a temporary folder. */
export interface PostgresServer {
  /** The folder of its Unix socket. */
  readonly directory: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Of a database, over the socket. */
  url(database: string): string;
  /** Of a database, over TCP, where the password is asked for. */
  tcpUrl(database: string, password?: string): string;
  settings(database: string): PostgresSettings;
  /** Runs statements as the administrator. */
  run(sql: string, database?: string): Promise<readonly unknown[]>;
  /** Ends it at once, and all connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const USER = 'telltale';
const PASSWORD = 'a password of tests 1';
const START_MS_MAX = 60_000;
/** It refuses to run as root: then it runs as the user that has no rights. */
const NOBODY = 65_534;
/** What a power cut would leave of it does not matter. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  autovacuum: 'off',
  timezone: 'UTC',
};

export async function openPostgres(): Promise<PostgresServer> {
  if (POSTGRES === null) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(path.join(tmpdir(), 'telltale-pg-'));
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (identity.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  if (identity.uid !== undefined) chownSync(passwordFile, NOBODY, NOBODY);
  const initdb = path.join(path.dirname(POSTGRES), 'initdb');
  const options = [
    '-D',
    data,
    '-U',
    USER,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '-N',
  ];
  execFileSync(initdb, [...options, `--pwfile=${passwordFile}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...identity,
  });
  const port = await freePort();
  const settings = Object.entries({
    ...SETTINGS,
    unix_socket_directories: folder,
    listen_addresses: '127.0.0.1',
  });
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let child: ChildProcess | null = null;
  const run = async (sql: string, database = 'postgres'): Promise<readonly unknown[]> => {
    const client = new pg.Client({ host: folder, port, user: USER, database });
    await client.connect();
    try {
      return (await client.query(sql)).rows as readonly unknown[];
    } finally {
      await client.end();
    }
  };
  const start = async (): Promise<void> => {
    child = spawn(POSTGRES, args, { cwd: folder, stdio: 'ignore', ...identity });
    const deadline = performance.now() + START_MS_MAX;
    while (
      !(await run('SELECT 1').then(
        () => true,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error('PostgreSQL does not start');
      await delay(50);
    }
  };
  const stop = async (): Promise<void> => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    // Immediate shutdown, as after a crash.
    ending.kill('SIGQUIT');
    await ended;
  };
  await start();
  return {
    directory: folder,
    port,
    user: USER,
    password: PASSWORD,
    url: (database) => `postgresql:///${database}?host=${folder}&port=${port}&user=${USER}`,
    tcpUrl: (database, password = PASSWORD) =>
      `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    settings: (database) => ({
      host: folder,
      port,
      database,
      user: USER,
      password: null,
      tls: null,
      schema: 'public',
    }),
    run,
    stop,
    start,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
