import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Config } from '#server/config.ts';
import { PRODUCT_VERSION } from '#server/product-version.ts';
import {
  describeFile,
  MANIFEST_FILE,
  type BackupFile,
  type BackupManifest,
} from './backup-manifest.ts';
import { checkDump } from './check-dump.ts';
import { clickhouseBackupAdvice } from './clickhouse-backup.ts';
import { folderProblem, META_FILE, SPANS_FILE } from './data-directory.ts';
import { postgresBackupAdvice } from './postgres-backup.ts';
import { DIRECTORY_MODE, tightenDirectory } from './private-files.ts';
import { StartError } from './start-error.ts';

const MIB = 1024 ** 2;

/**
 * `telltale backup DIR`: copies both databases while a server may be writing to them. Each copy is
 * one read transaction on its own connection, so the copy contains everything acknowledged before
 * it began, and ingest continues meanwhile. Of what is in PostgreSQL and ClickHouse it says how
 * that is backed up, and checks a dump of the metadata that exists.
 */
export async function backup(
  config: Config,
  target: string,
  given: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { postgres } = config;
  const dump = given.get('metadata')?.at(-1);
  if (dump !== undefined && postgres === null)
    throw new StartError(
      '--metadata checks a dump of PostgreSQL, but the metadata is in SQLite and is copied by this command: leave the option out.',
      { exitCode: 2 },
    );
  await copyFiles(config, target);
  if (postgres === null) return;
  if (dump === undefined) process.stdout.write(`\n${postgresBackupAdvice(postgres)}`);
  else process.stdout.write(`${await checkDump(dump, postgres.schema)}\n`);
}

async function copyFiles(config: Config, target: string): Promise<void> {
  const source =
    config.database === null || config.database === 'temporary'
      ? config.workingDir
      : config.database.directory;
  const directory = path.resolve(target);
  const { clickhouse, postgres } = config;
  if (clickhouse !== null && postgres !== null) {
    process.stdout.write(
      `Nothing is backed up here: this server has no data of its own.\n\n${clickhouseBackupAdvice(clickhouse)}`,
    );
    return;
  }
  const names = (postgres === null ? [SPANS_FILE, META_FILE] : [SPANS_FILE]).filter((name) =>
    existsSync(path.join(source, name)),
  );
  if (!names.includes(SPANS_FILE))
    throw new StartError(
      `There is nothing to back up: ${path.join(source, SPANS_FILE)} does not exist. Set SERVICE_WORKING_DIR to the data directory.`,
    );
  createEmpty(directory);
  for (const notice of tightenDirectory(directory)) process.stdout.write(`${notice}\n`);
  const files: BackupFile[] = [];
  for (const name of names) {
    copyDatabase(path.join(source, name), path.join(directory, name));
    files.push(await describeFile(directory, name));
  }
  const manifest: BackupManifest = {
    product: 'telltale',
    version: PRODUCT_VERSION,
    createdAt: new Date().toISOString(),
    files,
  };
  writeDurably(directory, MANIFEST_FILE, `${JSON.stringify(manifest, null, 2)}\n`);
  for (const { name, bytes } of files)
    process.stdout.write(`${name}  ${(bytes / MIB).toFixed(1)} MiB\n`);
  process.stdout.write(`Backed up ${source} to ${directory}\n`);
}

function createEmpty(directory: string): void {
  if (
    existsSync(directory) &&
    statSync(directory).isDirectory() &&
    readdirSync(directory).length > 0
  )
    throw new StartError(`${directory} is not empty: give a new directory for the backup.`);
  try {
    mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  } catch (error) {
    throw new StartError(
      `A backup cannot be made in ${directory}: ${folderProblem(directory, error)}. Give another directory.`,
      {
        cause: error,
      },
    );
  }
}

function copyDatabase(from: string, to: string): void {
  const db = new Database(from, { readonly: true, fileMustExist: true, timeout: 10_000 });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    db.close();
  }
  syncPath(to);
}

function writeDurably(directory: string, name: string, text: string): void {
  const file = path.join(directory, name);
  writeFileSync(`${file}.partial`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.partial`, file);
  syncPath(directory);
}

/** A copy that a power cut can take away is no backup. */
function syncPath(file: string): void {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
