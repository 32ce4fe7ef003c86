import {
  addDatasetExamples,
  editDatasetExample,
  editDatasetExamples,
  revertDatasetExample,
} from '#contracts/datasets/dataset-edit.routes.ts';
import { contentText, type ExampleTexts } from './example-texts.ts';
import type { ExampleRow } from './example-row.ts';
import { isObject, type JsonObject } from '#web/platform/text/json.ts';
import { parseExactJson } from '#web/platform/text/exact-json.ts';
import { call } from '#web/platform/http/client.ts';

/** Examples in one request. */
const STEP = 1000;

/** Adds one example. Rejects with an ApiError when its id is taken. */
export async function addExample(
  dataset: string,
  texts: ExampleTexts,
  ownId: string | null,
): Promise<void> {
  const id = ownId === null ? '' : `,"id":${JSON.stringify(ownId)}`;
  await call(addDatasetExamples, {
    params: { id: dataset },
    bodyText: `{"examples":[{${contentText(texts)}${id}}]}`,
  });
}

/**
 * Saves an example's new content; resolves to the updated example. Rejects with an ApiError of 409
 * when another user changed it since it was read.
 */
export async function changeExample(
  dataset: string,
  row: ExampleRow,
  texts: ExampleTexts,
): Promise<ExampleRow> {
  const seen =
    row.seenVersion === null ? '' : `,"seen_version_id":${JSON.stringify(row.seenVersion)}`;
  const { data } = await call(editDatasetExample, {
    params: { id: dataset, example_identifier: row.id },
    bodyText: `{${contentText(texts)}${seen}}`,
  });
  const { input, output, metadata } = texts;
  return {
    ...row,
    input: objectOf(input),
    output: objectOf(output),
    metadata: objectOf(metadata),
    updatedAt: new Date().toISOString(),
    seenVersion: data.version_id,
  };
}

/** Brings an example back that was deleted after it was read, with this content. */
export async function reviveExample(
  dataset: string,
  row: ExampleRow,
  texts: ExampleTexts,
): Promise<ExampleRow> {
  const version_id = row.seenVersion;
  if (version_id !== null)
    await call(revertDatasetExample, {
      params: { id: dataset, example_identifier: row.id },
      body: { version_id },
    });
  return await changeExample(dataset, { ...row, seenVersion: null }, texts);
}

/** Takes examples out of the newest version; earlier ones keep them. */
export async function deleteExamples(
  dataset: string,
  ids: readonly string[],
  keepalive: boolean,
): Promise<void> {
  for (let from = 0; from < ids.length; from += STEP) {
    const body = { delete: ids.slice(from, from + STEP) };
    await call(editDatasetExamples, { params: { id: dataset }, body, keepalive });
  }
}

function objectOf(text: string): JsonObject {
  const value = parseExactJson(text);
  return isObject(value) ? value : {};
}
