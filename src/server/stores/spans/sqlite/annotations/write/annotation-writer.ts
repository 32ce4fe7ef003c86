import type Database from 'better-sqlite3';
import { type AnnotationTarget, ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationAuthor,
  AnnotationRow,
  NewAnnotation,
  WaitingAnnotation,
} from '#core/ports/annotation-rows.ts';
import type {
  AnnotateOutcome,
  AnnotateRequest,
  AnnotationSelection,
  AnnotationWriter,
} from '#core/ports/annotation-store.ts';
import { annotationRefusal } from '#server/stores/spans/relational/annotation-refusal.ts';
import { StepTime, type Clock } from '#server/stores/spans/sqlite/both/step-time.ts';
import type { WriteConnection } from '#server/stores/spans/sqlite/write/write-connection.ts';
import { AnnotationTargets, type AnnotationSubject, placeOf } from '../read/annotation-targets.ts';
import {
  ANNOTATION_ROW_SQL,
  annotationFromCells,
  type AnnotationCells,
  targetNumberOf,
} from '../both/annotation-row-codec.ts';
import type { WriteParts } from '../../write/write-parts.ts';
import type { SqlValue } from '../../both/columns.ts';
import { restoreAnnotation } from './annotation-restorer.ts';

/** Annotations deleted in one transaction. */
const CHUNK = 500;
/** A step of a long request looks up or stores nothing further after this. */
const STEP_MS = 20;

/** Annotations stored before the time is looked at: some milliseconds. */
const SLICE = 256;

/**
 * Writes annotations. A request's targets are all looked up before anything is written, so that it
 * is refused as a whole or not at all.
 */
export class SqliteAnnotationWriter implements AnnotationWriter {
  readonly #connection: WriteConnection;
  readonly #pause: () => Promise<void>;
  readonly #clock: Clock;

  /** `pause` is awaited between the steps of long work, so that spans are stored meanwhile. */
  constructor(
    connection: WriteConnection,
    pause: () => Promise<void>,
    clock: Clock = () => performance.now(),
  ) {
    this.#connection = connection;
    this.#pause = pause;
    this.#clock = clock;
  }

