import { AppError } from '#contracts/wire/errors.ts';
import type { DatasetRow } from '#core/dataset/dataset-row.ts';
import type { DatasetUpload } from '#core/dataset/dataset-upload.ts';
import { RowError } from '#core/dataset/row-error.ts';
import type { FileLimits } from '#server/files/file-limits.ts';
import type { CallResult, IncomingCall } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { openJsonUpload } from './json-upload.ts';
import { encodeRows, type RowBatch } from './row-batch-codec.ts';
import type { UploadBody, UploadReader } from './open-upload.ts';

/** The reply to a request for the next rows of an upload. */
export type NextRows =
  | { readonly kind: 'rows'; readonly batch: RowBatch }
  | { readonly kind: 'end'; readonly leftOutLines: number | null }
  /** A row is wrong. As a value, because errors lose their line between threads. */
  | { readonly kind: 'refused'; readonly line: number; readonly detail: string };

/** The request that opens an upload. */
export interface OpenUploadParams {
  readonly body: UploadBody;
  readonly limits: FileLimits;
}

/** The reply when an upload is opened. */
export interface UploadOpened {
  readonly head: DatasetUpload;
  readonly rowsTotal: number | null;
}

/** The readers by media type. */
const READERS: Readonly<Record<string, UploadReader>> = {
  'application/json': openJsonUpload,
  // Loaded when the first form comes: the readers of its formats are large.
  'multipart/form-data': async (body, limits) =>
    (await import('./files/file-upload.ts')).openFileUpload(body, limits),
};

/**
 * Reads uploads inside their thread: `open` one, request its `next` rows until the end, or `close`
 * it before. One at a time.
 */
export function uploadHandler(): (call: IncomingCall) => Promise<CallResult> {
  let rows: AsyncIterator<readonly DatasetRow[]> | null = null;
  let leftOutLines: () => number | null = () => null;
  const close = async (): Promise<void> => {
    await rows?.return?.();
    rows = null;
  };
  return async ({ method, params }) => {
    if (method === 'open') {
      await close();
      const { body, limits } = typedReply<OpenUploadParams>(params);
      const upload = await readerOf(body.contentType)(body, limits);
      rows = upload.rows[Symbol.asyncIterator]();
      ({ leftOutLines } = upload);
      return { value: { head: upload.head, rowsTotal: upload.rowsTotal } satisfies UploadOpened };
    }
    if (method === 'next') return { value: await nextRows(rows, leftOutLines) };
    if (method === 'close') return { value: await close() };
    throw new Error(`The upload thread knows no method ${method}.`);
  };
}

/** Media types that can be uploaded. */
export function readerOf(contentType: string): UploadReader {
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (mediaType === '')
    throw new AppError(
      'invalid_request',
      'Missing content-type header: it is application/json or multipart/form-data.',
    );
  const reader = Object.hasOwn(READERS, mediaType) ? READERS[mediaType] : undefined;
  if (reader === undefined)
    throw new AppError(
      'unprocessable',
      `Invalid content-type '${mediaType.slice(0, 80)}': it must be application/json or multipart/form-data.`,
    );
  return reader;
}

async function nextRows(
  rows: AsyncIterator<readonly DatasetRow[]> | null,
  leftOutLines: () => number | null,
): Promise<NextRows> {
  try {
    const next = await rows?.next();
    return next === undefined || next.done === true
      ? { kind: 'end', leftOutLines: leftOutLines() }
      : { kind: 'rows', batch: encodeRows(next.value) };
  } catch (error) {
    if (error instanceof RowError)
      return { kind: 'refused', line: error.line, detail: error.detail };
    throw error;
  }
}
