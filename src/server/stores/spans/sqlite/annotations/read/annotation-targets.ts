import type Database from 'better-sqlite3';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { fromHex } from '#core/otlp/hex.ts';
import type { AnnotationKey } from '#core/ports/annotation-rows.ts';
import {
  NO_POSITION,
  targetFromNumber,
  targetNumberOf,
  type AnnotationPlace,
} from '../both/annotation-row-codec.ts';
import {
  TRACE_BY_ID_SQL,
  type TraceIdFilters,
} from '#server/stores/spans/sqlite/index/trace-id-filters.ts';
import { TRACE_RUN_SQL } from '#server/stores/spans/sqlite/index/trace-run.ts';
import { SpanIdFinder } from '#server/stores/spans/sqlite/index/span-id-finder.ts';

/** An existing span, trace or session, before a document position is looked up. */
export interface AnnotationSubject {
  readonly number: number;
  readonly projectId: number;
  /** Of its start, since the epoch. */
  readonly minute: number;
  /** Of a span; 0 for others. */
  readonly documentCount: number;
}

/** A span that is looked for, and the row numbers where it may be, newest first. */
interface WantedSpan {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly numbers: readonly number[];
}

const NOT_LOCATED: ReadonlyMap<string, number> = new Map();
/** Tells in which runs the trace with an id may be, newest first. */
type KnownTraceIds = Pick<TraceIdFilters, 'runsOf'>;
type SubjectCells = [number: number, projectId: number, minute: number];
type SpanCells = [
  id: number,
  traceNumber: number,
  minute: number,
  documentCount: number | null,
  spanId: Uint8Array,
];

/** Targets, or runs of traces for one, looked up between two pauses: well under a millisecond. */
const STEP = 64;
const MINUTE = 'start_time / 60000000000';
const SPAN = `SELECT id, trace_number, ${MINUTE}, document_count, span_id FROM spans WHERE id = ?`;
const PROJECT_OF_TRACE =
  'SELECT t.project_id FROM traces t JOIN projects p ON p.id = t.project_id WHERE t.id = +?';
const TRACE = `SELECT t.id, t.project_id, t.${MINUTE} FROM traces t JOIN projects p ON p.id = t.project_id`;
const SESSION = `SELECT z.id, z.project_id, z.${MINUTE} FROM sessions z JOIN projects p ON p.id = z.project_id`;

/** Finds what annotations are about: by the ids that senders gave, or by number. */
export class AnnotationTargets {
  readonly #db: Database.Database;
  readonly #allowed: ReadonlySet<number> | null;
  readonly #spanIds: SpanIdFinder;
  readonly #span: Database.Statement<[number], SpanCells>;
  readonly #projectOf: Database.Statement<[number], number>;
  readonly #trace: Database.Statement<[Uint8Array], SubjectCells>;
  readonly #traceIn: Database.Statement<[number, Uint8Array], SubjectCells>;
  readonly #session: Database.Statement<[string], SubjectCells>;
  readonly #traceIds: KnownTraceIds | undefined;
  /** Looked up since the last pause. */
  #looked = 0;

  /**
   * Finds only what is in these projects; in all unless given. With what is known of trace ids, one
   * that is unknown isn't looked for in every run of traces.
   */
  constructor(
    db: Database.Database,
    allowedProjectIds?: readonly number[],
    traceIds?: KnownTraceIds,
  ) {
    this.#traceIds = traceIds;
    this.#db = db;
    this.#allowed = allowedProjectIds === undefined ? null : new Set(allowedProjectIds);
    this.#spanIds = new SpanIdFinder(db);
    this.#span = db.prepare<[number], SpanCells>(SPAN).raw(true);
    this.#projectOf = db.prepare<[number], number>(PROJECT_OF_TRACE).pluck(true);
    this.#trace = db
      .prepare<[Uint8Array], SubjectCells>(`${TRACE} WHERE t.id = (${TRACE_BY_ID_SQL})`)
      .raw(true);
    this.#traceIn = db
      .prepare<[number, Uint8Array], SubjectCells>(
        `${TRACE} WHERE t.${TRACE_RUN_SQL} = +? AND t.trace_id = +?`,
      )
      .raw(true);
    this.#session = db
      .prepare<[string], SubjectCells>(`${SESSION} WHERE z.session_id = +?`)
      .raw(true);
  }

  /** By id, those that are there. Where two traces hold one span id, the newest span is meant. */
  find(target: AnnotationTarget, ids: Iterable<string>): ReadonlyMap<string, AnnotationSubject> {
    const finding = this.finding(target, ids);
    for (;;) {
      const { done, value } = finding.next();
      if (done === true) return value;
    }
  }

