import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import { DEFAULT_FILE_LIMITS, type FileLimits } from '#server/files/file-limits.ts';
import { openFileUpload } from '#server/datasets/files/file-upload.ts';
import type { OpenUpload } from '#server/datasets/open-upload.ts';
import { formBody, keyFields, type FormBody, type FormFilePart } from './dataset-form.ts';

/** Columns by the form's field that assigns them. */
export type FormKeys = Readonly<Record<string, readonly string[]>>;

/**
 * Opens a form as the upload thread does: from a file. The file is gone when this returns an error,
 * or once the rows were read.
 */
export async function openForm(
  { bytes, contentType }: FormBody,
  limits: Partial<FileLimits> = {},
): Promise<OpenUpload> {
  const folder = await mkdtemp(path.join(tmpdir(), 'telltale-form-'));
  const at = path.join(folder, 'body');
  await writeFile(at, bytes);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const upload = await openFileUpload(
      { path: at, bytes: bytes.length, contentType },
      { ...DEFAULT_FILE_LIMITS, ...limits },
    );
    return { ...upload, rows: thenRemove(upload.rows, remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* thenRemove(
  rows: OpenUpload['rows'],
  remove: () => Promise<void>,
): OpenUpload['rows'] {
  try {
    yield* rows;
  } finally {
    await remove();
  }
}

/** The rows of a file in a form that names the dataset `d` and assigns these columns. */
export async function rowsOfFile(
  file: FormFilePart | null,
  keys: FormKeys,
  limits: Partial<FileLimits> = {},
): Promise<readonly DatasetRow[]> {
  const upload = await openForm(formBody([['name', 'd'], ...keyFields(keys)], file), limits);
  const rows: DatasetRow[] = [];
  for await (const batch of upload.rows) rows.push(...batch);
  return rows;
}

export async function inputsOfFile(
  file: FormFilePart,
  keys: FormKeys,
  limits: Partial<FileLimits> = {},
): Promise<readonly string[]> {
  return (await rowsOfFile(file, keys, limits)).map((row) => row.input);
}

export const csvFile = (
  bytes: string | Uint8Array,
  more: Partial<FormFilePart> = {},
): FormFilePart => ({
  bytes,
  contentType: 'text/csv',
  ...more,
});
export const jsonlFile = (
  bytes: string | Uint8Array,
  more: Partial<FormFilePart> = {},
): FormFilePart => ({
  bytes,
  contentType: 'application/jsonl',
  ...more,
});

/** An error of that code whose detail holds, or fits, the message. */
export function refusal(code: string, message: string | RegExp): unknown {
  const detail: unknown =
    typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message);
  return expect.objectContaining({ code, detail });
}
