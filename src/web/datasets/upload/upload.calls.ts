import { cancelJob, getJob } from '#contracts/jobs/routes.ts';
import { columnsOf, type Roles } from './column-roles.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { ApiError, call } from '#web/platform/http/client.ts';
import { checkSession, renewOrSignIn } from '#web/platform/http/session-fetch.ts';

/** How the server knows a file: the type of its part of the form. */
export const FILE_TYPES = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  arrow: 'application/x-pandas-pyarrow',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type FileFormat = keyof typeof FILE_TYPES;

export interface UploadWish {
  readonly file: File;
  readonly format: FileFormat;
  readonly name: string;
  readonly action: 'create' | 'append' | 'update';
  readonly roles: Roles;
  /** Columns whose own keys become keys. */
  readonly flatten: readonly string[];
  /**
   * Lines of CSV with more or fewer cells than the header are left out; otherwise they refuse the
   * file.
   */
  readonly leavesOutUneven: boolean;
}

export interface UploadResult {
  readonly dataset_id: string;
  readonly num_created_examples: number;
  readonly num_updated_examples: number;
  readonly num_deleted_examples: number;
  readonly num_left_out_lines: number;
}

/** Why an upload is aborted that shall leave nothing behind, on the server either. */
export const UPLOAD_CANCELLED = new DOMException('The upload was cancelled.', 'AbortError');

/** How far it is: first the bytes go, then the server reads the rows. */
export type UploadProgress =
  | { readonly step: 'sending'; readonly share: number }
  | { readonly step: 'reading'; readonly rows: number; readonly rowsTotal: number | null };

const POLL_MS = 400;
/** The number of failed polls in a row that are tolerated: a restarted server continues the job. */
const FAILURES_MAX = 20;

/**
 * Uploads a file and waits until the server has read it. Rejects with an ApiError in the server's
 * words, and with an AbortError when `signal` stopped it: during the transfer nothing is kept;
 * later the server continues on its own, unless the reason is `UPLOAD_CANCELLED`.
 */
export async function uploadFile(
  wish: UploadWish,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  const job = await sendSignedIn(wish, (share) => onProgress({ step: 'sending', share }), signal);
  try {
    return await finished(job, onProgress, signal);
  } catch (error) {
    if (signal.reason !== UPLOAD_CANCELLED) throw error;
    await cancelled(job);
    throw UPLOAD_CANCELLED;
  }
}

function formOf({
  file,
  format,
  name,
  action,
  roles,
  flatten,
  leavesOutUneven,
}: UploadWish): FormData {
  const form = new FormData();
  form.set('name', name);
  form.set('action', action);
  for (const role of ['input', 'output', 'metadata'] as const)
    for (const column of columnsOf(roles, role)) form.append(`${role}_keys[]`, column);
  for (const column of flatten) form.append('flatten_keys[]', column);
  for (const [role, field] of [
    ['split', 'split_key'],
    ['id', 'example_id_key'],
    ['span', 'span_id_key'],
  ] as const) {
    const [column] = columnsOf(roles, role);
    if (column !== undefined) form.set(field, column);
  }
  if (leavesOutUneven) form.set('leave_out_uneven_lines', 'true');
  form.set('file', new File([file], file.name, { type: FILE_TYPES[format] }));
  return form;
}

/**
 * Sends it with a valid session. Checked first: the server may refuse a large body before reading
 * it, and the browser then reports only a broken connection.
 */
async function sendSignedIn(
  wish: UploadWish,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  // A server that cannot be reached is found by the sending.
  await checkSession().catch(() => undefined);
  try {
    return await send(formOf(wish), onShare, signal);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401 && (await renewOrSignIn())))
      throw error;
    return await send(formOf(wish), onShare, signal);
  }
}

/**
 * Resolves to the Global ID of the job. Unlike fetch, XMLHttpRequest reports how many bytes were
 * sent.
 */
function send(
  form: FormData,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open('POST', `${ROOT_PATH}/v1/datasets/upload?sync=false`);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onShare(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('abort', () => reject(UPLOAD_CANCELLED));
    request.addEventListener('error', () =>
      reject(new ApiError(0, 'The server cannot be reached, or ended the upload.', null)),
    );
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.addEventListener('load', () => {
      const id = jobIdOf(request.responseText);
      if (request.status >= 200 && request.status < 300 && id !== null) resolve(id);
      else
        reject(
          new ApiError(
            request.status,
            detailOf(request),
            request.getResponseHeader('x-request-id'),
          ),
        );
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else request.send(form);
  });
}

function jobIdOf(text: string): string | null {
  const data = propertyOf(parsed(text), 'data');
  const id = propertyOf(data, 'id');
  return typeof id === 'string' ? id : null;
}

function detailOf(request: XMLHttpRequest): string {
  const detail = propertyOf(parsed(request.responseText), 'detail');
  return typeof detail === 'string' ? detail : `The server answered ${request.status}.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

async function finished(
  id: string,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  let failures = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      const { data } = await call(getJob, { params: { id }, signal });
      failures = 0;
      onProgress({
        step: 'reading',
        rows: data.progress?.rows_done ?? 0,
        rowsTotal: data.progress?.rows_total ?? null,
      });
      if (data.state === 'cancelled') throw new UploadFailed('The upload was cancelled.', null);
      if (data.state === 'failed')
        throw new UploadFailed(
          data.error?.detail ?? 'Unknown server error.',
          data.error?.line ?? null,
        );
      if (data.state === 'done') return resultOf(data.result);
    } catch (error) {
      const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      failures += 1;
      if (!passing || failures > FAILURES_MAX) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Asks the server to roll back the upload. Rejects when it was too late: then all of it is stored,
 * or it failed.
 */
async function cancelled(id: string): Promise<void> {
  await call(cancelJob, { params: { id } });
}

/** The problems the server found in the file. */
export class UploadFailed extends Error {
  /** From 1; null where it was no row. */
  readonly line: number | null;

  constructor(detail: string, line: number | null) {
    super(detail);
    this.name = 'UploadFailed';
    this.line = line;
  }
}

function resultOf(result: unknown): UploadResult {
  const inner = propertyOf(result, 'data') ?? result;
  const id = propertyOf(inner, 'dataset_id');
  const count = (key: string): number => Number(propertyOf(inner, key) ?? 0);
  return {
    dataset_id: typeof id === 'string' ? id : '',
    num_created_examples: count('num_created_examples'),
    num_updated_examples: count('num_updated_examples'),
    num_deleted_examples: count('num_deleted_examples'),
    num_left_out_lines: count('num_left_out_lines'),
  };
}
