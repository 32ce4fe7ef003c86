import type Database from 'better-sqlite3';
import { bucketOf, hashInto, wordsOf } from './span-id-hash.ts';

const HASHES_MIN = 8_192;

/** Looks span ids up in what `SpanIdAppender` wrote. */
export class SpanIdFinder {
  readonly #buckets: Database.Statement<[number], { first_id: number; entries: Uint8Array }>;
  readonly #recent: RecentSpanIds;
  readonly #batches: Database.Statement<[], { first_id: number; hashes: Uint8Array }>;

  constructor(db: Database.Database) {
    this.#buckets = db.prepare('SELECT first_id, entries FROM span_id_buckets WHERE bucket = ?');
    this.#recent = new RecentSpanIds(db);
    this.#batches = db.prepare('SELECT first_id, hashes FROM span_id_batches');
  }

  /**
   * Numbers of the spans that probably have this span id, newest first. On connections that only
   * read, since what they saw of the newest is kept.
   */
  candidates(spanId: Uint8Array): number[] {
    const words = new Uint32Array(2);
    hashInto(spanId, words, 0);
    const [place = 0, fingerprint = 0] = words;
    const ids = this.#recent.with(place, fingerprint);
    for (const row of this.#buckets.all(bucketOf(place))) {
      const entries = wordsOf(row.entries);
      for (let i = 0; i < entries.length; i += 2)
        if (entries[i] === fingerprint) ids.push(row.first_id + (entries[i + 1] ?? 0));
    }
    return ids.sort((a, b) => b - a);
  }

  /**
   * Looks up many span ids at once, in the given order; each bucket is read once. Yields at
   * intervals, so that the caller can let others take their turn. Some 20 ns for each stored span
   * that shares a bucket with a requested one.
   */
  *candidatesOf(spanIds: readonly Uint8Array[]): Generator<void, readonly number[][]> {
    const found: number[][] = spanIds.map(() => []);
    const words = new Uint32Array(2 * spanIds.length);
    spanIds.forEach((spanId, i) => hashInto(spanId, words, 2 * i));
    const asked = spanIds.map((_, i) => i);
    const wordOf = (i: number, word: 0 | 1): number => words[2 * i + word] ?? 0;
    // First, since what is written meanwhile moves from here to the buckets.
    const wantedAnywhere = new WantedHashes(asked, (i) => wordOf(i, 0));
    for (const row of this.#batches.all()) {
      const hashes = wordsOf(row.hashes);
      for (let at = 0; at < hashes.length; at += 2)
        for (const i of wantedAnywhere.with(hashes[at] ?? 0))
          if (wordOf(i, 1) === hashes[at + 1]) found[i]?.push(row.first_id + at / 2);
      yield;
    }
    for (const [bucket, some] of Map.groupBy(asked, (i) => bucketOf(wordOf(i, 0)))) {
      const wanted = new WantedHashes(some, (i) => wordOf(i, 1));
      for (const row of this.#buckets.iterate(bucket)) {
        const entries = wordsOf(row.entries);
        for (let at = 0; at < entries.length; at += 2)
          for (const i of wanted.with(entries[at] ?? 0))
            found[i]?.push(row.first_id + (entries[at + 1] ?? 0));
      }
      yield;
    }
    for (const ids of found) ids.sort((a, b) => b - a);
    return found;
  }
}

/** The table has some 256 places for each word asked for, up to a megabyte. */
const PLACES_EACH = 256;
const PLACES_MAX = 2 ** 20;
const NONE: readonly number[] = [];

/**
 * The requested ids, by one word of their hash; one table lookup rules out nearly every other word.
 */
class WantedHashes {
  readonly #byWord: ReadonlyMap<number, readonly number[]>;
  readonly #filter: Uint8Array;
  readonly #mask: number;

  constructor(asked: readonly number[], wordOf: (i: number) => number) {
    this.#byWord = Map.groupBy(asked, wordOf);
    this.#filter = new Uint8Array(
      Math.min(PLACES_MAX, 2 ** Math.ceil(Math.log2(PLACES_EACH * asked.length + 1))),
    );
    this.#mask = this.#filter.length - 1;
    for (const word of this.#byWord.keys()) this.#filter[word & this.#mask] = 1;
  }

  with(word: number): readonly number[] {
    return this.#filter[word & this.#mask] === 0 ? NONE : (this.#byWord.get(word) ?? NONE);
  }
}

interface Row {
  readonly firstId: number;
  /** Place of its first hash among all that are kept. */
  readonly at: number;
}

/**
 * The hashes that are in no run yet, kept between look-ups: read anew, up to 100,000 of them took
 * some milliseconds, and as much again of the collector's time. Rows only come at the end, where
 * the last one may grow, and go all at once when a run is written. For a connection that only
 * reads: what it sees is committed, so a row that was read cannot turn out to be another.
 */
class RecentSpanIds {
  readonly #oldest: Database.Statement<[], number | null>;
  readonly #since: Database.Statement<[number], { first_id: number; hashes: Uint8Array }>;
  #rows: Row[] = [];
  #words = new Uint32Array(0);
  #count = 0;

  constructor(db: Database.Database) {
    this.#oldest = db
      .prepare<[], number | null>('SELECT min(first_id) FROM span_id_batches')
      .pluck(true);
    this.#since = db.prepare(
      'SELECT first_id, hashes FROM span_id_batches WHERE first_id >= ? ORDER BY first_id',
    );
  }

  /** Numbers of the spans whose id has this hash. */
  with(place: number, fingerprint: number): number[] {
    this.#catchUp();
    const ids: number[] = [];
    const words = this.#words;
    for (let i = 0; i < 2 * this.#count; i += 2)
      if (words[i] === place && words[i + 1] === fingerprint) ids.push(this.#idAt(i / 2));
    return ids;
  }

  #catchUp(): void {
    const oldest = this.#oldest.get() ?? null;
    if (oldest === null || oldest !== this.#rows[0]?.firstId) {
      this.#rows = [];
      this.#count = 0;
    }
    const last = this.#rows.pop();
    this.#count = last?.at ?? 0;
    for (const row of this.#since.iterate(last?.firstId ?? 0)) {
      const words = wordsOf(row.hashes);
      this.#rows.push({ firstId: row.first_id, at: this.#count });
      this.#makeRoom(2 * this.#count + words.length);
      this.#words.set(words, 2 * this.#count);
      this.#count += words.length / 2;
    }
  }

  #makeRoom(words: number): void {
    if (words <= this.#words.length) return;
    const larger = new Uint32Array(Math.max(2 * HASHES_MIN, words, 2 * this.#words.length));
    larger.set(this.#words);
    this.#words = larger;
  }

  #idAt(place: number): number {
    const row = this.#rows.findLast(({ at }) => at <= place);
    return row === undefined ? 0 : row.firstId + place - row.at;
  }
}
