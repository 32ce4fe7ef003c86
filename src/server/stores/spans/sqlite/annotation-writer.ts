import type { AnnotationAuthor, AnnotationRow, NewAnnotation, WaitingAnnotation } from '#core/ports/annotation-rows.ts';
import type { AnnotateOutcome, AnnotateRequest, AnnotationSelection, AnnotationWriter } from '#core/ports/annotation-store.ts';
import { annotationRefusal } from './annotation-refusal.ts';
import { selectedAnnotations } from './annotation-selection.ts';
import { AnnotationTargets, placeOf } from './annotation-targets.ts';
import type { AnnotationSubject } from './annotation-targets.ts';
import { restoreAnnotation } from './annotation-restorer.ts';
import { ANNOTATION_ROW_SQL, annotationFromCells } from './annotation-row-codec.ts';
import type { AnnotationCells } from './annotation-row-codec.ts';
import type { WriteConnection } from './write-connection.ts';
import type { WriteParts } from './write-parts.ts';

/** Annotations deleted in one transaction. */
const CHUNK = 500;

/** Writes judgements. A request's targets are all looked up before anything is written, so that it is refused as a whole or not at all. */
export class SqliteAnnotationWriter implements AnnotationWriter {
  readonly #connection: WriteConnection;

  constructor(connection: WriteConnection) {
    this.#connection = connection;
  }

  async annotate(request: AnnotateRequest): Promise<AnnotateOutcome> {
    const { items, author } = request;
    const subjects = this.#subjectsOf(items);
    const missing =
      request.missing === 'wait' ? [] : [...new Set(items.flatMap((item, i) => (subjects[i] === undefined ? [item.targetId] : [])))];
    const refused = items.flatMap((item, index) => {
      const subject = subjects[index];
      const reason = subject === undefined ? null : annotationRefusal(item, subject, request.rules);
      return reason === null ? [] : [{ index, reason }];
    });
    if (missing.length > 0 || refused.length > 0) return { numbers: items.map(() => null), missing, refused, waiting: 0 };
    const waiting = items.filter((_, i) => subjects[i] === undefined);
    const now = nowNano();
    return this.#connection.transaction((parts) => {
      if (waiting.length > 0) parts.waiting.queue(waiting, author, request.rules, now);
      return { numbers: store(parts, items, subjects, author, now), missing, refused, waiting: waiting.length };
    });
  }

  async deleteAnnotations(numbers: readonly number[], author: AnnotationAuthor): Promise<number> {
    const unique = [...new Set(numbers)];
    let deleted = 0;
    for (let i = 0; i < unique.length; i += CHUNK) deleted += this.#delete(unique.slice(i, i + CHUNK), author);
    return deleted;
  }

  async deleteAnnotationsWhere(selection: AnnotationSelection, author: AnnotationAuthor): Promise<number> {
    let deleted = 0;
    let after = 0;
    for (;;) {
      const numbers = selectedAnnotations(this.#connection.db, selection, after, CHUNK);
      const last = numbers.at(-1);
      if (last === undefined) return deleted;
      deleted += this.#delete(numbers, author);
      after = last;
    }
  }

  async restoreAnnotation(number: number, revision: number, author: AnnotationAuthor): Promise<AnnotationRow | null> {
    return this.#connection.transaction((parts) => {
      if (!restoreAnnotation(parts, number, revision, author, nowNano())) return null;
      const cells = parts.db.prepare<[number], AnnotationCells>(ANNOTATION_ROW_SQL).safeIntegers(true).get(number);
      return cells === undefined ? null : annotationFromCells(cells);
    });
  }

  async expireWaiting(receivedBeforeUnixNano: bigint, limit: number): Promise<readonly WaitingAnnotation[]> {
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

  #subjectsOf(items: readonly NewAnnotation[]): readonly (AnnotationSubject | undefined)[] {
    const targets = new AnnotationTargets(this.#connection.db);
    const byTarget = Map.groupBy(items, (item) => item.target);
    const found = new Map(
      [...byTarget].map(([target, some]) => [
        target,
        targets.find(
          target,
          some.map((item) => item.targetId),
        ),
      ]),
    );
    return items.map((item) => found.get(item.target)?.get(item.targetId));
  }

  #delete(numbers: readonly number[], author: AnnotationAuthor): number {
    const now = nowNano();
    return this.#connection.transaction(({ db, annotations }) => {
      const live = db.prepare<[number], number>(`SELECT 1 FROM (${ANNOTATION_ROW_SQL})`).pluck(true);
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

/** Of items with equal keys the last is stored, and all have its number; null for those without a target. */
function store(
  { annotations }: WriteParts,
  items: readonly NewAnnotation[],
  subjects: readonly (AnnotationSubject | undefined)[],
  author: AnnotationAuthor,
  now: bigint,
): (number | null)[] {
  const keys = items.map((item, i) => JSON.stringify([item.target, subjects[i]?.number, item.position, item.name, item.identifier]));
  const lastOf = new Map(keys.map((key, i) => [key, i]));
  const numberOf = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const [key = '', subject] = [keys[i], subjects[i]];
    if (subject === undefined || lastOf.get(key) !== i) continue;
    numberOf.set(key, annotations.upsert(placeOf(item, subject), item, item, author, now));
  }
  return keys.map((key) => numberOf.get(key) ?? null);
}

function nowNano(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
