import type { RowContent } from './row-content.ts';

/** The edit of one example. `line` is its position in the request, from 1, for messages. */
export type ExampleEdit = ExampleAddition | ExampleContentEdit | ExampleDeletion;

export interface ExampleAddition {
  readonly kind: 'add';
  readonly line: number;
  readonly content: RowContent;
  /**
   * The example's external id; null if it has none. The id of a deleted example restores that
   * example.
   */
  readonly ownId: string | null;
  /** Names of splits: trimmed, none blank, none twice. */
  readonly splits: readonly string[];
  /**
   * The span it is made from: its OpenTelemetry id, and its row number where that is known already.
   */
  readonly span: { readonly spanId: string; readonly number: number | null } | null;
}

export interface ExampleContentEdit {
  readonly kind: 'set';
  readonly line: number;
  readonly exampleId: number;
  /** Absent fields stay unchanged. */
  readonly content: Partial<RowContent>;
  /** Brings the example back when it is deleted; all of the content is given then. */
  readonly revives: boolean;
  /**
   * The version in which it was looked at: a later change of it is not overwritten. Null to
   * overwrite whatever is there.
   */
  readonly seenVersionId: number | null;
}

export interface ExampleDeletion {
  readonly kind: 'delete';
  readonly line: number;
  readonly exampleId: number;
}

/** The dataset an edit is meant for. */
export interface EditTarget {
  readonly id: number;
  readonly name: string;
}

/** Edits of one change, some hundred at a time and about a megabyte. */
export type ExampleEdits = AsyncIterable<readonly ExampleEdit[]>;
