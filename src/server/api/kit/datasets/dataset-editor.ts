import type { DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import type { EditTarget, ExampleEdits } from '#core/dataset/example-edit.ts';

export interface EditorOptions {
  /** The new version's description; null for none. */
  readonly description: string | null;
  /** Refused as `conflict` when another version is the newest by now; null for whichever is. */
  readonly baseVersionId: number | null;
  /** How long to wait while others change the dataset. */
  readonly waitMsMax: number;
  readonly signal?: AbortSignal;
  /** Who makes the version; null without authentication. */
  readonly userNumber: number | null;
}

/** Changes single examples; `server/datasets` does. */
export interface DatasetEditor {
  /** All edits in one new version, or none. Rejects with the error to answer. */
  edit(
    target: EditTarget,
    edits: ExampleEdits,
    options: EditorOptions,
  ): Promise<DatasetUploadOutcome>;
  /** Runs work during which the dataset must not change. */
  alone<R>(target: EditTarget, waitMsMax: number, work: () => Promise<R>): Promise<R>;
}

/** The dependencies of routes that change datasets. */
export interface DatasetEditDeps {
  readonly changes: DatasetEditor;
}

/** Clients wait five seconds at least; the page waits longer. */
export const EDIT_WAIT_MS = 10_000;