  /**
   * The same in small steps: yields between them, so that others get their turn. A span still at
   * the position where it was `located` is not searched for.
   */
  *finding(
    target: AnnotationTarget,
    ids: Iterable<string>,
    located: ReadonlyMap<string, number> = NOT_LOCATED,
  ): Generator<void, ReadonlyMap<string, AnnotationSubject>> {
    const unique = [...new Set(ids)];
    if (target === 'span' || target === 'document')
      return yield* this.#findingSpans(unique, located);
    const found = new Map<string, AnnotationSubject>();
    for (const id of unique) {
      if (this.#looked >= STEP) {
        this.#looked = 0;
        yield;
      }
      this.#looked += 1;
      const cells = target === 'session' ? this.#session.get(id) : this.#traceOf(id);
      if (cells !== undefined && this.#isAllowed(cells[1])) found.set(id, subjectFromCells(cells));
    }
    return found;
  }

  /** A live target by its kind and number; null when it is gone. */
  byNumber(kind: number, number: number): AnnotationSubject | null {
    const target = targetFromNumber(kind);
    if (target === 'span' || target === 'document')
      return this.#subjectOf(this.#span.get(number), new Map());
    const sql = target === 'trace' ? `${TRACE} WHERE t.id = +?` : `${SESSION} WHERE z.id = +?`;
    const cells = this.#db.prepare<[number], SubjectCells>(sql).raw(true).get(number);
    return cells === undefined ? null : subjectFromCells(cells);
  }

  *#findingSpans(
    ids: readonly string[],
    located: ReadonlyMap<string, number>,
  ): Generator<void, ReadonlyMap<string, AnnotationSubject>> {
    const wanted = ids.flatMap((id) => {
      const bytes = fromHex(id);
      return bytes?.length === 8 ? [{ id, bytes, numbers: [located.get(id) ?? []].flat() }] : [];
    });
    const found = new Map<string, AnnotationSubject>();
    yield* this.#lookingAt(
      wanted.filter(({ numbers }) => numbers.length > 0),
      found,
    );
    const left = wanted.filter(({ id }) => !found.has(id));
    if (left.length === 0) return found;
    const candidates = yield* this.#spanIds.candidatesOf(left.map(({ bytes }) => bytes));
    yield* this.#lookingAt(
      left.map((one, i) => ({ ...one, numbers: candidates[i] ?? [] })),
      found,
    );
    return found;
  }

  /** Adds to `found` the wanted spans that are at one of their candidate numbers. */
  *#lookingAt(
    wanted: readonly WantedSpan[],
    found: Map<string, AnnotationSubject>,
  ): Generator<void, void> {
    // In the order of the rows, so that each page is read once.
    const inOrder = wanted.toSorted((a, b) => (a.numbers[0] ?? 0) - (b.numbers[0] ?? 0));
    const projects = new Map<number, number | null>();
    for (const [i, { id, bytes, numbers }] of inOrder.entries()) {
      for (const number of numbers) {
        const cells = this.#span.get(number);
        const subject =
          cells === undefined || Buffer.compare(cells[4], bytes) !== 0
            ? null
            : this.#subjectOf(cells, projects);
        if (subject === null) continue;
        found.set(id, subject);
        break;
      }
      if (i % STEP === STEP - 1) {
        yield;
        // Others had their turn: a trace may have gone meanwhile.
        projects.clear();
      }
    }
  }

  /**
   * `projects` keeps the projects of traces that were just looked up; null for a trace that is
   * gone.
   */
  #subjectOf(
    cells: SpanCells | undefined,
    projects: Map<number, number | null>,
  ): AnnotationSubject | null {
    if (cells === undefined) return null;
    const [number, trace, minute, documentCount] = cells;
    let projectId = projects.get(trace);
    if (projectId === undefined) {
      projectId = this.#projectOf.get(trace) ?? null;
      projects.set(trace, projectId);
    }
    return projectId === null || !this.#isAllowed(projectId)
      ? null
      : { number, projectId, minute, documentCount: documentCount ?? 0 };
  }

  #isAllowed(projectId: number): boolean {
    return this.#allowed === null || this.#allowed.has(projectId);
  }

  #traceOf(id: string): SubjectCells | undefined {
    const bytes = fromHex(id);
    if (bytes?.length !== 16) return undefined;
    if (this.#traceIds === undefined) return this.#trace.get(bytes);
    for (const run of this.#traceIds.runsOf(bytes)) {
      this.#looked += 1;
      const cells = this.#traceIn.get(run, bytes);
      if (cells !== undefined) return cells;
    }
    return undefined;
  }
}

function subjectFromCells([number, projectId, minute]: SubjectCells): AnnotationSubject {
  return { number, projectId, minute, documentCount: 0 };
}

export function placeOf(
  key: Pick<AnnotationKey, 'target' | 'position'>,
  subject: AnnotationSubject,
): AnnotationPlace {
  const { number, projectId, minute } = subject;
  return {
    kind: targetNumberOf(key.target),
    number,
    position: key.position ?? NO_POSITION,
    projectId,
    minute,
  };
}
