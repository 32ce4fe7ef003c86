import type Database from 'better-sqlite3';
import { bucketOf, BUCKETS, ENTRY_BYTES, hashInto, wordsOf } from './span-id-hash.ts';

/**
 * Finds spans by span id alone. Span ids are random, so a plain index would touch a cold page for
 * each insert. Instead each transaction appends the 8-byte hashes of its spans as one row
 * (`span_id_batches`), and every RUN_SPANS spans those rows become BUCKETS small rows of a run
 * (`span_id_buckets`), clustered by bucket: a lookup reads one short range, whatever the age of the
 * span. Small transactions append to one row until it is long enough; otherwise spans sent one by
 * one would leave 100,000 rows for a lookup. Entries are hints: callers compare the stored span id,
 * so an entry of a deleted span is harmless.
 */
/**
 * A bucket of a run then holds 100 entries, some 800 bytes: hardly any exceeds 1,002 bytes, above
 * which SQLite adds an overflow page.
 */
const RUN_SPANS = 102_400;
/** Runs were this long once; a file may hold the beginning of such a one. */
const UNSORTED_MAX = 131_072;
/**
 * Rows with fewer spans are appended to. Such a row and a small transaction together fit into its
 * page, which is written anyway.
 */
const ROW_SPANS_MIN = 384;

export class SpanIdAppender {
  readonly #insertBatch: Database.Statement<[number, Uint8Array]>;
  readonly #extendBatch: Database.Statement<[Uint8Array, number]>;
  readonly #insertBucket: Database.Statement<[number, number, Uint8Array]>;
  readonly #clearBatches: Database.Statement<[]>;
  /** Hash words (bucket, fingerprint) of the spans since the last run; `#ids` are their numbers. */
  readonly #words: Uint32Array = new Uint32Array(2 * UNSORTED_MAX);
  readonly #ids: Float64Array = new Float64Array(UNSORTED_MAX);
  #count = 0;
  #flushed = 0;
  /** Where the spans of the newest row begin. */
  #rowStart = 0;

  constructor(db: Database.Database) {
    this.#insertBatch = db.prepare('INSERT INTO span_id_batches (first_id, hashes) VALUES (?, ?)');
    this.#extendBatch = db.prepare('UPDATE span_id_batches SET hashes = ? WHERE first_id = ?');
    this.#insertBucket = db.prepare(
      'INSERT INTO span_id_buckets (bucket, first_id, entries) VALUES (?, ?, ?)',
    );
    this.#clearBatches = db.prepare('DELETE FROM span_id_batches');
    const rows = db.prepare<[], { first_id: number; hashes: Uint8Array }>(
      'SELECT first_id, hashes FROM span_id_batches ORDER BY first_id',
    );
    for (const row of rows.all()) {
      const words = wordsOf(row.hashes);
      this.#words.set(words, 2 * this.#count);
      this.#rowStart = this.#count;
      for (let i = 0; i < words.length / 2; i += 1) this.#ids[this.#count + i] = row.first_id + i;
      this.#count += words.length / 2;
    }
    this.#flushed = this.#count;
  }

  /** Takes in a span that was just inserted. Numbers must rise. */
  add(id: number, spanId: Uint8Array): void {
    // A row holds consecutive numbers: one that was skipped begins another.
    if (this.#count > this.#flushed && id !== (this.#ids[this.#count - 1] ?? 0) + 1) this.flush();
    hashInto(spanId, this.#words, 2 * this.#count);
    this.#ids[this.#count] = id;
    this.#count += 1;
    if (this.#count >= RUN_SPANS) this.#writeRun();
  }

  /** Writes what the running transaction added; call before its commit. */
  flush(): void {
    if (this.#count === this.#flushed) return;
    const isLonger = this.#goesOn();
    if (!isLonger) this.#rowStart = this.#flushed;
    const hashes = new Uint8Array(this.#words.slice(2 * this.#rowStart, 2 * this.#count).buffer);
    const firstId = this.#ids[this.#rowStart] ?? 0;
    if (isLonger) this.#extendBatch.run(hashes, firstId);
    else this.#insertBatch.run(firstId, hashes);
    this.#flushed = this.#count;
  }

  /**
   * Whether the spans to be written go into the newest row: it is short, and their numbers follow
   * those in it.
   */
  #goesOn(): boolean {
    const length = this.#flushed - this.#rowStart;
    return (
      length > 0 &&
      length < ROW_SPANS_MIN &&
      this.#ids[this.#flushed] === (this.#ids[this.#flushed - 1] ?? 0) + 1
    );
  }

  #writeRun(): void {
    const firstId = this.#ids[0] ?? 0;
    const sizes = new Uint32Array(BUCKETS + 1);
    for (let i = 0; i < this.#count; i += 1) sizes[bucketOf(this.#words[2 * i] ?? 0) + 1]! += 1;
    for (let b = 0; b < BUCKETS; b += 1) sizes[b + 1]! += sizes[b] ?? 0;
    const places = sizes.slice();
    const entries = new Uint32Array(2 * this.#count);
    for (let i = 0; i < this.#count; i += 1) {
      const bucket = bucketOf(this.#words[2 * i] ?? 0);
      const at = places[bucket] ?? 0;
      places[bucket] = at + 1;
      entries[2 * at] = this.#words[2 * i + 1] ?? 0;
      entries[2 * at + 1] = (this.#ids[i] ?? 0) - firstId;
    }
    for (let b = 0; b < BUCKETS; b += 1) {
      const [from, to] = [sizes[b] ?? 0, sizes[b + 1] ?? 0];
      if (from < to)
        this.#insertBucket.run(
          b,
          firstId,
          new Uint8Array(entries.buffer, from * ENTRY_BYTES, (to - from) * ENTRY_BYTES),
        );
    }
    this.#clearBatches.run();
    this.#count = 0;
    this.#flushed = 0;
    this.#rowStart = 0;
  }
}
