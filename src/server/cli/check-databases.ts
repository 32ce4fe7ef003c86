import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { formatBytes } from '#server/settings/setting-parsers.ts';
import { META_MIGRATIONS } from '#server/stores/meta/migrations/all-migrations.ts';
import { openFailure } from '#server/stores/open-failure.ts';
import { damagedParts } from '#server/stores/spans/sqlite/upkeep/damaged-parts.ts';
import { SPAN_MIGRATIONS } from '#server/stores/spans/sqlite/migrations/span-migrations.ts';
import { META_FILE, SPANS_FILE } from './data-directory.ts';

/** Larger ones are not read through: that would take too long for a doctor. */
const READ_BYTES_MAX = 1024 ** 3;
const DATABASES = [
  [SPANS_FILE, SPAN_MIGRATIONS.at(-1)?.version ?? 0],
  [META_FILE, META_MIGRATIONS.at(-1)?.version ?? 0],
] as const;

/** Looks at the databases as they lie there, also while a server runs: their schema, and whether their pages hang together. Throws what is wrong. */
export function checkDatabases(directory: string): string {
  const there = DATABASES.filter(([name]) => existsSync(path.join(directory, name)));
  if (there.length === 0) return 'none yet';
  return there.map(([name, newest]) => `${name} ${checkDatabase(path.join(directory, name), newest)}`).join(', ');
}

function checkDatabase(file: string, newest: number): string {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > newest)
      throw new Error(`${file} has schema version ${version}, but this program knows versions up to ${newest}: a newer Telltale wrote it.`);
    const { size } = statSync(file);
    const what = `(schema ${version}, ${formatBytes(size)})`;
    if (size > READ_BYTES_MAX) return `${what} can be opened; too large to be read through here`;
    const found = path.basename(file) === SPANS_FILE ? 'ok' : String(db.pragma('quick_check(1)', { simple: true }));
    if (found !== 'ok') throw new Error(`The database ${file} is damaged (${found.replaceAll(/\s+/g, ' ')}): bring a backup back.`);
    const damaged = path.basename(file) === SPANS_FILE ? damagedParts(file) : [];
    if (damaged.length > 0) throw new Error(`The database ${file} is damaged (${damaged.join(', ')}): bring a backup back.`);
    return `${what} is whole`;
  } catch (error) {
    throw openFailure(file, error);
  } finally {
    db?.close();
  }
}
