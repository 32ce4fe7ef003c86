import type { AnnotationAuthor, NewAnnotation } from '#core/ports/annotation-rows.ts';
import { placeOf, type AnnotationSubject } from '../read/annotation-targets.ts';
import type { StepTime } from '#server/stores/spans/sqlite/both/step-time.ts';
import type { WriteParts } from '#server/stores/spans/sqlite/write/write-parts.ts';

/** Annotations stored before the time is looked at: some milliseconds. */
const SLICE = 256;

/** A request's annotations on their way into the store, transaction by transaction. Of those with equal keys the last one counts. */
export class AnnotationBatch {
  readonly #items: readonly NewAnnotation[];
  readonly #subjects: readonly (AnnotationSubject | undefined)[];
  readonly #author: AnnotationAuthor;
  readonly #now: bigint;
  readonly #keys: readonly string[];
  readonly #lastOf: ReadonlyMap<string, number>;
  readonly #numberOf = new Map<string, number>();
  /** Indexes of the items in the order of what they are about, so that neighbours in the indexes are written together. */
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
    this.#keys = items.map((item, i) => JSON.stringify([item.target, subjects[i]?.number, item.position, item.name, item.identifier]));
    this.#lastOf = new Map(this.#keys.map((key, i) => [key, i]));
    const numberOf = (i: number): number => subjects[i]?.number ?? 0;
    this.#order = [...Map.groupBy(this.#lastOf.values(), (i) => items[i]?.target).values()].flatMap((some) =>
      some.sort((a, b) => numberOf(a) - numberOf(b) || a - b),
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
        this.#numberOf.set(key, annotations.upsert(placeOf(item, subject), item, item, this.#author, this.#now));
      }
      this.#next += SLICE;
    } while (!this.isDone && !time.isOver);
  }

  /** Of all items, in their order; null for those without a subject. */
  numbers(): (number | null)[] {
    return this.#keys.map((key) => this.#numberOf.get(key) ?? null);
  }
}
