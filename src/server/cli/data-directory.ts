import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { readJson } from './read-json.ts';
import { StartError } from './start-error.ts';

const RunningServer = Type.Object({
  pid: Type.Integer(),
  url: Type.String(),
  grpc: Type.Union([Type.String(), Type.Null()]),
  /** Whether that port speaks TLS; absent of servers that could not. */
  grpcTls: Type.Optional(Type.Boolean()),
  /** Whether clients have to show a certificate, on the ports that speak TLS. */
  asksForCertificate: Type.Optional(Type.Boolean()),
  /** Where browsers reach the page; absent of servers before it was told. */
  page: Type.Optional(Type.String()),
});
/** What a running server leaves in its data directory, for other commands to find it. */
export type RunningServer = Static<typeof RunningServer>;

const LOCK_FILE = 'telltale.lock';
const SERVER_FILE = 'server.json';
export const SPANS_FILE = 'spans.db';
export const META_FILE = 'meta.db';

/**
 * The directory of all data, held by one process at a time. The lock is an exclusive transaction on an SQLite file of its own: the system
 * drops it the moment the process is gone, however it went, so there is no stale lock to clear.
 */
export class DataDirectory {
  readonly path: string;
  readonly #lock: Database.Database;
  readonly #temporary: boolean;

  private constructor(directory: string, lock: Database.Database, temporary: boolean) {
    this.path = directory;
    this.#lock = lock;
    this.#temporary = temporary;
  }

  /** Makes the directory if need be and takes its lock; a StartError says what stands in the way. */
  static open(directory: string): DataDirectory {
    createWritable(directory);
    return new DataDirectory(directory, takeLock(directory), false);
  }

  /** One that is removed when it is closed. */
  static temporary(parent: string = tmpdir()): DataDirectory {
    const directory = mkdtempSync(path.join(parent, 'telltale-'));
    return new DataDirectory(directory, takeLock(directory), true);
  }

  get spansPath(): string {
    return path.join(this.path, SPANS_FILE);
  }

  get metaPath(): string {
    return path.join(this.path, META_FILE);
  }

  announce(server: RunningServer): void {
    const file = path.join(this.path, SERVER_FILE);
    writeFileSync(`${file}.partial`, `${JSON.stringify(server)}\n`, { mode: 0o600 });
    renameSync(`${file}.partial`, file);
  }

  close(): void {
    rmSync(path.join(this.path, SERVER_FILE), { force: true });
    this.#lock.close();
    if (this.#temporary) rmSync(this.path, { recursive: true, force: true });
  }
}

/** The server that holds the directory right now, or null. A file left behind by a killed one does not count: its lock is gone. */
export function runningServer(directory: string): RunningServer | null {
  const announced = readJson(path.join(directory, SERVER_FILE), RunningServer);
  if (announced === null) return null;
  try {
    process.kill(announced.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null;
  }
  return announced;
}

function createWritable(directory: string): void {
  try {
    createFolders(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The data directory ${directory} cannot be used: ${reason}. Make it writable for this user, or set SERVICE_WORKING_DIR to another one.`,
      { cause: error },
    );
  }
}

/** One folder after the other: Node's own `recursive` never returns where a folder that is there takes no children, such as /proc. */
function createFolders(directory: string): void {
  if (existsSync(directory)) return;
  createFolders(path.dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

function takeLock(directory: string): Database.Database {
  let lock: Database.Database | null = null;
  try {
    lock = new Database(path.join(directory, LOCK_FILE), { timeout: 500 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw inUse(directory, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The data directory ${directory} cannot be used: ${reason}. Make it writable for this user, or set SERVICE_WORKING_DIR to another one.`,
      { cause: error },
    );
  }
}

function inUse(directory: string, cause: unknown): StartError {
  const server = runningServer(directory);
  const who = server === null ? 'another process' : `the Telltale at ${server.url} (process ${server.pid})`;
  return new StartError(`The data directory ${directory} is in use by ${who}: stop it, or set SERVICE_WORKING_DIR to another directory.`, {
    cause,
  });
}
