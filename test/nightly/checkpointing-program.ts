import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { threadEntry } from '#server/compose/threads/thread-entry.ts';
import { BlockPacker } from '#server/stores/spans/sqlite/blocks/block-packer.ts';
import { SPAN_MIGRATIONS } from '#server/stores/spans/sqlite/migrations/span-migrations.ts';
import { WriteConnection } from '#server/stores/spans/sqlite/write/write-connection.ts';
import { migrate } from '#server/stores/migrator.ts';
import { numberedBytes } from './numbered-bytes.ts';

/**
 * Writes rows without end while a thread copies the log into the file, and prints the number of
 * each row that was acknowledged, and `thread` when the thread starts. Takes the directory.
 */
const [directory = ''] = process.argv.slice(2);
const KIB = 1024;

const path = join(directory, 'spans.db');
const connection = new WriteConnection({
  path,
  cacheKib: 4 * KIB,
  freeBytesMin: 0,
  checkpointBytes: 256 * KIB,
  logBytesMax: KIB * KIB,
  pagesMax: null,
  packer: new BlockPacker(null),
  readSpans: storedSpanReading(NO_PRICES),
  startLogThread: (workerData, onEnd) => {
    new Worker(threadEntry('checkpointer'), { workerData }).on('exit', onEnd);
    writeSync(1, 'thread\n');
  },
});
migrate(connection.db, SPAN_MIGRATIONS, { path, backup: false });
const { db } = connection;
db.exec('CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)');
const insert = db.prepare<[number, Uint8Array]>('INSERT INTO rows VALUES (?, ?)');
const touch = db.prepare<[Uint8Array]>('UPDATE rows SET bytes = ? WHERE number = 1');
const last = db.prepare<[], number | null>('SELECT max(number) FROM rows').pluck(true).get() ?? 0;
for (let number = last + 1; ; number += 1) {
  connection.transaction(() => {
    insert.run(number, numberedBytes(number));
    // Pages that every copy of the log has.
    touch.run(numberedBytes(1));
  });
  // Synchronous: a stream would buffer its data while the loop runs, to the last of the rows.
  writeSync(1, `${number}\n`);
}
