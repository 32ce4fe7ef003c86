import { setTimeout as delay } from 'node:timers/promises';

export interface ExportClientOptions {
  readonly url: string;
  readonly project: string;
  readonly apiKey?: string;
  /** Give up on a request after so long. */
  readonly retryForMs?: number;
}

/** The server refused something, permanently or for too long: one line that says what and why. */
export class SendError extends Error {}

/**
 * Longer than the server itself may take for an answer, so that even the slowest "try again" is
 * tried again.
 */
const RETRY_MS = 120_000;
const WHY_CHARS_MAX = 300;

/**
 * Sends one OTLP request and does what an exporter should: waits as told on 503 and 429, tries
 * again on a broken connection.
 */
export async function sendExport(
  body: Uint8Array<ArrayBuffer>,
  options: ExportClientOptions,
): Promise<void> {
  const deadline = performance.now() + (options.retryForMs ?? RETRY_MS);
  for (let attempt = 0; ; attempt++) {
    const outcome = await post(body, options);
    if (outcome.kind === 'stored') return;
    if (outcome.kind === 'refused' || performance.now() > deadline)
      throw new SendError(`POST ${options.url}/v1/traces: ${outcome.why}`);
    await delay(outcome.retryAfterMs ?? Math.min(5_000, 100 * 2 ** attempt));
  }
}

type Outcome =
  | { kind: 'stored' }
  | { kind: 'refused'; why: string }
  | { kind: 'later'; why: string; retryAfterMs: number | null };

async function post(body: Uint8Array<ArrayBuffer>, options: ExportClientOptions): Promise<Outcome> {
  try {
    const reply = await fetch(new URL('/v1/traces', options.url), {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-protobuf',
        'x-project-name': options.project,
        ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      },
    });
    const text = await reply.text();
    // A reply with a body carries partial_success: something of what we made was refused, which
    // must not pass unseen.
    if (reply.status === 200)
      return text === ''
        ? { kind: 'stored' }
        : { kind: 'refused', why: `partly refused: ${readable(text)}` };
    const why = `${reply.status} ${readable(text)}`;
    const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN);
    if (reply.status === 503 || reply.status === 429)
      return {
        kind: 'later',
        why,
        retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : null,
      };
    return { kind: 'refused', why };
  } catch (cause) {
    return { kind: 'later', why: String(cause), retryAfterMs: null };
  }
}

/**
 * A reply's words. One in protobuf has bytes between them, and behind its message the type of a
 * detail.
 */
export function readable(text: string): string {
  const [message = ''] = text.split('\x1a');
  const words = message.includes('\x12') ? message.slice(message.indexOf('\x12') + 2) : message;
  return words
    .replaceAll(/[\p{Cc}\uFFFD]+/gu, ' ')
    .trim()
    .slice(0, WHY_CHARS_MAX);
}
