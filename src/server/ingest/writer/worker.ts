import { AppError, invariant } from '#contracts/wire/errors.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import type { Upkeep } from '#core/ports/upkeep.ts';
import type { Log } from '#server/telemetry/log.ts';
import { monotonicMs } from '#server/threads/monotonic.ts';
import type { CallResult, IncomingCall, ThreadPort } from '#server/threads/thread-port.ts';
import { encodeError, typedReply, type ThreadReply } from '#server/threads/wire-codec.ts';
import { commitGroup } from './commit-group.ts';
import { BodyArena } from './body-arena.ts';
import { inflate } from '../both/inflate.ts';
import type { IngestRequest, WriterEvent } from '../both/ingest-message.ts';
import type { IngestShare } from '../both/ingest-share.ts';
import { itemsOf, type Decode, type DecodedRequest } from './decode-request.ts';
import { SettlePace } from './settle-pace.ts';

export interface IngestWorkerOptions {
  readonly port: Pick<
    ThreadPort<unknown>,
    'onCall' | 'take' | 'reply' | 'event' | 'end' | 'closing'
  >;
  readonly writer: SpanWriter;
  readonly upkeep: Upkeep;
  readonly decode: Decode;
  readonly runCommand: (call: IncomingCall) => Promise<CallResult>;
  /**
   * Whether a command is one of very many of a kind, which together take as long as they may; none
   * is unless given.
   */
  readonly isBulk?: (call: IncomingCall) => boolean;
  /**
   * Whether commands run beside groups of spans, one at a time, in place of between them: for a
   * store that several servers change at once anyway.
   */
  readonly commandsBeside?: boolean;
  /** Bounds of a group; those for a file unless given. */
  readonly group?: GroupBounds;
  readonly close: () => Promise<void>;
  readonly inflatedBytesMax: number;
  /** Shared with admission: counted minus guessed spans of the requests held here. */
  readonly spansCorrection: Int32Array;
  readonly share: IngestShare;
  readonly log: Log;
  /** Milliseconds on a clock that never jumps. */
  readonly nowMs?: () => number;
}

interface GroupBounds {
  readonly bytesMax: number;
  readonly decodeMsMax: number;
  /**
   * For a store to which few spans cost as much as many: how long a group waits for more, as a
   * share of what the write before it took. Senders that wait for their answers send at about the
   * same time, and without this only the first of them would be in the next group.
   */
  readonly lingerShare: number;
}

/** The maximum of one transaction: larger groups gain nothing and delay their first request. */
const GROUP_OF_FILE: GroupBounds = { bytesMax: 8 * 1024 * 1024, decodeMsMax: 20, lingerShare: 0 };
const LINGER_MS_MAX = 100;
const GROUP_SPANS_MAX = 20_000;
const STATUS_EVERY_MS = 1_000;
/**
 * So commands take a fifteenth of the writer's time while spans wait: what they cost beside it
 * (memory, disk, other threads) comes on top.
 */
const TURN_SHARE = 14;
/**
 * Bulk commands take a thirtieth: a frame of a hundred thousand rows should not be felt, and is in
 * no hurry.
 */
const TURN_SHARE_BULK = 29;
/**
 * And a fifth, after a command has gone on for so long: on a slow machine, it has to end before its
 * caller gives up.
 */
const LATE_MS = 10_000;
const TURN_SHARE_LATE = 4;

/**
 * Less is owed on: a group of spans takes about as long. More is forgiven, so that one slow command
 * does not keep others waiting for long.
 */
const OWED_MS_MIN = 20;
const OWED_MS_MAX = 1_000;
/**
 * Senders that wait for each answer send again within this time; with nothing for so long, there
 * are none.
 */
const BETWEEN_REQUESTS_MS_MAX = 50;

/**
 * The writer thread's loop. Collects the messages waiting in its port into a group, until none are
 * left or the group is full, writes the group in one transaction and answers all of it; commands
 * run between groups, and `settle` steps when idle or, under load, in a small share of the time.
 */
export class IngestWorker {
  readonly #options: IngestWorkerOptions;
  readonly #nowMs: () => number;
  readonly #pace: SettlePace;
  readonly #waiting: IncomingCall[] = [];
  readonly #arena = new BodyArena();
  #running = false;
  #quietTimer: NodeJS.Timeout | null = null;
  #lastProblem: string | null = null;
  #correction = 0;
  #workingSince = 0;
  #commandSince = 0;
  #isBulk = false;
  #owedMs = 0;
  #lastWriteMs = 0;
  #onArrival: (() => void) | null = null;
  /** Those that run beside. */
  #commands: Promise<void> = Promise.resolve();

