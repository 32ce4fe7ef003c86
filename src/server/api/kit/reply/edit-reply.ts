import type { EditOutcome } from '#contracts/datasets/dataset-edit.ts';
import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import type { Principal } from '#core/access/principal.ts';
import type { DatasetUploadOutcome } from '#core/dataset/dataset-upload.ts';
import { EDIT_WAIT_MS, type EditorOptions } from '../datasets/dataset-editor.ts';

/** The changes of an edit, as in replies. */
export function editReply(outcome: DatasetUploadOutcome): EditOutcome {
  return {
    dataset_id: encodeGlobalId('Dataset', outcome.datasetId),
    version_id: encodeGlobalId('DatasetVersion', outcome.versionId),
    num_created_examples: outcome.created,
    num_updated_examples: outcome.updated,
    num_deleted_examples: outcome.deleted,
  };
}

/** A request's options for the version it creates. */
export function editorOptions(
  body: { readonly version_description?: string | null; readonly base_version_id?: string },
  {
    signal,
    caller,
  }: { readonly signal: AbortSignal; readonly caller: Pick<Principal, 'userNumber'> },
): EditorOptions {
  return {
    description: body.version_description ?? null,
    baseVersionId:
      body.base_version_id === undefined
        ? null
        : requireGlobalId(body.base_version_id, 'DatasetVersion', 'base_version_id'),
    waitMsMax: EDIT_WAIT_MS,
    signal,
    userNumber: caller.userNumber,
  };
}
