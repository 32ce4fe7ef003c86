import type Database from 'better-sqlite3';
import { wordsOf } from './span-id-hash.ts';

interface Row {
  readonly firstId: number;
  /** Place of its first hash among all that are kept. */
  readonly at: number;
}

const HASHES_MIN = 8_192;

/**
 * The hashes that are in no run yet, kept between look-ups: read anew, up to 100,000 of them took some milliseconds, and as much again of the
 * collector's time. Rows only come at the end, where the last one may grow, and go all at once when a run is written. For a connection that
 * only reads: what it sees is committed, so a row that was read cannot turn out to be another.
 */
export class RecentSpanIds {
  readonly #oldest: Database.Statement<[], number | null>;
  readonly #since: Database.Statement<[number], { first_id: number; hashes: Uint8Array }>;
  #rows: Row[] = [];
  #words = new Uint32Array(0);
  #count = 0;

  constructor(db: Database.Database) {
    this.#oldest = db.prepare<[], number | null>('SELECT min(first_id) FROM span_id_batches').pluck(true);
    this.#since = db.prepare('SELECT first_id, hashes FROM span_id_batches WHERE first_id >= ? ORDER BY first_id');
  }

  /** Numbers of the spans whose id has this hash. */
  with(place: number, fingerprint: number): number[] {
    this.#catchUp();
    const ids: number[] = [];
    const words = this.#words;
    for (let i = 0; i < 2 * this.#count; i += 2) if (words[i] === place && words[i + 1] === fingerprint) ids.push(this.#idAt(i / 2));
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