  constructor(options: IngestWorkerOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? monotonicMs;
    this.#pace = new SettlePace((what) => options.upkeep.settle(what), options.log);
  }

  start(): void {
    this.#options.port.onCall(
      (call) => {
        this.#waiting.push(call);
        this.#wake('work');
      },
      () => this.#wake('work'),
    );
    setInterval(() => this.#reportStatus(), STATUS_EVERY_MS).unref();
    this.#wake('quiet');
  }

  /**
   * Lets go of memory that is held for speed alone; between two groups, where nothing lies in it.
   */
  rest(): void {
    if (!this.#running) this.#arena.rest();
  }

  #wake(why: 'work' | 'quiet'): void {
    if (why === 'work') this.#onArrival?.();
    if (this.#running) return;
    this.#running = true;
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    void this.#run(why);
  }

  /** Everything that touches the store happens in here, one thing after the other. */
  async #run(why: 'work' | 'quiet'): Promise<void> {
    this.#options.share.look();
    let call = this.#next();
    let waitMs =
      call === null && why === 'quiet'
        ? await this.#pace.idle(this.#options.share.isPressed)
        : this.#pace.quietMs;
    for (call ??= this.#next(); call !== null; call = this.#next()) {
      if (call.method === 'ingest') await this.#ingestGroup(call);
      else if (this.#options.commandsBeside === true) this.#commandBeside(call);
      else await this.#command(call);
      await this.#pace.underLoad();
      waitMs = this.#pace.quietMs;
    }
    this.#running = false;
    if (this.#options.port.closing) {
      await this.#commands;
      await this.#options.close();
      this.#options.port.end();
    } else {
      this.#quietTimer = setTimeout(() => this.#wake('quiet'), waitMs);
    }
  }

  /** Gives ingest its turn in the middle of a long command. Other commands wait. */
  async pause(): Promise<void> {
    this.#owe();
    await this.#giveTurn();
    this.#workingSince = this.#nowMs();
  }

  #owe(): void {
    const workedMs = this.#nowMs() - this.#workingSince;
    this.#options.share.commanded(workedMs);
    const isLate = this.#nowMs() - this.#commandSince >= LATE_MS;
    const share = isLate ? TURN_SHARE_LATE : this.#isBulk ? TURN_SHARE_BULK : TURN_SHARE;
    this.#owedMs = Math.min(OWED_MS_MAX, this.#owedMs + share * workedMs);
  }

  /**
   * Gives ingest as much time as it needs, up to TURN_SHARE times the time commands used since its
   * last turn; the debt of one command is paid before the next begins, or each of many commands in
   * a row would get away with one step. An empty queue right now means little: senders that wait
   * for replies have just received them. So while ingest is busy, this waits for their next
   * requests.
   */
  async #giveTurn(): Promise<void> {
    const later: IncomingCall[] = [];
    for (let call = await this.#nextInTurn(); call !== null; call = await this.#nextInTurn()) {
      if (call.method === 'ingest') await this.#ingestGroup(call);
      else later.push(call);
      if (this.#owedMs === 0) break;
    }
    this.#waiting.unshift(...later);
    this.#owedMs = 0;
  }

  async #nextInTurn(): Promise<IncomingCall | null> {
    const call = this.#next();
    if (call !== null || !this.#options.share.isPressed || this.#options.port.closing) return call;
    const startedAt = this.#nowMs();
    await this.#arrival(Math.min(this.#owedMs, BETWEEN_REQUESTS_MS_MAX));
    this.#owedMs = Math.max(0, this.#owedMs - (this.#nowMs() - startedAt));
    return this.#next();
  }

