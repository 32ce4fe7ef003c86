import type Database from 'better-sqlite3';
import type { StepTime } from '../both/step-time.ts';
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

/** Traces of a run that are read at once while its filter is made. */
const IDS_IN_SLICE = 512;
const IDS_SQL = `SELECT trace_id FROM traces INDEXED BY traces_by_id
WHERE ${TRACE_RUN_SQL} = +? AND trace_id > +? AND trace_id IS NOT NULL ORDER BY trace_id LIMIT ?`;
const STORED_SQL = 'SELECT filter FROM trace_id_filters WHERE run = ?';

/** A run whose filter is being made: of its ids up to one, and of those that came since. */
interface Building {
  readonly run: number;
  readonly filter: Uint32Array;
  last: Uint8Array;
}

/**
 * Tells the writer in which runs a trace id may be. Ids are random, so one index over all of them
 * would touch a cold page for each new trace. They are indexed run by run instead, and nearly every
 * id of a new trace is in none: a filter for each run rules them out in memory. Filters of whole
 * runs are stored (`trace_id_filters`), that of the newest is made from its traces at the start;
 * after an upgrade, others are made in steps, and runs without one are looked into. Filters may hold
 * ids that are gone or were never stored, but none that is there is missing.
 */
export class TraceIdFilters {
  readonly #insert: Database.Statement<[number, Uint8Array]>;
  readonly #ids: Database.Statement<[number, Uint8Array, number], Uint8Array>;
  readonly #filters: (Uint32Array | undefined)[] = [];
  /** Runs whose filter is not stored as it is. */
  readonly #unsaved = new Set<number>();
  /** Runs with traces whose filter is not made yet, the newest last. */
  readonly #missing = new Set<number>();
  #building: Building | null = null;
  readonly #hash = new Uint32Array(2);

  constructor(db: Database.Database) {
    this.#insert = db.prepare(
      'INSERT OR REPLACE INTO trace_id_filters (run, filter) VALUES (?, ?)',
    );
    this.#ids = db.prepare<[number, Uint8Array, number], Uint8Array>(IDS_SQL).pluck(true);
    this.#load(db);
  }

  /** Whether the filters of all runs before the newest are stored, as far as any are kept. */
  static areStored(db: Database.Database): boolean {
    const newest = newestRun(db) ?? 0;
    const first = firstKept(newest + 1);
    const sql = 'SELECT count(*) FROM trace_id_filters WHERE run >= ? AND run < ?';
    const stored = db.prepare<[number, number], number>(sql).pluck(true).get(first, newest);
    return stored === newest - first;
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
    if (run < firstKept(this.#filters.length)) return;
    if (this.#missing.has(run)) {
      if (this.#building?.run === run) this.#addTo(this.#building.filter, traceId);
      return;
    }
    this.#addTo((this.#filters[run] ??= new Uint32Array(FILTER_WORDS)), traceId);
    this.#unsaved.add(run);
    const tooOld = firstKept(this.#filters.length) - 1;
    if (tooOld < 0) return;
    this.#filters[tooOld] = undefined;
    this.#missing.delete(tooOld);
  }

  /** Makes missing filters until the time is over, within a transaction; false when none is left. */
  build(time: StepTime): boolean {
    do {
      const run = [...this.#missing].at(-1);
      if (run === undefined) return false;
      if (this.#building?.run !== run)
        this.#building = { run, filter: new Uint32Array(FILTER_WORDS), last: new Uint8Array() };
      this.#buildSlice(this.#building);
    } while (!time.isOver);
    return true;
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
    const newest = newestRun(db);
    if (newest === null) return;
    const stored = db.prepare<[number], Uint8Array>(STORED_SQL).pluck(true);
    this.#filters.length = newest + 1;
    for (let run = firstKept(newest + 1); run < newest; run += 1) {
      const filter = stored.get(run);
      if (filter === undefined) this.#missing.add(run);
      else this.#filters[run] = wordsOf(filter);
    }
    const building = { run: newest, filter: new Uint32Array(FILTER_WORDS), last: new Uint8Array() };
    while (!this.#buildSlice(building));
  }

  /** Takes the next ids of a run into its filter; whether these were the last. */
  #buildSlice(building: Building): boolean {
    const { run, filter } = building;
    const ids = this.#ids.all(run, building.last, IDS_IN_SLICE);
    for (const id of ids) this.#addTo(filter, id);
    building.last = ids.at(-1) ?? building.last;
    if (ids.length === IDS_IN_SLICE) return false;
    this.#filters[run] = filter;
    this.#unsaved.add(run);
    this.#missing.delete(run);
    return true;
  }

  #addTo(filter: Uint32Array, traceId: Uint8Array): void {
    hashTraceId(traceId, this.#hash);
    addTo(filter, this.#hash[0] ?? 0, this.#hash[1] ?? 0);
  }
}

function newestRun(db: Database.Database): number | null {
  return db.prepare<[], number | null>(NEWEST_RUN_SQL).pluck(true).get() ?? null;
}

/** The first run, of so many, whose filter is kept. */
function firstKept(runs: number): number {
  return Math.max(0, runs - RUNS_KEPT);
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
