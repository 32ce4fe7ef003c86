import type Database from 'better-sqlite3';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import { DamagedData } from '#server/stores/damaged-data.ts';
import { blockOfSql } from '#server/stores/spans/sqlite/blocks/block-finder.ts';
import { PayloadReader } from '#server/stores/spans/sqlite/blocks/payload-reader.ts';
import { rereadSpans } from '#server/stores/spans/sqlite/upkeep/rereading/reread-spans.ts';
import { SpanIdFinder } from '#server/stores/spans/sqlite/index/span-id-finder.ts';
import type { Clock, StepTime } from '#server/stores/spans/sqlite/both/step-time.ts';
import type { WriteConnection } from '../write-connection.ts';
import type { WriteParts } from '../write-parts.ts';
import { EVENT_SQL, type SpanIds } from './event-sql.ts';

/** Why events were dropped. */
export type LostEvents = 'no_span' | 'span_too_large';

/** Receives the outcome of events in the background. */
export interface EventWatch {
  /** So many stored spans of these projects have got their events. */
  readonly merged: (projectIds: readonly number[], spans: number) => void;
  /** The number of dropped events: their spans did not arrive in time, or have no room for them. */
  readonly gaveUp: (events: number, why: LostEvents) => void;
}

/** Events whose spans are looked for together. */
const ROWS_AT_ONCE = 1_024;
/** Of the events that are in memory at once. */
const BYTES_AT_ONCE = 16 * 1024 ** 2;
const EXPIRED_IN_STEP = 1_000;
const WAIT_MS = 3_600_000;
const EXPIRY_EVERY_MS = 60_000;

/** A row of an event whose span is not known to be missing. */
type FreshEvent = SpanIds & { readonly id: number };

/** A span that events wait for, and the numbers under which it may be stored. */
interface WantedSpan {
  readonly ids: SpanIds;
  readonly candidates: readonly number[];
}

/** A stored event. */
interface FoundSpan {
  readonly ids: SpanIds;
  readonly number: number;
  readonly projectId: number;
  /** The first number of its block. */
  readonly block: number | null;
  /** Of all events that wait for it. */
  readonly bytes: number;
}

/**
 * Adds events to spans stored before them, in small steps. Each event's span is looked up once,
 * because a span stored later takes its events along: so the number of the last looked-up event is
 * all the state. After a restart all are looked up again.
 */
export class EventMerger {
  readonly #connection: WriteConnection;
  readonly #clock: Clock;
  readonly #watch: EventWatch | null;
  #lookedTo = 0;
  /**
   * Those that were looked for and are left for the next steps, by their numbers: these are never
   * given again.
   */
  #wanted: WantedSpan[] = [];
  #nextExpiryMs = Number.NEGATIVE_INFINITY;
  /**
   * Events that came before the clock was set back, by the number of the last: their times say
   * nothing, so they expire some time after they were found.
   */
  #ahead: { readonly lastId: number; readonly expireAtMs: number } | null = null;
  #asked: { readonly db: Database.Database; readonly statements: MergeStatements } | null = null;

  constructor(connection: WriteConnection, clock: Clock, watch: EventWatch | null) {
    this.#connection = connection;
    this.#clock = clock;
    this.#watch = watch;
  }

  /** Does one step; false when there is nothing to do. */
  step(time: StepTime): boolean {
    if (this.#wanted.length === 0 && !this.#look()) return this.#expire();
    const merged: FoundSpan[] = [];
    do {
      const { spans, end } = this.#next();
      merged.push(...this.#merge(spans));
      this.#wanted.splice(0, end);
    } while (this.#wanted.length > 0 && !time.isOver);
    if (merged.length > 0)
      this.#watch?.merged([...new Set(merged.map(({ projectId }) => projectId))], merged.length);
    return true;
  }

  get #statements(): MergeStatements {
    const { db } = this.#connection;
    if (this.#asked?.db !== db) this.#asked = { db, statements: new MergeStatements(db) };
    return this.#asked.statements;
  }

  /** Looks for the spans of the next events; false when there are none. */
  #look(): boolean {
    const rows = this.#statements.fresh.all(this.#lookedTo, ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return false;
    this.#wanted = wantedSpans(this.#connection.db, rows);
    this.#lookedTo = last.id;
    return true;
  }

  /**
   * The spans that are next given their events in one go, and how many that takes care of: of one
   * block, which is then packed once, and with not too many bytes.
   */
  #next(): { readonly spans: readonly FoundSpan[]; readonly end: number } {
    const spans: FoundSpan[] = [];
    let bytes = 0;
    let end = 0;
    for (const wanted of this.#wanted) {
      const span = this.#find(wanted);
      const [first] = spans;
      bytes += span?.bytes ?? 0;
      if (
        span !== null &&
        first !== undefined &&
        (span.block !== first.block || bytes > BYTES_AT_ONCE)
      )
        break;
      if (span !== null) spans.push(span);
      end += 1;
    }
    return { spans, end };
  }

  #find({ ids, candidates }: WantedSpan): FoundSpan | null {
    for (const number of candidates) {
      const row = this.#statements.found.get(number, ids.spanId, ids.traceId);
      if (row !== undefined) return { ids, number, ...row };
    }
    return null;
  }