  async annotate(request: AnnotateRequest): Promise<AnnotateOutcome> {
    const { items, author, rules } = request;
    const subjects = await this.#subjectsOf(items, request);
    const missing =
      request.missing === 'wait'
        ? []
        : [
            ...new Set(
              items.flatMap((item, i) => (subjects[i] === undefined ? [item.targetId] : [])),
            ),
          ];
    const refused = items.flatMap((item, index) => {
      const subject = subjects[index];
      const reason = subject === undefined ? null : annotationRefusal(item, subject, rules);
      return reason === null ? [] : [{ index, reason }];
    });
    if (missing.length > 0 || refused.length > 0 || request.onlyCheck === true)
      return { numbers: items.map(() => null), missing, refused, waiting: 0 };
    const waiting = items.filter((_, i) => subjects[i] === undefined);
    const batch = new AnnotationBatch(items, subjects, author, nowNano());
    // No other write may run between the last lookup and this: a span stored then would not be
    // waited for.
    this.#connection.transaction((parts) => {
      if (waiting.length > 0)
        parts.waiting.queue(
          waiting,
          { author, rules, allowedProjectIds: request.allowedProjectIds ?? null },
          nowNano(),
        );
      batch.store(parts, this.#stepTime());
    });
    while (!batch.isDone) {
      await this.#pause();
      this.#connection.transaction((parts) => batch.store(parts, this.#stepTime()));
    }
    return { numbers: batch.numbers(), missing, refused, waiting: waiting.length };
  }

  async deleteAnnotations(numbers: readonly number[], author: AnnotationAuthor): Promise<number> {
    const unique = [...new Set(numbers)];
    let deleted = 0;
    for (let i = 0; i < unique.length; i += CHUNK) {
      if (i > 0) await this.#pause();
      deleted += this.#delete(unique.slice(i, i + CHUNK), author);
    }
    return deleted;
  }

  async deleteAnnotationsWhere(
    selection: AnnotationSelection,
    author: AnnotationAuthor,
  ): Promise<number> {
    let deleted = 0;
    let after = 0;
    for (;;) {
      const numbers = selectedAnnotations(this.#connection.db, selection, after, CHUNK);
      const last = numbers.at(-1);
      if (last === undefined) return deleted;
      deleted += this.#delete(numbers, author);
      after = last;
      await this.#pause();
    }
  }

  async restoreAnnotation(
    number: number,
    revision: number,
    author: AnnotationAuthor,
  ): Promise<AnnotationRow | null> {
    return this.#connection.transaction((parts) => {
      if (!restoreAnnotation(parts, number, revision, author, nowNano())) return null;
      const cells = parts.db
        .prepare<[number], AnnotationCells>(ANNOTATION_ROW_SQL)
        .safeIntegers(true)
        .get(number);
      return cells === undefined ? null : annotationFromCells(cells);
    });
  }

  async expireWaiting(
    receivedBeforeUnixNano: bigint,
    limit: number,
  ): Promise<readonly WaitingAnnotation[]> {
    return this.#connection.transaction(({ waiting }) => {
      if (waiting.isEmpty) return [];
      const expired = waiting.receivedBefore(receivedBeforeUnixNano, limit);
      if (expired.length > 0) waiting.drop(expired.map((item) => item.id));
      return expired;
    });
  }

  async deleteWaiting(numbers: readonly number[]): Promise<number> {
    return this.#connection.transaction(({ waiting }) => waiting.drop(numbers));
  }

  /**
   * The items' targets, looked up in steps; if spans were stored meanwhile, missing ones are looked
   * up again at once.
   */
  async #subjectsOf(
    items: readonly NewAnnotation[],
    { allowedProjectIds: allowed, located }: AnnotateRequest,
  ): Promise<readonly (AnnotationSubject | undefined)[]> {
    const before = this.#spansStored();
    const found = new Map<AnnotationTarget, ReadonlyMap<string, AnnotationSubject>>();
    const targets = this.#targets(allowed);
    const places = new Map(
      items.flatMap(({ targetId }, i) =>
        located?.[i] === undefined || located[i] === 0 ? [] : [[targetId, located[i]]],
      ),
    );
    for (const [target, some] of Map.groupBy(items, (item) => item.target)) {
      const finding = targets.finding(target, idsOf(some), places);
      let time = this.#stepTime();
      for (let step = finding.next(); ; step = finding.next()) {
        if (step.done === true) {
          found.set(target, step.value);
          break;
        }
        if (!time.isOver) continue;
        await this.#pause();
        time = this.#stepTime();
      }
    }
    const subjectOf = (item: NewAnnotation): AnnotationSubject | undefined =>
      found.get(item.target)?.get(item.targetId);
    if (this.#spansStored() !== before) {
      const late = this.#targets(allowed);
      for (const [target, some] of Map.groupBy(
        items.filter((item) => subjectOf(item) === undefined),
        (item) => item.target,
      ))
        found.set(
          target,
          new Map([...(found.get(target) ?? []), ...late.find(target, idsOf(some))]),
        );
    }
    return items.map(subjectOf);
  }

  #targets(allowedProjectIds: readonly number[] | undefined): AnnotationTargets {
    const { db, traceIds } = this.#connection;
    return new AnnotationTargets(db, allowedProjectIds, traceIds);
  }

  /** The number the next span gets. */
  #spansStored(): number {
    return (
      this.#connection.db
        .prepare<[], number>("SELECT next FROM counters WHERE name = 'span'")
        .pluck(true)
        .get() ?? 0
    );
  }

  #stepTime(): StepTime {
    return new StepTime(this.#clock, STEP_MS);
  }

  #delete(numbers: readonly number[], author: AnnotationAuthor): number {
    const now = nowNano();
    return this.#connection.transaction(({ db, annotations }) => {
      const live = db
        .prepare<[number], number>(`SELECT 1 FROM (${ANNOTATION_ROW_SQL})`)
        .pluck(true);
      let deleted = 0;
      for (const number of numbers) {
        const row = live.get(number) === undefined ? null : annotations.find(number);
        if (row === null) continue;
        annotations.delete(row, author, now);
        deleted += 1;
      }
      return deleted;
    });
  }
}

