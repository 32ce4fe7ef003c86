import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { MetaCopy, type CopyCount, type CopyStep } from '#server/stores/meta/copy/meta-copy.ts';
import { readState } from '#server/stores/meta/copy/copy-state.ts';
import { PostgresCopyDb } from '#server/stores/meta/copy/postgres-copy-db.ts';
import { SqliteCopyDb } from '#server/stores/meta/copy/sqlite-copy-db.ts';
import {
  postgresName,
  type PostgresSettings,
} from '#server/stores/meta/postgres/postgres-settings.ts';
import { DataDirectory, META_FILE, SPANS_FILE } from '../data-directory.ts';
import { StartError } from '../start-error.ts';
import type { Direction } from './copy.ts';

/** Something that is copied with a count of its own: metadata, or spans. */
export interface CopyPart {
  /** Whether it continues a copy that was interrupted. */
  begin(): Promise<boolean>;
  rowsLeft(): Promise<number>;
  copy(step: CopyStep): Promise<void>;
  counts(): Promise<readonly CopyCount[]>;
}

/** The two sides of a copy, open and held for it alone. */
export interface CopySides {
  /** What is copied where, for the first line. */
  readonly announcement: string;
  readonly parts: readonly CopyPart[];
  /** What to do once the copy is whole. */
  readonly nextSteps: string;
  /** The last step, after the counts. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A file that is copied to has this name until it is whole, so that no server takes it. */
export const UNFINISHED = '.copy';

/** Opens both sides. Each is refused while a server uses it. */
export async function openSides(config: Config, direction: Direction): Promise<CopySides> {
  const { postgres } = config;
  if (postgres === null)
    throw new StartError(
      'No cluster is configured: set SERVICE_SQL_DATABASE_URL to a postgresql:// address, and SERVICE_CLICKHOUSE_URL for the spans.',
    );
  const { directory, isToCluster } = direction;
  if (isToCluster) assertSource(directory);
  else assertTarget(config, directory);
  const data = DataDirectory.open(directory);
  try {
    return await (isToCluster ? toCluster : toDirectory)(postgres, data);
  } catch (error) {
    data.close();
    throw error;
  }
}

async function toCluster(postgres: PostgresSettings, data: DataDirectory): Promise<CopySides> {
  const source = SqliteCopyDb.source(data.metaPath);
  const target = await PostgresCopyDb.open(postgres, taken);
  const meta = new MetaCopy(source, target);
  return {
    announcement: `Copying the metadata of ${data.path} to ${target.name}. Spans stay in the directory: SERVICE_CLICKHOUSE_URL isn’t set.`,
    parts: [metaPart(meta, 'metadata')],
    nextSteps: `Everything is copied. Start the server with SERVICE_SQL_DATABASE_URL as for this command, SERVICE_WORKING_DIR=${data.path}, and the SERVICE_SECRET it had. ${data.metaPath} is no longer used: keep it until you are sure.`,
    finish: () => meta.finish(),
    close: async () => {
      await Promise.all([source.close(), target.close()]);
      data.close();
    },
  };
}

async function toDirectory(postgres: PostgresSettings, data: DataDirectory): Promise<CopySides> {
  const source = await PostgresCopyDb.open(postgres, taken);
  const target = await SqliteTarget.open(data.metaPath);
  const meta = new MetaCopy(source, target.db);
  return {
    announcement: `Copying the metadata in ${source.name} to ${data.metaPath}. Spans stay in the directory: SERVICE_CLICKHOUSE_URL isn’t set.`,
    parts: [metaPart(meta, 'metadata')],
    nextSteps: `Everything is copied. Start the server without SERVICE_SQL_DATABASE_URL, with SERVICE_WORKING_DIR=${data.path} and the SERVICE_SECRET it had. The tables in ${postgresName(postgres)} are no longer used: keep them until you are sure.`,
    finish: async () => {
      await meta.finish();
      await target.finish();
    },
    close: async () => {
      await Promise.all([source.close(), target.db.close()]);
      data.close();
    },
  };
}

/** A database in a file that gets its name when it is whole. */
class SqliteTarget {
  readonly db: SqliteCopyDb;
  readonly #path: string;

  private constructor(file: string, db: SqliteCopyDb) {
    this.#path = file;
    this.db = db;
  }

  static async open(file: string): Promise<SqliteTarget> {
    const begun = new SqliteTarget(file, SqliteCopyDb.target(file + UNFINISHED));
    // Killed before the first row, or after the last: in both cases the copy begins anew.
    if ((await readState(begun.db)) !== null) return begun;
    await begun.db.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + UNFINISHED + suffix, { force: true });
    return new SqliteTarget(file, SqliteCopyDb.target(file + UNFINISHED));
  }

  async finish(): Promise<void> {
    await this.db.close();
    renameSync(this.#path + UNFINISHED, this.#path);
    const folder = openSync(path.dirname(this.#path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  }
}

function metaPart(meta: MetaCopy, origin: string): CopyPart {
  return {
    begin: () => meta.begin(origin),
    rowsLeft: () => meta.rowsLeft(),
    copy: (step) => meta.copy(step),
    counts: () => meta.counts(),
  };
}

function assertSource(directory: string): void {
  if (!existsSync(path.join(directory, META_FILE)))
    throw new StartError(
      `${directory} holds no data to copy: ${META_FILE} is missing. Give the data directory of a server.`,
    );
}

/** Spans of a server with PostgreSQL alone are in its working directory, and stay there. */
function assertTarget(config: Config, directory: string): void {
  const working = path.resolve(config.workingDir);
  if (directory !== working)
    throw new StartError(
      `Spans of this server are in its working directory: give --to ${working}, where the metadata is put beside them, or set SERVICE_WORKING_DIR.`,
    );
  if (!existsSync(path.join(directory, SPANS_FILE)))
    throw new StartError(
      `${directory} holds no spans (${SPANS_FILE}): set SERVICE_WORKING_DIR to the directory that the server used.`,
    );
  if (existsSync(path.join(directory, META_FILE)))
    throw new StartError(
      `${directory} holds ${META_FILE} already, and a copy is never mixed with other data: move that file away.`,
    );
}

function taken(error: Error): never {
  process.stderr.write(`telltale: ${error.message}\n`);
  process.exit(1);
}
