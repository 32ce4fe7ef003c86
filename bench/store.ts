import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { spanAttributes } from '#server/compose/threads/span-attributes.ts';
import { SpanFeed } from './store-spans.ts';
import { measureQueries } from './store-queries.ts';

/**
 * Measures the span store alone: `node bench/store.ts [spans] [directory] [words] [sessions]
 * [--out-of-order] [--pages]`.
 * Requests of 512 spans, eight to a transaction, made from a pool of ready spans whose ids and times
 * are new each time, so that making them costs little; with two texts of 90 words each by default,
 * and a session for every eight traces in a row, or so many sessions in turn. With `--out-of-order`
 * traces start anywhere in one hour, and each span names the next of 1,000 sessions. Reports each
 * step of a tenth, with `--pages` also how many pages were written to the log, then queries.
 */
const BATCH = 512;
const BATCHES = 8;

const { positionals, values } = parseArgs({
  options: {
    'out-of-order': { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [spanCount, givenDirectory, words, sessions] = positionals;
const total = Number(spanCount ?? 1_000_000);
const directory = givenDirectory ?? mkdtempSync(join(tmpdir(), 'telltale-store-'));
const path = join(directory, 'spans.db');
const store = openSpanStore(path, { attributesOf: spanAttributes });

const feed = new SpanFeed({
  words: Number(words ?? 90),
  isOutOfOrder: values['out-of-order'],
  ...(sessions === undefined ? {} : { sessions: Number(sessions) }),
});
/** Counts the pages that commits append to the log: its index has how many it holds. */
class LogPages {
  readonly #index: number;
  #held = 0;
  #written = 0;

  constructor(database: string) {
    this.#index = openSync(`${database}-shm`, 'r');
  }

  /** Takes in a commit: a log that holds fewer pages than before was started over. */
  look(): void {
    const header = Buffer.alloc(20);
    readSync(this.#index, header, 0, header.length, 0);
    const held = header.readUInt32LE(16);
    this.#written += held < this.#held ? held : held - this.#held;
    this.#held = held;
  }

  /** Those written since this was last asked. */
  take(): number {
    const written = this.#written;
    this.#written = 0;
    return written;
  }

  close(): void {
    closeSync(this.#index);
  }
}

const pauses: number[] = [];
const step = Math.max(BATCH * BATCHES, Math.floor(total / 10));
let stored = 0;
let received = 0;
let [mark, spent] = [0, 0];
let cpu = process.cpuUsage();
const pages = values.pages ? new LogPages(path) : null;
while (stored < total) {
  const batches = Array.from({ length: BATCHES }, () => ({
    projectName: 'bench',
    records: feed.next(BATCH),
  }));
  for (const { records } of batches) for (const record of records) received += record.bytes.length;
  const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
  const outcomes = await store.writer.write(batches);
  const took = performance.now() - before;
  const used = process.cpuUsage(cpuBefore);
  pauses.push(took);
  pages?.look();
  spent += took;
  cpu = { user: cpu.user + used.user, system: cpu.system + used.system };
  if (stored === 0) cpu = used;
  stored += outcomes.reduce((sum, outcome) => sum + outcome.stored, 0);
  if (stored - mark >= step || stored >= total) {
    const spans = stored - mark;
    const file = statSync(path).size + statSync(`${path}-wal`).size;
    const sorted = pauses.splice(0).sort((a, b) => a - b);
    console.log(
      `${stored} spans: ${Math.round((spans / spent) * 1000)}/s, ${((cpu.user + cpu.system) / spans).toFixed(1)} µs CPU each, write p50 ${sorted[sorted.length >> 1]?.toFixed(0)} ms p99 ` +
        `${sorted[Math.floor(sorted.length * 0.99)]?.toFixed(0)} ms, RSS ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB, ` +
        `${Math.round(file / stored)} bytes each (${((100 * file) / received).toFixed(1)} % of received)` +
        (pages === null ? '' : `, ${Math.round((pages.take() * 1000) / spans)} pages/1,000 spans`),
    );
    [mark, spent] = [stored, 0];
    cpu = { user: 0, system: 0 };
  }
}
pages?.close();
await measureQueries(store, stored);
store.close();
if (givenDirectory === undefined) rmSync(directory, { recursive: true });
