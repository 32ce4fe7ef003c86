import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '#contracts/wire/errors.ts';
import type { AddressPolicy } from './address-policy.ts';

/** A message to another program. */
interface Webhook {
  readonly url: string;
  /** The secret that only both ends know. */
  readonly secret: string;
  /** The same for every attempt, so that the receiver can tell a repetition. */
  readonly deliveryId: string;
  readonly body: object;
}

export interface WebhookOptions {
  readonly policy: AddressPolicy;
  readonly now: () => number;
  /** How names become addresses; the system's resolver unless given. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
  /** How long a receiver has for its answer: 10 s unless given. */
  readonly deadlineMs?: number;
}

// Taken as CommonJS modules: an import reads every name they export, and so loads `WebSocket` and
// with it all of undici, 13 MB.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

const DEADLINE_MS = 10_000;
const REPLY_BYTES_MAX = 64 * 1024;
const BODY_BYTES_MAX = 256 * 1024;
const URL_CHARS_MAX = 2_048;
const NAME_SHOWN_MAX = 200;

/**
 * Sends a webhook, signed. Resolves when the receiver answered with 2xx. Rejects with
 * `unprocessable` for what may never be called, and with `unavailable` for what may work later. The
 * address is checked where the connection is made, and the connection goes to the one that was
 * checked, so a name that means something else a moment later changes nothing. Redirects are not
 * followed.
 */
export async function sendWebhook(
  { url, secret, deliveryId, body }: Webhook,
  options: WebhookOptions,
): Promise<void> {
  const target = checkWebhookUrl(url, options.policy);
  const port = portOf(target);
  const text = Buffer.from(JSON.stringify(body));
  if (text.length > BODY_BYTES_MAX)
    throw new AppError(
      'unprocessable',
      `The webhook has ${text.length} bytes; ${BODY_BYTES_MAX} is the most.`,
    );
  const status = await post(target, text, {
    lookup: pinnedLookup(options, port, target),
    headers: {
      ...signedHeaders(secret, text, Math.floor(options.now() / 1_000)),
      'telltale-delivery': deliveryId,
    },
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
  });
  if (status < 200 || status > 299) {
    const why =
      status >= 300 && status < 400
        ? ' Redirects are not followed: give the address they lead to.'
        : '';
    throw new AppError('unavailable', `${target.host} answered the webhook with ${status}.${why}`);
  }
}

/** A webhook's address, unless it is certain to be forbidden without a DNS lookup. */
export function checkWebhookUrl(text: string, policy: AddressPolicy): URL {
  const url = webhookUrl(text);
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0) assertAllowed(policy, literal, portOf(url), url);
  return url;
}

/** The address of a webhook, if it is one: http or https, without a user in it. */
function webhookUrl(text: string): URL {
  const url = text.length > URL_CHARS_MAX ? null : URL.parse(text);
  if (
    url === null ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.hostname === ''
  )
    throw new AppError(
      'unprocessable',
      `The webhook's address '${text.slice(0, NAME_SHOWN_MAX)}' is no http:// or https:// address.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new AppError(
      'unprocessable',
      "A webhook's address has no user and password in it; the signature tells who calls.",
    );
  return url;
}

/**
 * The headers by which the receiver knows who wrote this, and when: HMAC-SHA256 over the time, a
 * dot and the body.
 */
function signedHeaders(
  secret: string,
  body: Uint8Array,
  timestampS: number,
): Record<string, string> {
  const signature = createHmac('sha256', secret)
    .update(`${timestampS}.`)
    .update(body)
    .digest('hex');
  return { 'telltale-timestamp': String(timestampS), 'telltale-signature': `v1=${signature}` };
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function assertAllowed(
  policy: AddressPolicy,
  address: string,
  port: number,
  { hostname }: URL,
): void {
  if (policy.allows(address, port)) return;
  const shown = hostname.slice(0, NAME_SHOWN_MAX);
  throw new AppError(
    'unprocessable',
    `The webhook's address ${shown}, port ${port}, is not called: it is private, or its port is not one of the web. SERVICE_ALLOWED_PRIVATE_ADDRESSES lists those that are called all the same.`,
  );
}

/**
 * Resolves a name, refuses it when one of its addresses may not be called, and gives the connection
 * the first of those that were checked.
 */
function pinnedLookup(
  { policy, resolve = systemLookup }: WebhookOptions,
  port: number,
  url: URL,
): LookupFunction {
  return (name, wanted, done) => {
    resolve(name).then(
      (addresses) => {
        try {
          for (const { address } of addresses) assertAllowed(policy, address, port, url);
          const [first] = addresses;
          if (first === undefined)
            throw new Error(`${name.slice(0, NAME_SHOWN_MAX)} has no address.`);
          if (wanted.all === true) done(null, [first]);
          else done(null, first.address, first.family);
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)), '', 0);
        }
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}

async function systemLookup(name: string): Promise<readonly LookupAddress[]> {
  return lookup(name, { all: true, verbatim: true });
}

function post(
  url: URL,
  body: Uint8Array,
  {
    lookup: find,
    headers,
    deadlineMs,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly lookup: LookupFunction;
    readonly deadlineMs: number;
  },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      lookup: find,
      agent: false,
      signal: AbortSignal.timeout(deadlineMs),
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'Telltale',
        ...headers,
      },
    });
    request.on('response', (response) => {
      let bytes = 0;
      // The reply's body is ignored, but a receiver may send one.
      response.on('data', (chunk: Uint8Array) => {
        bytes += chunk.length;
        if (bytes > REPLY_BYTES_MAX) response.destroy();
      });
      response.on('error', () => undefined);
      response.once('close', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', (cause) => {
      if (cause instanceof AppError) reject(cause);
      else if (cause.name === 'AbortError' || cause.name === 'TimeoutError')
        reject(
          new AppError(
            'unavailable',
            `${url.host} did not answer the webhook within ${deadlineMs / 1_000} seconds.`,
            { cause },
          ),
        );
      else
        reject(
          new AppError(
            'unavailable',
            `${url.host} could not be reached: ${cause.message.slice(0, NAME_SHOWN_MAX)}`,
            { cause },
          ),
        );
    });
    request.end(body);
  });
}