  /** Resolves when something arrives, or after so long. */
  async #arrival(waitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#onArrival = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#onArrival = null;
  }

  /** What arrives until then; null when nothing does. */
  async #nextUntil(untilMs: number): Promise<IncomingCall | null> {
    const call = this.#next();
    const waitMs = untilMs - this.#nowMs();
    if (call !== null || waitMs <= 0 || this.#options.port.closing) return call;
    await this.#arrival(waitMs);
    return this.#next();
  }

  #next(): IncomingCall | null {
    return this.#waiting.shift() ?? this.#options.port.take();
  }

  async #ingestGroup(first: IncomingCall): Promise<void> {
    const ids: number[] = [];
    const group: DecodedRequest[] = [];
    const replies: ThreadReply[] = [];
    const startedAt = this.#nowMs();
    let bytes = 0;
    let spans = 0;
    const { bytesMax, decodeMsMax, lingerShare } = this.#options.group ?? GROUP_OF_FILE;
    const fullAt = startedAt + Math.min(LINGER_MS_MAX, lingerShare * this.#lastWriteMs);
    let call: IncomingCall | null = first;
    while (call !== null) {
      try {
        const { request, inflatedBytes } = this.#decode(call);
        ids.push(call.id);
        group.push(request);
        bytes += inflatedBytes;
        spans += itemsOf(request.batch);
      } catch (error) {
        replies.push({ id: call.id, ok: false, error: this.#refusal(error) });
      }
      if (bytes >= bytesMax || spans >= GROUP_SPANS_MAX || this.#nowMs() - startedAt >= decodeMsMax)
        break;
      call = lingerShare === 0 ? this.#next() : await this.#nextUntil(fullAt);
      if (call !== null && call.method !== 'ingest') {
        this.#waiting.unshift(call);
        break;
      }
    }
    if (group.length > 0) {
      const decodedAt = this.#nowMs();
      const results = await commitGroup(this.#options.writer, group);
      this.#lastWriteMs = this.#nowMs() - decodedAt;
      for (const [index, result] of results.entries()) {
        const id = ids[index];
        invariant(id !== undefined, 'a group has one result for each request');
        replies.push(
          result.status === 'fulfilled'
            ? { id, ok: true, value: result.value }
            : { id, ok: false, error: this.#refusal(result.reason) },
        );
      }
    }
    const tookMs = this.#nowMs() - startedAt;
    this.#options.share.ingested(tookMs);
    this.#owedMs = Math.max(0, this.#owedMs - tookMs);
    this.#arena.reset();
    this.#reportStatus();
    this.#correct(-this.#correction);
    this.#options.port.reply(replies);
  }

  #decode(call: IncomingCall): {
    readonly request: DecodedRequest;
    readonly inflatedBytes: number;
  } {
    const sent = typedReply<IngestRequest>(call.params);
    const body = inflate(
      this.#arena.join(sent.body),
      sent.encoding,
      this.#options.inflatedBytesMax,
    );
    const request = this.#options.decode(sent, body);
    this.#correct(itemsOf(request.batch) - sent.guessedSpans);
    return { request, inflatedBytes: body.length };
  }

  #correct(spans: number): void {
    this.#correction += spans;
    Atomics.add(this.#options.spansCorrection, 0, spans);
  }

  #commandBeside(call: IncomingCall): void {
    this.#commands = this.#commands.then(async () => {
      const reply = await this.#replyTo(call);
      this.#reportStatus();
      this.#options.port.reply([reply]);
    });
  }

  async #replyTo(call: IncomingCall): Promise<ThreadReply> {
    try {
      return { id: call.id, ok: true, value: (await this.#options.runCommand(call)).value };
    } catch (error) {
      return { id: call.id, ok: false, error: this.#refusal(error) };
    }
  }

  async #command(call: IncomingCall): Promise<void> {
    if (this.#owedMs >= OWED_MS_MIN) await this.#giveTurn();
    this.#workingSince = this.#commandSince = this.#nowMs();
    this.#isBulk = this.#options.isBulk?.(call) ?? false;
    const reply = await this.#replyTo(call);
    this.#owe();
    this.#reportStatus();
    this.#options.port.reply([reply]);
  }

  /** Unexpected errors are logged here, where its stack means something. */
  #refusal(error: unknown): ReturnType<typeof encodeError> {
    if (!(error instanceof AppError))
      this.#options.log.error({ err: error }, 'a request failed in the writer');
    return encodeError(error);
  }

  #reportStatus(): void {
    const state = this.#options.writer.canWrite();
    const problem = state.ok ? null : state.reason;
    if (problem === this.#lastProblem) return;
    this.#lastProblem = problem;
    const event: WriterEvent = {
      kind: 'status',
      problem,
      isDamaged: !state.ok && state.isDamaged === true,
    };
    this.#options.port.event(event);
  }
}