function idsOf(items: readonly NewAnnotation[]): string[] {
  return items.map((item) => item.targetId);
}

function nowNano(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}

/**
 * A request's annotations on their way into the store, transaction by transaction. Of those with
 * equal keys the last one counts.
 */
class AnnotationBatch {
  readonly #items: readonly NewAnnotation[];
  readonly #subjects: readonly (AnnotationSubject | undefined)[];
  readonly #author: AnnotationAuthor;
  readonly #now: bigint;
  readonly #keys: readonly string[];
  readonly #lastOf: ReadonlyMap<string, number>;
  readonly #numberOf = new Map<string, number>();
  /**
   * Indexes of the items in the order of what they are about, so that neighbours in the indexes are
   * written together.
   */
  readonly #order: readonly number[];
  #next = 0;

  /** Items without a subject are passed over. */
  constructor(
    items: readonly NewAnnotation[],
    subjects: readonly (AnnotationSubject | undefined)[],
    author: AnnotationAuthor,
    now: bigint,
  ) {
    this.#items = items;
    this.#subjects = subjects;
    this.#author = author;
    this.#now = now;
    this.#keys = items.map((item, i) =>
      JSON.stringify([item.target, subjects[i]?.number, item.position, item.name, item.identifier]),
    );
    this.#lastOf = new Map(this.#keys.map((key, i) => [key, i]));
    const numberOf = (i: number): number => subjects[i]?.number ?? 0;
    this.#order = [...Map.groupBy(this.#lastOf.values(), (i) => items[i]?.target).values()].flatMap(
      (some) => some.sort((a, b) => numberOf(a) - numberOf(b) || a - b),
    );
  }

  get isDone(): boolean {
    return this.#next >= this.#order.length;
  }

  /** Stores the next ones, until the time is over. */
  store({ annotations }: WriteParts, time: StepTime): void {
    do {
      for (const i of this.#order.slice(this.#next, this.#next + SLICE)) {
        const [item, key, subject] = [this.#items[i], this.#keys[i], this.#subjects[i]];
        if (item === undefined || key === undefined || subject === undefined) continue;
        this.#numberOf.set(
          key,
          annotations.upsert(placeOf(item, subject), item, item, this.#author, this.#now),
        );
      }
      this.#next += SLICE;
    } while (!this.isDone && !time.isOver);
  }

  /** Of all items, in their order; null for those without a subject. */
  numbers(): (number | null)[] {
    return this.#keys.map((key) => this.#numberOf.get(key) ?? null);
  }
}

/**
 * Numbers of the annotations a bulk delete covers, ascending after a given one. Walks the project's
 * annotations once, over any number of calls.
 */
function selectedAnnotations(
  db: Database.Database,
  selection: AnnotationSelection,
  after: number,
  limit: number,
): number[] {
  const {
    projectId,
    target,
    created = {},
    name,
    identifier,
    annotatorKind,
    userNumber,
  } = selection;
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const and = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(`AND ${condition}`);
    values.push(value);
  };
  and('name_id = (SELECT id FROM annotation_names WHERE name = ?)', name);
  and('identifier = ?', identifier);
  and('created_at >= ?', created.startUnixNano);
  and('created_at < ?', created.endUnixNano);
  and(
    'annotator_kind = ?',
    annotatorKind === undefined ? undefined : ANNOTATOR_KINDS.indexOf(annotatorKind),
  );
  and('user_number IS ?', userNumber);
  return db
    .prepare<SqlValue[], number>(
      `SELECT id FROM annotations INDEXED BY annotations_by_project WHERE project_id = ? AND target_kind = ? AND id > ? ${conditions.join(' ')}
       ORDER BY id LIMIT ?`,
    )
    .pluck(true)
    .all(projectId, targetNumberOf(target), after, ...values, limit);
}
