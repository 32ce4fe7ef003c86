import { renameSync, rmSync } from 'node:fs';
import { chmod, copyFile, open } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { describeFile, readManifest } from './backup-manifest.ts';
import { DataDirectory, databaseFileIn, META_FILE, SPANS_FILE } from './data-directory.ts';
import { clickhouseName } from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import { FILE_MODE } from './private-files.ts';
import { StartError } from './start-error.ts';

/**
 * `telltale restore DIR`: copies a backup into an empty data directory. Every copy is checked
 * against the manifest before it gets its final name, so a file in the data directory is either
 * complete or absent.
 */
export async function restore(config: Config, source: string): Promise<void> {
  if (config.clickhouse !== null)
    throw new StartError(
      `Spans are in ${clickhouseName(config.clickhouse)}, where restore can’t bring them: unset SERVICE_CLICKHOUSE_URL to restore into a working directory, and use RESTORE DATABASE in ClickHouse for its own backups.`,
    );
  const from = path.resolve(source);
  const manifest = readManifest(from);
  const directory =
    config.database === null || config.database === 'temporary'
      ? config.workingDir
      : config.database.directory;
  const data = DataDirectory.open(directory);
  try {
    for (const database of [SPANS_FILE, META_FILE]) {
      const file = databaseFileIn(directory, database);
      if (file !== undefined)
        throw new StartError(
          `${directory} holds data already (${file}): restore does not overwrite. Set SERVICE_WORKING_DIR to a new directory.`,
        );
    }
    for (const notice of data.notices) process.stdout.write(`${notice}\n`);
    for (const { name } of manifest.files) {
      await copyFile(path.join(from, name), partial(directory, name));
      // A copy takes over the permissions of what it is a copy of.
      await chmod(partial(directory, name), FILE_MODE);
    }
    for (const file of manifest.files) {
      const copied = await describeFile(directory, `${file.name}.partial`);
      if (copied.sha256 !== file.sha256)
        throw new StartError(
          `${path.join(from, file.name)} is damaged: its checksum doesn't match the manifest. Nothing was restored.`,
        );
      await sync(partial(directory, file.name));
    }
    for (const { name } of manifest.files)
      renameSync(partial(directory, name), path.join(directory, name));
    await sync(directory);
    process.stdout.write(`Restored the backup of ${manifest.createdAt} to ${directory}\n`);
  } finally {
    for (const { name } of manifest.files) rmSync(partial(directory, name), { force: true });
    data.close();
  }
}

function partial(directory: string, name: string): string {
  return path.join(directory, `${name}.partial`);
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
