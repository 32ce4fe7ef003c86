import type Database from 'better-sqlite3';
import { fromHex } from '#core/otlp/hex.ts';
import type { AnnotationKey } from '#core/ports/annotation-rows.ts';
import type { AnnotationTarget } from '#contracts/annotation-kind.ts';
import { NO_POSITION, targetFromNumber, targetNumberOf } from './annotation-row-codec.ts';
import type { AnnotationPlace } from './annotation-table.ts';
import { slotOf } from './rollup.ts';
import { SpanIdFinder } from './span-id-index.ts';

/** A span, trace or session that is there, before a position in it is asked for. */
export interface AnnotationSubject {
  readonly number: number;
  readonly projectId: number;
  readonly minute: number;
  /** Of a span; 0 for others. */
  readonly documentCount: number;
}

interface SubjectCells {
  readonly number: bigint;
  readonly project_id: bigint;
  readonly start_time: bigint;
  readonly document_count: bigint | null;
}

const SPAN = `SELECT s.id AS number, t.project_id, s.start_time, s.document_count, s.span_id FROM spans s
JOIN traces t ON t.id = s.trace_number JOIN projects p ON p.id = t.project_id WHERE s.id = +?`;
const TRACE = `SELECT t.id AS number, t.project_id, t.start_time, NULL AS document_count FROM traces t
JOIN projects p ON p.id = t.project_id`;
const SESSION = `SELECT z.id AS number, z.project_id, z.start_time, NULL AS document_count FROM sessions z
JOIN projects p ON p.id = z.project_id`;

/** Finds a live target by its kind and number; null when it is gone. */
export function subjectByNumber(db: Database.Database, kind: number, number: number): AnnotationSubject | null {
  const target = targetFromNumber(kind);
  const sql = target === 'trace' ? `${TRACE} WHERE t.id = +?` : target === 'session' ? `${SESSION} WHERE z.id = +?` : SPAN;
  const cells = db.prepare<[number], SubjectCells>(sql).safeIntegers(true).get(number);
  return cells === undefined ? null : subjectFromCells(cells);
}

/** Finds what annotations are about by the ids that senders gave. */
export class AnnotationTargets {
  readonly #spanIds: SpanIdFinder;
  readonly #span: Database.Statement<[number], SubjectCells & { readonly span_id: Uint8Array }>;
  readonly #trace: Database.Statement<[Uint8Array], SubjectCells>;
  readonly #session: Database.Statement<[string], SubjectCells>;

  constructor(db: Database.Database) {
    this.#spanIds = new SpanIdFinder(db);
    this.#span = db.prepare<[number], SubjectCells & { readonly span_id: Uint8Array }>(SPAN).safeIntegers(true);
    this.#trace = db.prepare<[Uint8Array], SubjectCells>(`${TRACE} WHERE t.trace_id = +?`).safeIntegers(true);
    this.#session = db.prepare<[string], SubjectCells>(`${SESSION} WHERE z.session_id = +?`).safeIntegers(true);
  }

  /** By id, those that are there. Where two traces hold one span id, the newest span is meant. */
  find(target: AnnotationTarget, ids: Iterable<string>): ReadonlyMap<string, AnnotationSubject> {
    const found = new Map<string, AnnotationSubject>();
    for (const id of new Set(ids)) {
      const cells = this.#cells(target, id);
      if (cells !== undefined) found.set(id, subjectFromCells(cells));
    }
    return found;
  }

  #cells(target: AnnotationTarget, id: string): SubjectCells | undefined {
    if (target === 'session') return this.#session.get(id);
    const bytes = fromHex(id);
    if (target === 'trace') return bytes?.length === 16 ? this.#trace.get(bytes) : undefined;
    return bytes?.length === 8 ? this.#spanOf(bytes) : undefined;
  }

  #spanOf(spanId: Uint8Array): SubjectCells | undefined {
    for (const number of this.#spanIds.candidates(spanId)) {
      const cells = this.#span.get(number);
      if (cells !== undefined && Buffer.compare(cells.span_id, spanId) === 0) return cells;
    }
    return undefined;
  }
}

function subjectFromCells(cells: SubjectCells): AnnotationSubject {
  return {
    number: Number(cells.number),
    projectId: Number(cells.project_id),
    minute: slotOf(cells.start_time, 0),
    documentCount: Number(cells.document_count ?? 0n),
  };
}

export function placeOf(key: Pick<AnnotationKey, 'target' | 'position'>, subject: AnnotationSubject): AnnotationPlace {
  const { number, projectId, minute } = subject;
  return { kind: targetNumberOf(key.target), number, position: key.position ?? NO_POSITION, projectId, minute };
}
