import { Readable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callOf } from '#server/auth/callers.ts';
import { limitedCallerId } from '#server/auth/request-limits.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import { UNAUTHENTICATED } from '#core/access/principal.ts';
import { ReplyPace } from './reply-pace.ts';
import { LARGE_REPLY_BYTES, ReplyRoom, bytesIn, type ReplyLimits } from './reply-room.ts';
import { requestOrigin } from '../request/request-origin.ts';

declare module 'fastify' {
  interface FastifyInstance {
    replyFlow?: ReplyFlow;
  }
}

export interface ReplyFlowOptions extends ReplyLimits {
  /** A client that reads a large reply slower than this is cut off; 0 for no limit. */
  readonly bytesPerSecondMin: number;
  readonly metrics: Metrics;
  /** How long a client may take nothing; its own default unless given. */
  readonly measuredMs?: number;
}

/** A system's buffer for a connection may take a slow client most of this to read. */
const MEASURED_MS = 20_000;
const LOOK_EVERY_MS = 1_000;
/**
 * The end of a reply that is a stream is of interest to a dozen parts of the server; Node warns of
 * a leak from the eleventh on.
 */
const LISTENERS_MAX = 20;
/** The size of one write. */
export const PIECE_BYTES = 64 * 1024;
/** The estimated size of a part of an export. */
const PART_BYTES = 2 * 1024 * 1024;

/** Large replies on their way out: how much of them there is, and whether they are read. */
export class ReplyFlow {
  readonly room: ReplyRoom;
  readonly pace: ReplyPace;

  constructor({
    metrics,
    bytesPerSecondMin,
    measuredMs = MEASURED_MS,
    ...limits
  }: ReplyFlowOptions) {
    const cutOff = metrics.counter(
      'telltale_replies_cut_off_total',
      'Replies that their clients did not read.',
    );
    const lookEveryMs = Math.min(LOOK_EVERY_MS, measuredMs / 4);
    this.pace = new ReplyPace({
      bytesPerSecondMin,
      measuredMs,
      lookEveryMs,
      onCutOff: () => cutOff.add(1),
    });
    this.room = new ReplyRoom(limits, () => this.pace.relieve());
    metrics.gauge(
      'telltale_reply_bytes',
      'Bytes of large replies in memory.',
      () => this.room.bytes,
    );
  }
}

/**
 * The memory that one reply takes, from when the first of it is made until its client has taken it.
 */
export class ReplyUse {
  readonly #room: ReplyRoom;
  readonly #callerId: string;
  readonly #raw: ServerResponse;
  #bytes = 0;
  /** As much of them is still to come. */
  #reserved = 0;
  #isWatched = false;
  #isStream = false;

  constructor(room: ReplyRoom, callerId: string, raw: ServerResponse) {
    this.#room = room;
    this.#callerId = callerId;
    this.#raw = raw;
  }

  /** Runs a query in the caller's turn, and counts what it brings. */
  async read<R>(
    query: string,
    signal: AbortSignal | undefined,
    work: () => Promise<R>,
  ): Promise<R> {
    const result = await this.#room.read(this.#callerId, query, this.#bytes > 0, signal, work);
    const bytes = bytesIn(result);
    const foreseen = Math.min(bytes, this.#reserved);
    this.#reserved -= foreseen;
    if (bytes > LARGE_REPLY_BYTES || this.#bytes > 0) this.#set(this.#bytes + bytes - foreseen);
    return result;
  }

  /** Waits until there is room for a stream and its first part. */
  async beginStream(): Promise<void> {
    if (this.#isStream) return;
    await this.#room.beginStream(this.#callerId, PART_BYTES);
    this.#isStream = true;
    this.#took(PART_BYTES);
  }

  /** Waits until there is room for a further part of the reply, of about so many bytes. */
  async takePart(bytes: number): Promise<void> {
    if (this.#bytes > 0 || bytes <= LARGE_REPLY_BYTES) return;
    await this.#room.take(this.#callerId, bytes);
    this.#took(bytes);
  }

  #took(bytes: number): void {
    this.#bytes += bytes;
    this.#reserved = bytes;
    this.#releaseAtEnd();
  }

  /** The reply's current size in memory. */
  hold(bytes: number): void {
    this.#reserved = 0;
    this.#set(bytes);
  }

  /** Throws when the caller has far too much under way to be given so much more. */
  assertRoom(bytes: number): void {
    this.#room.assertRoom(this.#callerId, bytes - this.#bytes);
  }

  /** The client has taken some of it. */
  moved(): void {
    this.#room.moved(this.#callerId);
  }

  #set(bytes: number): void {
    // A client that hung up has no end to wait for.
    const held = this.#raw.closed || this.#raw.writableFinished ? 0 : bytes;
    this.#room.add(this.#callerId, held - this.#bytes);
    this.#bytes = held;
    if (held > 0) this.#releaseAtEnd();
  }

  #releaseAtEnd(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const release = (): void => {
      this.hold(0);
      if (this.#isStream) this.#room.endStream(this.#callerId);
      this.#isStream = false;
    };
    if (this.#raw.closed) release();
    else this.#raw.once('finish', release).once('close', release);
  }
}

const uses = new WeakMap<FastifyRequest, ReplyUse>();

/** The memory that the reply to this request takes. */
export function replyUseOf(request: FastifyRequest, { raw }: FastifyReply): ReplyUse | null {
  const { replyFlow } = request.server;
  if (replyFlow === undefined) return null;
  let use = uses.get(request);
  if (use === undefined) {
    use = new ReplyUse(
      replyFlow.room,
      limitedCallerId(callOf(request)?.caller ?? UNAUTHENTICATED, requestOrigin(request).address),
      raw,
    );
    uses.set(request, use);
  }
  return use;
}

/**
 * Sends large replies in pieces, as their clients take them, and watches the pace of these and of
 * streams. Registered after whatever else changes replies.
 */
export function registerReplyFlow(app: FastifyInstance, flow: ReplyFlow): void {
  app.decorate('replyFlow', flow);
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (request.method === 'HEAD') return done(null, payload);
    reply.raw.setMaxListeners(LISTENERS_MAX);
    if (payload instanceof Readable) {
      flow.pace.watch(reply.raw, () => uses.get(request)?.moved());
      return done(null, payload);
    }
    const isLarge =
      (typeof payload === 'string' || payload instanceof Uint8Array) &&
      payload.length > LARGE_REPLY_BYTES;
    if (!isLarge) {
      uses.get(request)?.hold(0);
      return done(null, payload);
    }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const use = replyUseOf(request, reply);
    try {
      use?.assertRoom(bytes.byteLength);
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    use?.hold(bytes.byteLength);
    flow.pace.watch(reply.raw, () => use?.moved());
    reply.header('content-length', bytes.byteLength);
    return done(null, inPieces(bytes));
  });
}

function inPieces(bytes: Uint8Array): Readable {
  let at = 0;
  return new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      this.push(at < bytes.byteLength ? bytes.subarray(at, (at += PIECE_BYTES)) : null);
    },
  });
}
