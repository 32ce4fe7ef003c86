import Database from 'better-sqlite3';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig, type Config } from '../config.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'telltale-restore-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const configOf = (directory: string): Config =>
  loadConfig({ SERVICE_WORKING_DIR: directory }).config;

/** A database whose log is not part of its file yet, as that of a server that was killed. */
function unfinishedDatabase(file: string, rows: number): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE kept (name TEXT)');
  for (let row = 0; row < rows; row += 1) db.exec("INSERT INTO kept VALUES ('row')");
  return db;
}

it('refuses a directory in which the log of a removed database was left behind', async () => {
  const copy = path.join(home, 'copy');
  const source = mkdtempSync(path.join(home, 'source-'));
  const open = unfinishedDatabase(path.join(source, 'spans.db'), 3);
  await backup(configOf(source), copy, new Map());
  await restore(configOf(path.join(home, 'new')), copy);

  const killed = mkdtempSync(path.join(home, 'killed-'));
  const other = unfinishedDatabase(path.join(killed, 'spans.db'), 100);
  const target = mkdtempSync(path.join(home, 'target-'));
  // SQLite would read it into the restored database: its rows would be those of the removed one.
  copyFileSync(path.join(killed, 'spans.db-wal'), path.join(target, 'spans.db-wal'));
  await expect(restore(configOf(target), copy)).rejects.toThrow(
    /holds data already \(spans\.db-wal\)/,
  );
  writeFileSync(path.join(target, 'spans.db-wal'), '');
  await restore(configOf(target), copy);
  open.close();
  other.close();
});
