import { AppError } from '#contracts/wire/errors.ts';
import type {
  AnnotationAuthor,
  AnnotationRow,
  NewAnnotation,
  WaitingAnnotation,
} from '#core/ports/annotation-rows.ts';
import type {
  AnnotateOutcome,
  AnnotateRequest,
  AnnotationRule,
  AnnotationSelection,
  AnnotationWriter,
} from '#core/ports/annotation-store.ts';
import { findSubject, projectOfAnnotation } from './memory-annotation-targets.ts';
import { nowNano, type MemoryData, type WaitingItem } from './memory-data.ts';
import { isIn } from './memory-lists.ts';
import { annotationOfKey, change, refusalOf, upsert } from './memory-upsert.ts';

const WAITING_MAX = 100_000;
const WAITING_BYTES_MAX = 64 * 1024 ** 2;
/** The size of a waiting annotation besides its texts. */
const ITEM_BYTES = 100;

/** Writes annotations. */
export class MemoryAnnotationWriter implements AnnotationWriter {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async annotate({
    items,
    author,
    rules,
    missing: onMissing,
    onlyCheck = false,
    allowedProjectIds,
  }: AnnotateRequest): Promise<AnnotateOutcome> {
    const subjects = items.map(({ target, targetId }) =>
      findSubject(this.#data, target, targetId, allowedProjectIds),
    );
    const lost = items.filter((_, index) => subjects[index] === undefined);
    const missing = onMissing === 'wait' ? [] : [...new Set(lost.map(({ targetId }) => targetId))];
    const refused = items.flatMap((item, index) => {
      const subject = subjects[index];
      const reason = subject === undefined ? null : refusalOf(item, subject, rules);
      return reason === null ? [] : [{ index, reason }];
    });
    if (missing.length > 0 || refused.length > 0 || onlyCheck)
      return { numbers: items.map(() => null), missing, refused, waiting: 0 };
    this.#queue(lost, author, rules, allowedProjectIds);
    const now = nowNano();
    // Of equal keys only the last one's content is written.
    const keyOf = (item: NewAnnotation, index: number): string =>
      JSON.stringify([
        item.target,
        subjects[index]?.number,
        item.position,
        item.name,
        item.identifier,
      ]);
    const last = new Map(items.map((item, index) => [keyOf(item, index), item]));
    const numbers = items.map((item, index) => {
      const subject = subjects[index];
      return subject === undefined
        ? null
        : upsert(this.#data, subject, last.get(keyOf(item, index)) ?? item, author, now);
    });
    return { numbers, missing, refused, waiting: lost.length };
  }

  async deleteAnnotations(numbers: readonly number[], author: AnnotationAuthor): Promise<number> {
    const found = [...new Set(numbers)]
      .flatMap((number) => this.#data.annotations.get(number) ?? [])
      .filter(({ isDeleted }) => !isDeleted);
    for (const annotation of found) change(annotation, 'DELETE', null, author, nowNano());
    return found.length;
  }

  async deleteAnnotationsWhere(
    selection: AnnotationSelection,
    author: AnnotationAuthor,
  ): Promise<number> {
    const { projectId, target, created, name, identifier, annotatorKind, userNumber } = selection;
    const selected = [...this.#data.annotations.values()].filter(
      ({ row }) =>
        row.target === target &&
        projectOfAnnotation(this.#data, row) === projectId &&
        isIn(row.createdAtUnixNano, created) &&
        row.name === (name ?? row.name) &&
        row.identifier === (identifier ?? row.identifier) &&
        row.annotatorKind === (annotatorKind ?? row.annotatorKind) &&
        (userNumber === undefined || row.userNumber === userNumber),
    );
    return this.deleteAnnotations(
      selected.map(({ row }) => row.id),
      author,
    );
  }

  async restoreAnnotation(
    number: number,
    revision: number,
    author: AnnotationAuthor,
  ): Promise<AnnotationRow | null> {
    const annotation = this.#data.annotations.get(number);
    const wanted = annotation?.revisions.find((one) => one.revision === revision);
    if (annotation === undefined || wanted === undefined) return null;
    if (wanted.content === null)
      throw new AppError(
        'unprocessable',
        `Revision ${revision} of the annotation is its deletion: restore another, or delete it.`,
      );
    if (annotation.isDeleted && annotationOfKey(this.#data, annotation.row) !== undefined)
      throw new AppError(
        'conflict',
        'Another annotation has the same target, name and identifier by now: delete it first, or give it the content you want.',
      );
    change(annotation, 'RESTORE', wanted.content, author, nowNano());
    const projectId = projectOfAnnotation(this.#data, annotation.row);
    return projectId === undefined ? null : { ...annotation.row, projectId };
  }

  async expireWaiting(
    receivedBeforeUnixNano: bigint,
    limit: number,
  ): Promise<readonly WaitingAnnotation[]> {
    const expired = this.#data.waiting
      .map(({ item }) => item)
      .filter((item) => item.receivedAtUnixNano < receivedBeforeUnixNano);
    await this.deleteWaiting(expired.slice(0, limit).map(({ id }) => id));
    return expired.slice(0, limit);
  }

  async deleteWaiting(numbers: readonly number[]): Promise<number> {
    const before = this.#data.waiting.length;
    this.#data.waiting = this.#data.waiting.filter(({ item }) => !numbers.includes(item.id));
    return before - this.#data.waiting.length;
  }

  #queue(
    items: readonly NewAnnotation[],
    author: AnnotationAuthor,
    rules: readonly AnnotationRule[],
    allowedProjectIds: readonly number[] | undefined,
  ): void {
    const { waiting } = this.#data;
    const { source, userNumber } = author;
    const queued = items.map((item): WaitingItem => {
      const named = {
        ...item,
        source,
        userNumber,
        id: this.#data.take('waiting'),
        receivedAtUnixNano: nowNano(),
      };
      return {
        item: named,
        rules: rules.filter(({ name }) => name === item.name),
        allowedProjectIds,
        bytes: bytesOf(item),
      };
    });
    const bytes = [...waiting, ...queued].reduce((sum, one) => sum + one.bytes, 0);
    if (waiting.length + queued.length > WAITING_MAX || bytes > WAITING_BYTES_MAX)
      throw new AppError(
        'rate_limited',
        'The queue of annotations that wait for their targets is full.',
        { retryAfterSeconds: 30 },
      );
    waiting.push(...queued);
  }
}

function bytesOf({
  targetId,
  name,
  identifier,
  label,
  explanation,
  metadata,
}: NewAnnotation): number {
  return [targetId, name, identifier, label, explanation, metadata].reduce(
    (sum, text) => sum + new TextEncoder().encode(text ?? '').length,
    ITEM_BYTES,
  );
}
