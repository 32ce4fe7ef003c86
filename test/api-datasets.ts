import { expect } from 'vitest';
import type { ApiApp, Reply } from './api-app.ts';

/** An upload's reply, as far as tests use it. */
export interface Uploaded {
  readonly dataset_id: string;
  readonly version_id: string;
}

/** The address of a dataset, or of something of it. */
export const at = (id: string, rest = ''): string =>
  `/v1/datasets/${encodeURIComponent(id)}${rest}`;
export const questions = (...values: readonly unknown[]) => values.map((q) => ({ q }));
export const inputsOf = (list: readonly Record<string, unknown>[]) =>
  list.map(({ input }) => (input as { q: unknown }).q); // as: made by `questions`

/** Uploads JSON; `payload` is sent as it is when it is text or bytes. */
export function postUpload(
  api: ApiApp,
  payload: unknown,
  query = '?sync=true',
  contentType = 'application/json',
): Promise<Reply> {
  return api.call({
    method: 'POST',
    url: `/v1/datasets/upload${query}`,
    headers: contentType === '' ? {} : { 'content-type': contentType },
    payload:
      typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });
}

/** Uploads what will do. */
export async function uploadTo(api: ApiApp, payload: object): Promise<Uploaded> {
  const reply = await postUpload(api, payload);
  expect(reply).toMatchObject({ status: 200 });
  return (reply.body as { data: Uploaded }).data; // as: checked against the document
}

export async function examplesOf(
  api: ApiApp,
  id: string,
  query = '',
): Promise<Record<string, unknown>[]> {
  const reply = await api.get(at(id, `/examples${query}`));
  expect(reply.status).toBe(200);
  // as: checked against the document
  return (reply.body as { data: { examples: Record<string, unknown>[] } }).data.examples;
}

/** What an upload says it changed. */
export function counts(created: number, updated: number, deleted: number) {
  return {
    num_created_examples: created,
    num_updated_examples: updated,
    num_deleted_examples: deleted,
  };
}
