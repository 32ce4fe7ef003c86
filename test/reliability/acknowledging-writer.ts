import { writeSync } from 'node:fs';
import Database from 'better-sqlite3';

/**
 * Commits a row at a time and then says so: the smallest thing that makes a promise. Arguments:
 * file, FULL or NORMAL.
 */
const [, , file = '', synchronous = 'FULL'] = process.argv;
const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('CREATE TABLE acknowledged (number INTEGER PRIMARY KEY, text TEXT)');
database.pragma('wal_checkpoint(TRUNCATE)');
database.pragma(`synchronous = ${synchronous}`);
// A checkpoint syncs in NORMAL too: a kill that fell into one, and on a slow disk most would, found
// nothing lost.
database.pragma('wal_autocheckpoint = 0');
const insert = database.prepare('INSERT INTO acknowledged VALUES (?, ?)');
for (let number = 1; number <= 1_000_000; number++) {
  insert.run(number, 'x'.repeat(200));
  // Synchronous: a stream would buffer its data while the loop runs, to the last of the rows.
  writeSync(1, `${number}\n`);
}
