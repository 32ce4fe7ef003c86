import type Database from 'better-sqlite3';
import { ANNOTATION_SOURCES, ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { toHex } from '#core/otlp/hex.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type {
  AnnotationAuthor,
  NewAnnotation,
  WaitingAnnotation,
} from '#core/ports/annotation-rows.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import { annotationRefusal } from '#server/stores/spans/relational/annotation-refusal.ts';
import {
  metadataCell,
  NO_POSITION,
  targetFromNumber,
  targetNumberOf,
} from '../both/annotation-row-codec.ts';
import type { AnnotationTable } from './annotation-table.ts';
import { AnnotationTargets, placeOf, type AnnotationSubject } from '../read/annotation-targets.ts';
import { AwaitedIds } from './awaited-ids.ts';
import type { SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';
import type { Counters } from '#server/stores/spans/sqlite/write/counters.ts';
import {
  rulesFromCell,
  rulesText,
  WAITING_SELECT,
  waitingFromCells,
  type WaitingCells,
} from '../both/waiting-row-codec.ts';

/**
 * The maximum number of waiting annotations. The ids of their targets are in memory, some 100 bytes
 * each.
 */
const ROWS_MAX = 100_000;
const BYTES_MAX = 64 * 1024 ** 2;
/** The size of a row besides its texts. */
const ROW_BYTES = 100;
const RETRY_AFTER_SECONDS = 30;

/** Under what annotations are applied when their targets come. */
export interface WaitingTerms {
  readonly author: AnnotationAuthor;
  readonly rules: readonly AnnotationRule[];
  /** The only projects they may annotate in; null for all. */
  readonly allowedProjectIds: readonly number[] | null;
}

type Subject = 'span' | 'trace' | 'session';

/**
 * The queue of annotations that arrived before their targets. Their targets' ids are in memory, so
 * that storing spans costs one size check while none wait; an annotation whose target arrives is
 * applied in the same transaction. If it is refused then (by its project's config, or for its
 * position), it stays in the queue, where it can be seen, until it expires.
 */
export class WaitingAnnotations {
  readonly #db: Database.Database;
  readonly #counters: Counters;
  readonly #table: () => AnnotationTable;
  readonly #awaited = {
    span: new AwaitedIds(),
    trace: new AwaitedIds(),
    session: new Set<string>(),
  } as const;
  readonly #came: Readonly<Record<Subject, Set<string>>> = {
    span: new Set(),
    trace: new Set(),
    session: new Set(),
  };
  #count = 0;
  #bytes = 0;

  constructor(db: Database.Database, counters: Counters, table: () => AnnotationTable) {
    this.#db = db;
    this.#counters = counters;
    this.#table = table;
    this.#load();
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /**
   * Notes a span that was stored, for `flush` to apply what waits for it, its trace or its session.
   */
  note(record: SpanRecord): void {
    const { span, trace, session } = this.#awaited;
    if (span.size > 0 && span.mayHave(record.spanId)) this.#noteId('span', toHex(record.spanId));
    if (trace.size > 0 && trace.mayHave(record.traceId))
      this.#noteId('trace', toHex(record.traceId));
    if (session.size > 0 && record.sessionId !== null) this.#noteId('session', record.sessionId);
  }

  /** Notes that a trace is of this session now. */
  noteSession(sessionId: string): void {
    if (this.#awaited.session.size > 0) this.#noteId('session', sessionId);
  }

  /** Rejects the whole with `rate_limited` when there is no room for all of them. */
  queue(
    items: readonly NewAnnotation[],
    { author, rules, allowedProjectIds }: WaitingTerms,
    now: bigint,
  ): void {
    const sizes = items.map(bytesOf);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (this.#count + items.length > ROWS_MAX || this.#bytes + bytes > BYTES_MAX)
      throw new AppError(
        'rate_limited',
        `The queue of annotations that wait for their targets is full (${this.#count} of ${ROWS_MAX}, ${this.#bytes} of ${BYTES_MAX} bytes): ` +
          'send them after their spans, or delete what waits in vain.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    const insert = this.#db.prepare<SqlValue[]>(
      `INSERT INTO waiting_annotations (id, target_kind, target_id, bytes, received_at, position, annotator_kind, source, user_number, name,
       identifier, label, score, explanation, metadata, rules, allowed_projects)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const byName = Map.groupBy(rules, (rule) => rule.name);
    for (const [i, item] of items.entries()) {
      insert.run(
        this.#counters.take('waiting'),
        targetNumberOf(item.target),
        item.targetId,
        sizes[i] ?? 0,
        now,
        item.position ?? NO_POSITION,
        ANNOTATOR_KINDS.indexOf(item.annotatorKind),
        ANNOTATION_SOURCES.indexOf(author.source),
        author.userNumber,
        item.name,
        item.identifier,
        item.label,
        item.score,
        item.explanation,
        metadataCell(item.metadata),
        rulesText(byName.get(item.name)),
        allowedProjectIds === null ? null : JSON.stringify(allowedProjectIds),
      );
      this.#awaited[subjectOf(item)].add(item.targetId);
    }
    this.#count += items.length;
    this.#bytes += bytes;
  }

  /** Takes rows out of the queue. */
  drop(numbers: readonly number[]): number {
    const drop = this.#db.prepare<[number]>('DELETE FROM waiting_annotations WHERE id = ?');
    const dropped = numbers.reduce((sum, number) => sum + drop.run(number).changes, 0);
    this.#load();
    return dropped;
  }

  /** Those received before then, oldest first. */
  receivedBefore(receivedBefore: bigint, limit: number): readonly WaitingAnnotation[] {
    return this.#db
      .prepare<[bigint, number], WaitingCells>(
        `${WAITING_SELECT} WHERE received_at < ? ORDER BY id LIMIT ?`,
      )
      .safeIntegers(true)
      .all(receivedBefore, limit)
      .map(waitingFromCells);
  }

  /**
   * Applies what the stored spans were awaited for. Call once their rows, traces, sessions and ids
   * are written.
   */
  flush(): void {
    for (const subject of ['span', 'trace', 'session'] as const) {
      const came = this.#came[subject];
      if (came.size === 0) continue;
      this.#apply(subject, came);
      came.clear();
    }
  }

  #noteId(subject: Subject, id: string): void {
    if (this.#awaited[subject].has(id)) this.#came[subject].add(id);
  }

  #apply(subject: Subject, ids: ReadonlySet<string>): void {
    const kinds =
      subject === 'span'
        ? [targetNumberOf('span'), targetNumberOf('document')]
        : [targetNumberOf(subject)];
    const rowsOf = this.#db
      .prepare<[string, number, number], WaitingCells>(
        `${WAITING_SELECT} WHERE target_id = +? AND target_kind IN (+?, +?) ORDER BY id`,
      )
      .safeIntegers(true);
    const drop = this.#db.prepare<[bigint]>('DELETE FROM waiting_annotations WHERE id = ?');
    for (const [id, found] of new AnnotationTargets(this.#db).find(subject, ids)) {
      let left = 0;
      for (const cells of rowsOf.all(id, kinds[0] ?? 0, kinds.at(-1) ?? 0)) {
        const item = waitingFromCells(cells);
        const annotated =
          cells.allowed_projects === null
            ? found
            : this.#allowedSubject(item, cells.allowed_projects);
        if (
          annotated === undefined ||
          annotationRefusal(item, annotated, rulesFromCell(cells.rules)) !== null
        ) {
          left += 1;
          continue;
        }
        this.#table().upsert(placeOf(item, annotated), item, item, item, item.receivedAtUnixNano);
        drop.run(cells.id);
        this.#count -= 1;
        this.#bytes -= Number(cells.bytes);
      }
      if (left === 0) this.#awaited[subject].delete(id);
    }
  }

  /** The target, where it is in these projects. */
  #allowedSubject(
    { target, targetId }: NewAnnotation,
    allowedProjects: string,
  ): AnnotationSubject | undefined {
    const projectIds = JSON.parse(allowedProjects) as readonly number[]; // as: `queue` wrote it
    return new AnnotationTargets(this.#db, projectIds).find(target, [targetId]).get(targetId);
  }

  #load(): void {
    for (const ids of Object.values(this.#awaited)) ids.clear();
    const totals = this.#db
      .prepare<[], { count: number; bytes: number }>(
        'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM waiting_annotations',
      )
      .get();
    this.#count = totals?.count ?? 0;
    this.#bytes = totals?.bytes ?? 0;
    if (this.#count === 0) return;
    const rows = this.#db.prepare<[], { target_kind: number; target_id: string }>(
      'SELECT target_kind, target_id FROM waiting_annotations',
    );
    for (const row of rows.iterate())
      this.#awaited[subjectOf({ target: targetFromNumber(row.target_kind) })].add(row.target_id);
  }
}

function subjectOf({ target }: Pick<NewAnnotation, 'target'>): Subject {
  return target === 'document' ? 'span' : target;
}

/** Of its texts, in bytes of UTF-8. */
function bytesOf(item: NewAnnotation): number {
  const texts = [
    item.targetId,
    item.name,
    item.identifier,
    item.label,
    item.explanation,
    item.metadata,
  ];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), ROW_BYTES);
}