  /**
   * Adds the events to the spans that have some. Events of spans in a damaged block wait until they
   * are dropped.
   */
  #merge(spans: readonly FoundSpan[]): readonly FoundSpan[] {
    const { readSpans } = this.#connection;
    if (spans.length === 0) return [];
    try {
      this.#connection.transaction((parts) => mergeEvents(parts, readSpans, spans));
      return spans;
    } catch (error) {
      if (!(error instanceof DamagedData)) throw error;
      return spans.length === 1 ? [] : spans.flatMap((span) => this.#merge([span]));
    }
  }

  #expire(): boolean {
    const now = this.#clock();
    if (now < this.#nextExpiryMs) return false;
    const gone = this.#expireSome(now, BigInt(Date.now()) * 1_000_000n);
    if (gone > 0) this.#watch?.gaveUp(gone, 'no_span');
    if (gone < EXPIRED_IN_STEP) this.#nextExpiryMs = now + EXPIRY_EVERY_MS;
    return gone > 0;
  }

  #expireSome(nowMs: number, now: bigint): number {
    const oldest = this.#statements.oldest.get();
    if (oldest === undefined) return 0;
    if (oldest > now)
      this.#ahead ??= { lastId: this.#statements.last.get() ?? 0, expireAtMs: nowMs + WAIT_MS };
    const lastId = this.#ahead !== null && nowMs >= this.#ahead.expireAtMs ? this.#ahead.lastId : 0;
    const before = now - BigInt(WAIT_MS) * 1_000_000n;
    if (oldest >= before && lastId === 0) return 0;
    const gone = this.#connection.transaction(({ events }) =>
      events.expire(before, lastId, EXPIRED_IN_STEP),
    );
    if (lastId > 0 && gone < EXPIRED_IN_STEP) this.#ahead = null;
    return gone;
  }
}

/** Events beyond a number, oldest first. */
export const FRESH_EVENTS_SQL =
  'SELECT id, trace_id AS traceId, span_id AS spanId FROM waiting_events WHERE id > ? ORDER BY id LIMIT ?';

/** The span at a number, when it is this one and alive. */
export const FOUND_SPAN_SQL = `SELECT t.project_id AS projectId,
  ${blockOfSql('s.id')} AS block,
  (SELECT sum(bytes) FROM waiting_events WHERE trace_id = t.trace_id AND span_id = s.span_id) AS bytes
FROM spans s JOIN traces t ON t.id = s.trace_number JOIN projects p ON p.id = t.project_id WHERE s.id = ? AND s.span_id = ? AND t.trace_id = ?`;

/** The statements of each step: compiled once. */
class MergeStatements {
  readonly fresh: Database.Statement<[number, number], FreshEvent>;
  readonly oldest: Database.Statement<[], bigint>;
  readonly last: Database.Statement<[], number | null>;
  readonly found: Database.Statement<
    [number, Uint8Array, Uint8Array],
    Pick<FoundSpan, 'projectId' | 'block' | 'bytes'>
  >;

  constructor(db: Database.Database) {
    this.fresh = db.prepare(FRESH_EVENTS_SQL);
    this.oldest = db.prepare<[], bigint>(EVENT_SQL.oldest).pluck(true).safeIntegers(true);
    this.last = db.prepare<[], number | null>(EVENT_SQL.last).pluck(true);
    this.found = db.prepare(FOUND_SPAN_SQL);
  }
}

function mergeEvents(parts: WriteParts, read: ReadStoredSpans, spans: readonly FoundSpan[]): void {
  const payloads = new PayloadReader(parts.db);
  const changed = spans.flatMap(({ ids, number, projectId }) => {
    const bytes = payloads.entry(number)?.bytes;
    const whole = bytes === undefined ? null : parts.events.joined(bytes, ids, projectId);
    return whole === null ? [] : [{ id: number, bytes: whole }];
  });
  rereadSpans(parts, read, changed);
  for (const { ids } of spans) parts.events.took(ids);
}

/**
 * The spans that these events belong to, as far as they may be stored, in the order of their
 * numbers.
 */
function wantedSpans(db: Database.Database, events: readonly FreshEvent[]): WantedSpan[] {
  const unique = new Map<string, FreshEvent>();
  for (const event of events)
    unique.set(Buffer.concat([event.traceId, event.spanId]).toString('latin1'), event);
  const asked = [...unique.values()];
  const finding = new SpanIdFinder(db).candidatesOf(asked.map(({ spanId }) => spanId));
  let next = finding.next();
  while (next.done !== true) next = finding.next();
  const candidates = next.value;
  return asked
    .map(({ traceId, spanId }, i) => ({
      ids: { traceId, spanId },
      candidates: candidates[i] ?? [],
    }))
    .filter((wanted) => wanted.candidates.length > 0)
    .sort((a, b) => (a.candidates[0] ?? 0) - (b.candidates[0] ?? 0));
}
