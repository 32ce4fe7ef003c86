import type { Static, TSchema } from 'typebox';
import type { Declaration, Nothing } from '#contracts/wire/declare.ts';
import { awaitAnswer, reportReachable } from './connection.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { parseExactJson } from '#web/platform/text/exact-json.ts';
import { sessionFetch } from './session-fetch.ts';

/** A refusal or a failure of the server's, with what a reader needs to act on it. */
export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly requestId: string | null;
  /** How long the server asks to wait before the next attempt. */
  readonly retryAfterS: number | null;

  constructor(
    status: number,
    detail: string,
    requestId: string | null,
    retryAfterS: number | null = null,
  ) {
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

/** One part of a call: absent where the route has none, optional where every field of it is. */
type Part<Name extends 'params' | 'query', Schema extends TSchema> = Schema extends Nothing
  ? unknown
  : object extends Static<Schema>
    ? { readonly [Key in Name]?: Static<Schema> }
    : { readonly [Key in Name]: Static<Schema> };

/** A body, or the JSON text of one: numbers with more digits than a double stay as they are. */
type BodyPart<Schema extends TSchema> = Schema extends Nothing
  ? unknown
  : { readonly body: Static<Schema> } | { readonly bodyText: string };

/** What a call of a route sends. */
type Sent<P extends TSchema, Q extends TSchema, B extends TSchema> = Part<'params', P> &
  Part<'query', Q> &
  BodyPart<B> &
  Pick<RequestInit, 'signal' | 'keepalive'>;
type Arguments<P extends TSchema, Q extends TSchema, B extends TSchema> =
  object extends Sent<P, Q, B> ? [sent?: Sent<P, Q, B>] : [sent: Sent<P, Q, B>];

/**
 * Calls a route of the public REST interface. Resolves to the body of its success; rejects with an
 * ApiError for anything else.
 */
export async function call<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  O extends TSchema,
>(route: Declaration<P, Q, B, O>, ...[sent]: Arguments<P, Q, B>): Promise<Static<O>> {
  // as: the server's replies are checked against the declarations by its tests.
  return (await answerOf(route, sent, async (response) =>
    parsed(await response.text()),
  )) as Static<O>;
}

/** The same, with numbers that a double can't hold as they were written. */
export async function callExactly<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  O extends TSchema,
>(route: Declaration<P, Q, B, O>, ...[sent]: Arguments<P, Q, B>): Promise<Static<O>> {
  // as: like that of `call`
  return (await answerOf(route, sent, async (response) =>
    parseExactJson(await response.text()),
  )) as Static<O>;
}

/** The same, with the reply as text. */
export async function callForText<P extends TSchema, Q extends TSchema, B extends TSchema>(
  route: Declaration<P, Q, B>,
  ...[sent]: Arguments<P, Q, B>
): Promise<string> {
  return await answerOf(route, sent, (response) => response.text());
}

/** The same, with the reply as JSON lines, as they come. */
export async function callForLines<P extends TSchema, Q extends TSchema, B extends TSchema>(
  route: Declaration<P, Q, B>,
  ...[sent]: Arguments<P, Q, B>
): Promise<ReadableStream<Uint8Array> | null> {
  return await answerOf(
    route,
    { ...sent, accept: 'application/x-ndjson' },
    async ({ body }) => body,
  );
}

/**
 * The same without a session, where 401 is about what was typed, and no reason to leave for the
 * sign-in screen.
 */
export async function callSignedOut<B extends TSchema>(
  route: Declaration<Nothing, Nothing, B>,
  ...[sent]: Arguments<Nothing, Nothing, B>
): Promise<void> {
  await answerOf(route, { ...sent, isSignedOut: true }, () => Promise.resolve());
}

/** What is sent, whatever the route. */
interface AnySent extends Pick<RequestInit, 'signal' | 'keepalive'> {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly bodyText?: string;
  readonly accept?: string;
  readonly isSignedOut?: true;
}

async function answerOf<Body>(
  route: Address,
  sent: AnySent | undefined,
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  const outcome = await reached(route, sent ?? {}, read);
  if ('answer' in outcome) return outcome.answer;
  throw refusal(outcome.response, outcome.refused);
}

type Address = Pick<Declaration, 'method' | 'path'>;

function requestOf(
  { method, path }: Address,
  { params, query, body, bodyText, accept, signal, keepalive }: AnySent,
): Request {
  const text = bodyText ?? (body === undefined ? null : JSON.stringify(body));
  const headers = {
    ...(accept === undefined ? {} : { accept }),
    ...(text === null ? {} : { 'content-type': 'application/json' }),
  };
  // as: the parameters that routes declare are such values.
  const address = ROOT_PATH + filledPath(path, params as Values) + queryText(query as Values);
  return new Request(address, {
    method,
    headers,
    body: text,
    ...(signal === undefined ? {} : { signal }),
    ...(keepalive === undefined ? {} : { keepalive }),
  });
}

type Value = string | number | boolean;
type Values = Readonly<Record<string, Value | readonly Value[] | null | undefined>> | undefined;

function filledPath(path: string, params: Values = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_part, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}

/** Absent values are left out, and a list is its name again for each item. */
function queryText(query: Values = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one) =>
        one === undefined || one === null ? [] : [`${name}=${encodeURIComponent(one)}`],
      ),
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

/** Responses that say nothing about the server's health. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Sends a request and reads what comes back; rejects only when nothing does. */
async function reached<Body>(
  route: Address,
  sent: AnySent,
  read: (response: Response) => Promise<Body>,
): Promise<{ readonly answer: Body } | { readonly response: Response; readonly refused: string }> {
  const answered = awaitAnswer();
  try {
    const request = requestOf(route, sent);
    const response = await (sent.isSignedOut === true ? fetch(request) : sessionFetch(request));
    const outcome = response.ok
      ? { answer: await read(response) }
      : { response, refused: await response.text() };
    // A server that is starting, or gone behind its proxy, answers so as well: whether it is there
    // is for it to say.
    reportReachable(!GATEWAY.has(response.status));
    return outcome;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reportReachable(false);
    throw new ApiError(
      0,
      navigator.onLine
        ? 'The server cannot be reached.'
        : 'You are offline. Try again when the network is back.',
      null,
    );
  } finally {
    answered();
  }
}

function refusal(response: Response, text: string): ApiError {
  const detail = detailOf(text);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterS = Number.isFinite(retryAfter) ? retryAfter : null;
  return new ApiError(
    response.status,
    detail ?? `The server answered ${response.status}.`,
    response.headers.get('x-request-id'),
    retryAfterS,
  );
}

/** What an error's body says; null where it is another's, such as that of a proxy. */
function detailOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' &&
      body !== null &&
      'detail' in body &&
      typeof body.detail === 'string'
      ? body.detail
      : null;
  } catch {
    return null;
  }
}

/** The parameter of a page after the first. */
export function cursorParam(cursor: string): { cursor?: string } {
  return cursor === '' ? {} : { cursor };
}
