import type Database from 'better-sqlite3';
import { hashTraceId, wordsOf } from './span-id-hash.ts';
import { NEWEST_RUN_SQL, TRACE_RUN_SQL, traceRunOf } from './trace-run.ts';

/** 16 bits for each trace of a run: one in 1,700 unknown ids is looked for all the same. */
const FILTER_WORDS = 8_192;
const BLOCK_WORDS = 8;
/** In each word of its block an id has one bit, by the product of its hash with one of these. */
const SALTS = Uint32Array.of(
  0x47b6137b,
  0x44974d91,
  0x8824ad5b,
  0xa2b7289d,
  0x705495c7,
  0x2df1424b,
  0x9efc4947,
  0x5c6bfb31,
);
/** 32 MB at most, for 16 million traces; older runs are looked into for each new trace. */
const RUNS_KEPT = 1_024;

/** The number of the trace with an id, from its newest run on. */
export const TRACE_BY_ID_SQL = `WITH RECURSIVE every_run(run) AS
  (${NEWEST_RUN_SQL} UNION ALL SELECT run - 1 FROM every_run WHERE run > 0)
SELECT t.id FROM every_run CROSS JOIN traces t INDEXED BY traces_by_id ON t.${TRACE_RUN_SQL} = +every_run.run AND t.trace_id = +? LIMIT 1`;

/**
 * Tells the writer in which runs a trace id may be. Ids are random, so one index over all of them
 * would touch a cold page for each new trace. They are indexed run by run instead, and nearly every
 * id of a new trace is in none: a filter for each run rules them out in memory. Filters of whole
 * runs are stored (`trace_id_filters`), that of the newest is made from its traces at the start. They
 * may hold ids that are gone or were never stored, but none that is there is missing.
 */
export class TraceIdFilters {
  readonly #insert: Database.Statement<[number, Uint8Array]>;
  readonly #filters: (Uint32Array | undefined)[] = [];
  /** Runs whose filter is not stored as it is. */
  readonly #unsaved = new Set<number>();
  readonly #hash = new Uint32Array(2);

  constructor(db: Database.Database) {
    this.#insert = db.prepare(
      'INSERT OR REPLACE INTO trace_id_filters (run, filter) VALUES (?, ?)',
    );
    this.#load(db);
  }

  /** Runs that may have a trace with this id, newest first. */
  *runsOf(traceId: Uint8Array): Generator<number> {
    hashTraceId(traceId, this.#hash);
    const [place = 0, bits = 0] = this.#hash;
    for (let run = this.#filters.length - 1; run >= 0; run -= 1) {
      const filter = this.#filters[run];
      if (filter === undefined || mayHold(filter, place, bits)) yield run;
    }
  }

  /** Takes in a trace that is stored in the running transaction. */
  add(number: number, traceId: Uint8Array): void {
    const run = traceRunOf(number);
    // Older runs are looked into: a filter with this id alone would rule out the others.
    if (run < this.#filters.length - RUNS_KEPT) return;
    const filter = (this.#filters[run] ??= new Uint32Array(FILTER_WORDS));
    hashTraceId(traceId, this.#hash);
    addTo(filter, this.#hash[0] ?? 0, this.#hash[1] ?? 0);
    this.#unsaved.add(run);
    const tooOld = this.#filters.length - RUNS_KEPT - 1;
    if (tooOld >= 0) this.#filters[tooOld] = undefined;
  }

  /** Stores filters of runs that are whole; call before the commit. */
  flush(): void {
    const newest = this.#filters.length - 1;
    for (const run of this.#unsaved) {
      const filter = this.#filters[run];
      if (run === newest || filter === undefined) continue;
      this.#insert.run(run, new Uint8Array(filter.buffer));
      this.#unsaved.delete(run);
    }
  }

  #load(db: Database.Database): void {
    const newest = db.prepare<[], number | null>(NEWEST_RUN_SQL).pluck(true).get();
    if (newest === null || newest === undefined) return;
    const stored = db
      .prepare<[number], Uint8Array>('SELECT filter FROM trace_id_filters WHERE run = ?')
      .pluck(true);
    const ids = db
      .prepare<[number], [number, Uint8Array]>(
        `SELECT id, trace_id FROM traces INDEXED BY traces_by_id WHERE ${TRACE_RUN_SQL} = +? AND trace_id IS NOT NULL`,
      )
      .raw(true);
    this.#filters.length = newest + 1;
    for (let run = Math.max(0, newest + 1 - RUNS_KEPT); run <= newest; run += 1) {
      const filter = run === newest ? undefined : stored.get(run);
      if (filter === undefined) {
        this.#filters[run] = new Uint32Array(FILTER_WORDS);
        this.#unsaved.add(run);
        for (const [number, traceId] of ids.iterate(run)) this.add(number, traceId);
      } else this.#filters[run] = wordsOf(filter);
    }
  }
}

function addTo(filter: Uint32Array, place: number, bits: number): void {
  const block = blockOf(place);
  for (let word = 0; word < BLOCK_WORDS; word += 1)
    filter[block + word]! |= 1 << (Math.imul(bits, SALTS[word]!) >>> 27);
}

function mayHold(filter: Uint32Array, place: number, bits: number): boolean {
  const block = blockOf(place);
  for (let word = 0; word < BLOCK_WORDS; word += 1)
    if ((filter[block + word]! & (1 << (Math.imul(bits, SALTS[word]!) >>> 27))) === 0) return false;
  return true;
}

function blockOf(place: number): number {
  return BLOCK_WORDS * (place % (FILTER_WORDS / BLOCK_WORDS));
}
