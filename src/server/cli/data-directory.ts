import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { Type, type Static } from 'typebox';
import { DIRECTORY_MODE, tightenDirectory } from './private-files.ts';
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
  /** The page's address in browsers; absent if the server's version is older than this field. */
  page: Type.Optional(Type.String()),
});
/**
 * The state file a running server leaves in its data directory, for other commands to find the
 * server.
 */
export type RunningServer = Static<typeof RunningServer>;

const LOCK_FILE = 'telltale.lock';
const SERVER_FILE = 'server.json';
export const SPANS_FILE = 'spans.db';
export const META_FILE = 'meta.db';

/**
 * A file of a database in a directory, by its name; undefined without one. Logs count, unless they
 * are empty: SQLite reads one that was left behind into whatever database takes the place of its
 * own.
 */
export function databaseFileIn(directory: string, database: string): string | undefined {
  if (existsSync(path.join(directory, database))) return database;
  return ['-wal', '-journal']
    .map((suffix) => database + suffix)
    .find(
      (name) => (statSync(path.join(directory, name), { throwIfNoEntry: false })?.size ?? 0) > 0,
    );
}

/**
 * The data directory, held by one process at a time. The lock is an exclusive transaction on its
 * own SQLite file: the system releases it when the process ends, however it ends, so there are no
 * stale locks to clear.
 */
export class DataDirectory {
  readonly path: string;
  /** Notes about files that other users could read, shown at startup. */
  readonly notices: readonly string[];
  readonly #lock: Database.Database;
  readonly #temporary: boolean;

  private constructor(directory: string, lock: Database.Database, temporary: boolean) {
    this.path = directory;
    this.notices = temporary ? [] : tightenDirectory(directory);
    this.#lock = lock;
    this.#temporary = temporary;
  }

  /**
   * Creates the directory if needed and takes its lock; a StartError gives the reason of a failure.
   */
  static open(directory: string): DataDirectory {
    createWritable(directory);
    const lock = takeLock(directory);
    // Of a server that was killed: it would tell where this one is not, for as long as this one
    // starts.
    rmSync(path.join(directory, SERVER_FILE), { force: true });
    return new DataDirectory(directory, lock, false);
  }

  /** A temporary directory, removed on close. */
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

/**
 * The server that holds the directory right now, or null. A file left behind by a killed one does
 * not count: its lock is gone.
 */
export function runningServer(directory: string): RunningServer | null {
  const announced = readJson(path.join(directory, SERVER_FILE), RunningServer);
  return announced !== null && isLocked(directory) ? announced : null;
}

/**
 * Whether some process holds the lock. Its number would not do: after a kill it may be another's,
 * and in a container it always is.
 */
function isLocked(directory: string): boolean {
  let lock: Database.Database | null = null;
  try {
    lock = new Database(path.join(directory, LOCK_FILE), {
      readonly: true,
      fileMustExist: true,
      timeout: 0,
    });
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
  } finally {
    lock?.close();
  }
}

function createWritable(directory: string): void {
  try {
    createFolders(directory);
    if (!statSync(directory).isDirectory()) throw new StartError(`${directory} is a file`);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(directory, error);
  }
}

/**
 * One folder after the other: Node's own `recursive` never returns where an existing folder accepts
 * no children, such as /proc.
 */
function createFolders(directory: string): void {
  if (existsSync(directory)) return;
  createFolders(path.dirname(directory));
  mkdirSync(directory, { mode: DIRECTORY_MODE });
}

function takeLock(directory: string): Database.Database {
  let lock: Database.Database | null = null;
  try {
    lock = new Database(path.join(directory, LOCK_FILE), { timeout: 500 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw inUse(directory, error);
    throw unusable(directory, error);
  }
}

function unusable(directory: string, cause: unknown): StartError {
  return new StartError(
    `The data directory ${directory} cannot be used: ${folderProblem(directory, cause)}. Set SERVICE_WORKING_DIR to a directory that this user may write to.`,
    { cause },
  );
}

/** Why a directory can't be used, in plain words: the system's messages name calls and codes. */
export function folderProblem(directory: string, error: unknown): string {
  let place = directory;
  while (!existsSync(place)) place = path.dirname(place);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!statSync(place).isDirectory()) return `${place} is a file`;
  if (code === 'EACCES' || code === 'EPERM') return `this user may not write to ${place}`;
  if (code === 'EROFS') return `${place} can only be read`;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL') return 'the disk is full';
  if (code === 'ENOENT' || code.startsWith('SQLITE_CANTOPEN'))
    return `nothing can be made in ${place}`;
  if (code.startsWith('SQLITE_READONLY'))
    return `this user may not write to ${path.join(place, LOCK_FILE)}`;
  return error instanceof Error ? error.message : String(error);
}

function inUse(directory: string, cause: unknown): StartError {
  const server = runningServer(directory);
  const who =
    server === null ? 'another process' : `the Telltale at ${server.url} (process ${server.pid})`;
  return new StartError(
    `The data directory ${directory} is in use by ${who}: stop it, or set SERVICE_WORKING_DIR to another directory.`,
    {
      cause,
    },
  );
}
