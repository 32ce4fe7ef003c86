import { setTimeout as delay } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { PRODUCT_VERSION } from '#server/product-version.ts';
import { StartError } from './start-error.ts';

const TIMEOUT_MS = 60_000;
const DETAIL_CHARS_SHOWN = 2_000;
/** Of a server that is busy or starting, before the command gives up. */
const ATTEMPTS = 4;
const PAUSE_MS = 500;

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
}

/**
 * The REST interface of a server that may be on another machine. Whatever it does not answer ends
 * the command with exit code 2.
 */
export class ServerClient {
  readonly #url: string;
  /** The scopes its key needs. */
  readonly #scope: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, apiKey: string | null, scope = 'experiments:read') {
    if (!URL.canParse(url) || !/^https?:/.test(url))
      throw unreachable(
        `The address of the server is '${url.slice(0, 200)}'; accepted is one such as http://localhost:6006.`,
      );
    this.#url = url.replace(/(?<!\/)\/+$/, '');
    this.#scope = scope;
    this.#headers = {
      'user-agent': `telltale/${PRODUCT_VERSION}`,
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    };
  }

  /** Where the page shows what is at the path. */
  pageOf(path: string): string {
    return `${this.#url}${path}`;
  }

  /** The answer, checked; null when the server has no such thing. */
  async find<T extends TSchema>(path: string, schema: T): Promise<Static<T> | null> {
    const { status, text } = await this.#send(path, {});
    return status === 404 || status === 422 ? null : this.#read(path, status, text, schema);
  }

  /** The answer, checked. */
  async ask<T extends TSchema>(path: string, schema: T, asked: Asked = {}): Promise<Static<T>> {
    const { status, text } = await this.#send(path, asked);
    return this.#read(path, status, text, schema);
  }

  async #send(
    path: string,
    { method = 'GET', body }: Asked,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const init: RequestInit = {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reply = await fetch(`${this.#url}${path}`, {
          ...init,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const text = await reply.text();
        if ((reply.status !== 429 && reply.status !== 503) || attempt === ATTEMPTS)
          return { status: reply.status, text };
      } catch (error) {
        if (attempt === ATTEMPTS)
          throw unreachable(
            `${this.#url} does not answer: ${reasonOf(error)}. Set --url or TELLTALE_URL.`,
          );
      }
      await delay(PAUSE_MS * 2 ** attempt);
    }
  }

  #read<T extends TSchema>(path: string, status: number, text: string, schema: T): Static<T> {
    if (status === 401)
      throw unreachable(
        `${this.#url} wants an API key: set SERVICE_API_KEY to one with the scope ${this.#scope}.`,
      );
    if (status !== 200 && status !== 202)
      throw unreachable(detailOf(text) ?? `${this.#url}${path} answered ${status}.`);
    const answer = parsed(text);
    if (!Value.Check(schema, answer))
      throw unreachable(
        `${this.#url}${path} is not the answer of this version of Telltale. Check the address.`,
      );
    return answer;
  }
}

/** Ends the command with exit code 2: what was asked for was not done, as far as is known. */
export function unreachable(message: string): StartError {
  return new StartError(message, { exitCode: 2 });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // `fetch failed` has no details; its cause has.
  return error.cause instanceof Error && error.cause.message !== ''
    ? error.cause.message
    : error.message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An error body's message: `{"detail": …}`, or the problems of a request. */
function detailOf(text: string): string | null {
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || !('detail' in body)) return null;
  const { detail } = body;
  if (typeof detail === 'string') return detail.slice(0, DETAIL_CHARS_SHOWN);
  if (!Array.isArray(detail)) return null;
  const messages = detail.flatMap((problem: unknown) =>
    typeof problem === 'object' &&
    problem !== null &&
    'msg' in problem &&
    typeof problem.msg === 'string'
      ? [problem.msg]
      : [],
  );
  return messages.length === 0 ? null : messages.join('; ').slice(0, DETAIL_CHARS_SHOWN);
}
