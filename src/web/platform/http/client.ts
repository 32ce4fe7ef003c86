import createClient from 'openapi-fetch';
import { awaitAnswer, reportReachable } from './connection.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import type { paths } from './generated/schema.ts';
import { sessionFetch } from './session-fetch.ts';

/** A refusal or a failure of the server's, with what a reader needs to act on it. */
export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly requestId: string | null;
  /** How long the server asks to wait before the next attempt. */
  readonly retryAfterS: number | null;

  constructor(status: number, detail: string, requestId: string | null, retryAfterS: number | null = null) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
  }
}

/** Whether the server understood and refused what was asked, rather than failed. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

/** The public REST interface, by the types of openapi.json. */
export const api = createClient<paths>({ baseUrl: `${ROOT_PATH}/`, fetch: sessionFetch });

interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a success; rejects with an ApiError for anything else. */
export async function bodyOf<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await reached(call);
  if (data !== undefined) return data;
  throw refusal(response, error);
}

/** Waits for a call whose success has no body. */
export async function done(call: Promise<Outcome<unknown>>): Promise<void> {
  const { error, response } = await reached(call);
  if (!response.ok) throw refusal(response, error);
}

/** Responses that say nothing about the server's health. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

async function reached<Result extends { readonly response: Response }>(call: Promise<Result>): Promise<Result> {
  const answered = awaitAnswer();
  try {
    const result = await call;
    // A server that is starting, or gone behind its proxy, answers so as well: whether it is there is for it to say.
    reportReachable(!GATEWAY.has(result.response.status));
    return result;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reportReachable(false);
    throw new ApiError(
      0,
      navigator.onLine ? 'The server cannot be reached.' : 'You are offline. Try again when the network is back.',
      null,
    );
  } finally {
    answered();
  }
}

function refusal(response: Response, body: unknown): ApiError {
  const detail = typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string' ? body.detail : null;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : null;
  return new ApiError(
    response.status,
    detail ?? `The server answered ${response.status}.`,
    response.headers.get('x-request-id'),
    retryAfterS,
  );
}

/** The parameter of a page after the first. */
export function cursorParam(cursor: string): { cursor?: string } {
  return cursor === '' ? {} : { cursor };
}
