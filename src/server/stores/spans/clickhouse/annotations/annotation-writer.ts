import { AppError } from '#contracts/wire/errors.ts';
import type {
  AnnotationAuthor,
  AnnotationContent,
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
import { Conditions } from '../client/statement.ts';
import { nowNano } from '../write/projects.ts';
import type { WriteContext } from '../write/write-context.ts';
import { annotationById, historyOf, liveByNumbers } from './annotation-finder.ts';
import { annotationRow, liveSql, publicRow, type LiveAnnotation } from './annotation-sql.ts';
import { insertRevisions, type NewRevision } from './annotation-table.ts';
import { findSubjects } from './annotation-subjects.ts';
import { annotationRefusal } from '#server/stores/spans/relational/annotation-refusal.ts';
import { upsert, type Upsert } from './annotation-upsert.ts';
import { forgetWaiting, queueWaiting, applyQueued, waitingItems } from './waiting-annotations.ts';

/** Writes annotations: each change is a row of its own. */
export class ClickHouseAnnotationWriter implements AnnotationWriter {
  readonly #context: WriteContext;

  constructor(context: WriteContext) {
    this.#context = context;
  }

  annotate(request: AnnotateRequest): Promise<AnnotateOutcome> {
    return this.#context.serial.run(() => this.#annotate(request));
  }

  async #annotate({
    items,
    author,
    rules,
    missing: onMissing,
    onlyCheck = false,
    allowedProjectIds,
  }: AnnotateRequest): Promise<AnnotateOutcome> {
    const find = await findSubjects(this.#context.db, items);
    const subjects = items.map((item) => find(item, allowedProjectIds));
    const lost = items.filter((_, index) => subjects[index] === undefined);
    const missing = onMissing === 'wait' ? [] : [...new Set(lost.map(({ targetId }) => targetId))];
    const refused = items.flatMap((item, index) => {
      const subject = subjects[index];
      const reason = subject === undefined ? null : annotationRefusal(item, subject, rules);
      return reason === null ? [] : [{ index, reason }];
    });
    if (missing.length > 0 || refused.length > 0 || onlyCheck)
      return { numbers: items.map(() => null), missing, refused, waiting: 0 };
    await queueWaiting(this.#context, lost, author, rules, allowedProjectIds);
    // Spans are stored meanwhile: either their write or this sees what waits.
    await applyQueued(this.#context, lost);
    const now = nowNano();
    const wanted = items.flatMap((item, index): Upsert[] => {
      const subject = subjects[index];
      return subject === undefined ? [] : [{ item, targetNumber: subject.number, author, now }];
    });
    const numbers = (await upsert(this.#context, wanted)).values();
    return {
      numbers: items.map((_, index) =>
        subjects[index] === undefined ? null : (numbers.next().value ?? null),
      ),
      missing,
      refused,
      waiting: lost.length,
    };
  }

  deleteAnnotations(numbers: readonly number[], author: AnnotationAuthor): Promise<number> {
    return this.#context.serial.run(async () =>
      this.#delete(await liveByNumbers(this.#context.db, [...new Set(numbers)]), author),
    );
  }

  deleteAnnotationsWhere(
    selection: AnnotationSelection,
    author: AnnotationAuthor,
  ): Promise<number> {
    return this.#context.serial.run(async () => {
      const { projectId, target, created, name, identifier, annotatorKind, userNumber } = selection;
      const conditions = new Conditions();
      if (name !== undefined) conditions.add(`name = ${conditions.bind(name, 'String')}`);
      if (identifier !== undefined)
        conditions.add(`identifier = ${conditions.bind(identifier, 'String')}`);
      const project = conditions.bind(projectId, 'UInt32');
      const sql = `${liveSql(target, conditions.where)} AND owner_project = ${project}`;
      const rows = (await this.#context.db.rows(sql, conditions.params)).map(annotationRow);
      const { startUnixNano, endUnixNano } = created ?? {};
      const selected = rows.filter(
        (row) =>
          (startUnixNano === undefined || row.createdAtUnixNano >= startUnixNano) &&
          (endUnixNano === undefined || row.createdAtUnixNano < endUnixNano) &&
          row.annotatorKind === (annotatorKind ?? row.annotatorKind) &&
          (userNumber === undefined || row.userNumber === userNumber),
      );
      return this.#delete(selected, author);
    });
  }

  restoreAnnotation(
    number: number,
    revision: number,
    author: AnnotationAuthor,
  ): Promise<AnnotationRow | null> {
    return this.#context.serial.run(async () => {
      const { db } = this.#context;
      const wanted = (await historyOf(db, number)).find((one) => one.revision === revision);
      const known = await annotationById(db, number);
      if (known === null || wanted === undefined) return null;
      if (wanted.content === null)
        throw new AppError(
          'unprocessable',
          `Revision ${revision} of the annotation is its deletion: restore another, or delete it.`,
        );
      if (known.isDeleted && (await this.#isTaken(known.row)))
        throw new AppError(
          'conflict',
          'Another annotation has the same target, name and identifier by now: delete it first, or give it the content you want.',
        );
      await insertRevisions(db, [revisionOf(known.row, 'RESTORE', wanted.content, author)]);
      const restored = await annotationById(db, number);
      return restored === null ? null : publicRow(restored.row);
    });
  }

  async #isTaken(row: LiveAnnotation): Promise<boolean> {
    const conditions = new Conditions();
    conditions.add(`target_number = ${conditions.bind(row.targetNumber, 'UInt64')}`);
    conditions.add(
      `name = ${conditions.bind(row.name, 'String')} AND identifier = ${conditions.bind(row.identifier, 'String')}`,
    );
    const rows = await this.#context.db.rows(
      liveSql(row.target, conditions.where),
      conditions.params,
    );
    return rows.map(annotationRow).some(({ position }) => position === row.position);
  }

  expireWaiting(
    receivedBeforeUnixNano: bigint,
    limit: number,
  ): Promise<readonly WaitingAnnotation[]> {
    return this.#context.serial.run(async () => {
      const conditions = new Conditions();
      conditions.add(`received_at < ${conditions.bind(receivedBeforeUnixNano, 'Int64')}`);
      const expired = (await waitingItems(this.#context.db, conditions, limit)).map(
        ({ item }) => item,
      );
      await forgetWaiting(
        this.#context.db,
        expired.map(({ id }) => id),
      );
      return expired;
    });
  }

  deleteWaiting(numbers: readonly number[]): Promise<number> {
    return this.#context.serial.run(async () => {
      const conditions = new Conditions().oneOf('id', numbers, 'UInt64');
      const found = await waitingItems(this.#context.db, conditions, numbers.length);
      await forgetWaiting(
        this.#context.db,
        found.map(({ item }) => item.id),
      );
      return found.length;
    });
  }

  async #delete(rows: readonly LiveAnnotation[], author: AnnotationAuthor): Promise<number> {
    await insertRevisions(
      this.#context.db,
      rows.map((row) => revisionOf(row, 'DELETE', null, author)),
    );
    return rows.length;
  }
}

function revisionOf(
  row: LiveAnnotation,
  change: NewRevision['change'],
  content: AnnotationContent | null,
  { source, userNumber }: AnnotationAuthor,
): NewRevision {
  const { id, targetNumber, lastRevision } = row;
  const key: NewAnnotation = row;
  return {
    id,
    revision: lastRevision + 1,
    targetNumber,
    key,
    change,
    content,
    source,
    userNumber,
    changedAtUnixNano: nowNano(),
  };
}
