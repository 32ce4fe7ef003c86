import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { replyStream } from '../kit/reply/export-stream.ts';
import type { Query } from '#server/threads/query.ts';
import type { AskedQueries, Asker } from '../kit/route/asker.ts';
import type { CountAt, CountStep } from './count-steps.ts';

/** For who waits for one reply. */
const REPLY_MS_MAX = 30_000;
/** For who watches it grow. */
const STREAM_MS_MAX = 300_000;
/** Between two steps, at most: as long as the step took. */
const REST_MS_MAX = 200;
const LINES = 'application/x-ndjson';
const LINE_END = new Uint8Array([10]);

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asker: Asker;
}

/**
 * Runs counts step by step. All counts of the server take turns, so that lists always find a reader
 * that is free soon.
 */
export class ThoroughCounts {
  readonly #queries: AskedQueries;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(queries: AskedQueries) {
    this.#queries = queries;
  }

  /**
   * The whole count as a reply; to who accepts lines, a line with what is counted so far after each
   * step.
   */
  async reply<Params extends object>(
    query: Query<Params & CountAt, CountStep>,
    params: Params,
    { request, reply, asker }: Asked,
  ): Promise<Readable | Uint8Array> {
    const isStream = (request.headers.accept ?? '').includes(LINES);
    const steps = this.#steps(query, params, asker, isStream ? STREAM_MS_MAX : REPLY_MS_MAX);
    const first = await steps.next();
    if (first.done === true) throw new AppError('internal', 'A count has no steps.');
    if (!isStream) {
      let last = first.value;
      for await (const body of steps) last = body;
      return last;
    }
    reply
      .header('content-type', LINES)
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no');
    return replyStream(asker, linesOf(first.value, steps));
  }

  async *#steps<Params extends object>(
    query: Query<Params & CountAt, CountStep>,
    params: Params,
    asker: Asker,
    millisMax: number,
  ): AsyncGenerator<Uint8Array> {
    const end = performance.now() + millisMax;
    let at: CountAt = { place: null };
    for (;;) {
      const startedMs = performance.now();
      const step = await this.#inTurn(() =>
        this.#queries.value(query, asker, { ...params, ...at }),
      ).catch((error: unknown) => {
        // A partial count is still useful; it is marked as partial.
        if (at.place !== null && error instanceof AppError && error.code === 'deadline_exceeded')
          return null;
        throw error;
      });
      if (step === null) return;
      yield step.body;
      if (step.next === null || performance.now() > end) return;
      at = { place: step.next };
      // A count has time: what comes in and who reads a list go first.
      await delay(Math.min(REST_MS_MAX, performance.now() - startedMs));
      if (asker.signal.aborted) return;
    }
  }

  #inTurn<R>(run: () => Promise<R>): Promise<R> {
    const turn = this.#turn.then(run);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

async function* linesOf(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield LINE_END;
  for await (const body of rest) {
    yield body;
    yield LINE_END;
  }
}
