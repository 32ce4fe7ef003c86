import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { DatasetRow } from './dataset-row.ts';
import { NumberSet } from './number-set.ts';
import { RowError } from './row-error.ts';

/** An example that was in the dataset before the upload, found by what a row calls it. */
export interface EarlierExample {
  readonly exampleId: number;
  /** Of its content in the newest version; null when it was deleted by then. */
  readonly hash: string | null;
}

/** The dataset's examples that are relevant to one batch of rows. */
export interface EarlierExamples {
  /**
   * By a row's `exampleId`. Includes examples created by this upload, by their external id, which
   * have no Global ID yet.
   */
  readonly byRef: ReadonlyMap<string, EarlierExample>;
  /**
   * Ids of the examples with a content hash, rising. Those that are matched already may be missing.
   */
  readonly byHash: ReadonlyMap<string, readonly number[]>;
}

/** The outcome for one row. */
export type RowPlan =
  /** Equal to an earlier example, which stays as it is. */
  | { readonly kind: 'same'; readonly row: DatasetRow; readonly exampleId: number }
  /** New content for an earlier example. */
  | { readonly kind: 'patch'; readonly row: DatasetRow; readonly exampleId: number }
  /** A deleted example, wanted again under its old id. */
  | { readonly kind: 'revive'; readonly row: DatasetRow; readonly exampleId: number }
  | { readonly kind: 'create'; readonly row: DatasetRow; readonly exampleId: number };

/**
 * Matches the rows of one upload with the examples of the latest version before it, batch by batch,
 * in order. A row with an id is matched only by that id; a row without one by its content, and each
 * earlier example is matched by content once (they are multisets). Unmatched rows are created;
 * unmatched earlier examples are `leftOver`.
 */
export class RowMatching {
  /** Earlier examples that a row matched. */
  readonly #matched = new NumberSet();
  /** Examples that a row named by an id, or created with one: a second row may not. */
  readonly #named = new NumberSet();
  readonly #nextId: () => number;

  /** `nextId` gives the id of each example that is created. */
  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  /**
   * Throws a `RowError` for an id that two rows have, and for the Global ID of an example that is
   * not one of the dataset.
   */
  plan(rows: readonly DatasetRow[], earlier: EarlierExamples): RowPlan[] {
    const createdHere = new Set<string>();
    return rows.map((row) => {
      if (row.exampleId === null) return this.#planByContent(row, earlier);
      if (createdHere.has(row.exampleId)) throw namedTwice(row);
      createdHere.add(row.exampleId);
      return this.#planById(row, row.exampleId, earlier);
    });
  }

  /** Whether an earlier example is one that no row matched so far. */
  leftOver(exampleId: number): boolean {
    return !this.#matched.has(exampleId);
  }

  #planByContent(row: DatasetRow, { byHash }: EarlierExamples): RowPlan {
    const exampleId = byHash.get(row.hash)?.find((candidate) => this.leftOver(candidate));
    if (exampleId === undefined) return { kind: 'create', row, exampleId: this.#nextId() };
    this.#matched.add(exampleId);
    return { kind: 'same', row, exampleId };
  }

  #planById(row: DatasetRow, ref: string, { byRef }: EarlierExamples): RowPlan {
    const found = byRef.get(ref);
    if (found === undefined) {
      if (exampleNumber(ref) !== null) throw unknownExample(row);
      const exampleId = this.#nextId();
      this.#named.add(exampleId);
      return { kind: 'create', row, exampleId };
    }
    const { exampleId, hash } = found;
    if (!this.#named.add(exampleId)) throw namedTwice(row);
    if (hash === null) {
      if (exampleNumber(ref) !== null) throw unknownExample(row);
      return { kind: 'revive', row, exampleId };
    }
    this.#matched.add(exampleId);
    return { kind: hash === row.hash ? 'same' : 'patch', row, exampleId };
  }
}

/** The row number in the Global ID of an example; null for any other text. */
export function exampleNumber(text: string): number | null {
  const id = decodeGlobalId(text);
  return id?.type === 'DatasetExample' ? id.number : null;
}

function namedTwice({ line, exampleId }: DatasetRow): RowError {
  return new RowError(
    line,
    `Row ${line}: the example id '${shown(exampleId)}' is on another row too; each example can be named once.`,
  );
}

function unknownExample({ line, exampleId }: DatasetRow): RowError {
  return new RowError(
    line,
    `Row ${line}: the example id '${shown(exampleId)}' is a Global ID, but names no example of the newest version of this dataset. Leave it out for a new example.`,
  );
}

function shown(text: string | null): string {
  return (text ?? '').slice(0, 80);
}
