import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type {
  SpanSearchHit,
  SpanSearchPage,
  SpanSearchParams,
} from '#contracts/search/span-search.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { PageAnchor } from '#core/ports/span-store.ts';
import { cursorScope, decodeKeyset, encodeKeyset } from '../kit/reply/page-cursor.ts';
import { replyStream } from '../kit/reply/export-stream.ts';
import type { AskedQueries, Asker } from '../kit/route/asker.ts';
import { searchStep, type SearchStep } from './span-search.service.ts';

type Params = Static<typeof SpanSearchParams>;
type Page = SpanSearchPage;

const LINES = 'application/x-ndjson';
const LIMIT_DEFAULT = 20;
/** For who waits for one reply. */
const REPLY_MS_MAX = 4_000;
/** For who watches it grow. */
const STREAM_MS_MAX = 60_000;
/**
 * Between two lines. Each step finds its way to where the last one ended, so they take longer and
 * longer, in case that is far.
 */
const STEP_MS_FIRST = 120;
const STEP_MS_MAX = 1_000;
/** Beyond the number of any span, and as long as a cursor allows. */
const CURSOR_ID_MAX = 999_999_999_999_999;

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asker: Asker;
}

/**
 * Searches that show what they found so far. After its first step a search waits its turn behind
 * the others of the server, so that lists always find a reader that is free soon. It ends when its
 * client hangs up.
 */
export class GrowingSearches {
  readonly #queries: AskedQueries;
  readonly #replyMsMax: number;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(queries: AskedQueries, replyMsMax = REPLY_MS_MAX) {
    this.#queries = queries;
    this.#replyMsMax = replyMsMax;
  }

  /** A page; to who accepts lines, a line with the page so far after each step. */
  async reply(params: Params, { request, reply, asker }: Asked): Promise<Readable | Page> {
    const isStream = (request.headers.accept ?? '').includes(LINES);
    const pages = this.#pages(params, asker, isStream ? STREAM_MS_MAX : this.#replyMsMax);
    if (!isStream) return lastOf(pages);
    const first = await pages.next();
    if (first.done === true) throw new AppError('internal', 'A search has no steps.');
    reply
      .header('content-type', LINES)
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no');
    return replyStream(asker, linesOf(first.value, pages));
  }

  async *#pages(params: Params, asker: Asker, maxMs: number): AsyncGenerator<Page> {
    const endMs = performance.now() + maxMs;
    const over = AbortSignal.any([asker.signal, AbortSignal.timeout(maxMs)]);
    const place = new SearchPlace(params);
    place.add(await this.#step(params, place, asker, STEP_MS_FIRST));
    yield place.page;
    for (let patienceMs = STEP_MS_FIRST * 2; !place.isDone; patienceMs *= 2) {
      const step = await this.#inTurn(over, async () => {
        const stepMs = Math.min(STEP_MS_MAX, patienceMs, endMs - performance.now());
        return this.#step(params, place, asker, stepMs);
      }).catch((error: unknown) => {
        // What was found is still true, and its cursor is where the search goes on.
        if (error instanceof AppError && error.code === 'deadline_exceeded') return null;
        throw error;
      });
      if (step === null) return;
      place.add(step);
      yield place.page;
    }
  }

  #step(params: Params, place: SearchPlace, asker: Asker, patienceMs: number): Promise<SearchStep> {
    return this.#queries.value(searchStep, asker, {
      ...params,
      limit: place.missing,
      anchor: place.next,
      patienceMs,
    });
  }

  /** Runs it behind the others; null when it is over before its turn has come. */
  #inTurn<R>(over: AbortSignal, run: () => Promise<R>): Promise<R | null> {
    if (over.aborted) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const leave = (): void => resolve(null);
      over.addEventListener('abort', leave, { once: true });
      const begin = async (): Promise<void> => {
        over.removeEventListener('abort', leave);
        if (over.aborted) leave();
        else await run().then(resolve, reject);
      };
      this.#turn = this.#turn.then(begin);
    });
  }
}

/** A page of a search, as far as it has come. */
class SearchPlace {
  readonly #scope: string;
  readonly #limit: number;
  readonly #hits: SpanSearchHit[] = [];
  #searched: SearchStep['searched'] | null = null;
  next: PageAnchor | null;

  constructor(params: Params) {
    this.#scope = cursorScope('spans.search', 0, params);
    this.#limit = params.limit ?? LIMIT_DEFAULT;
    this.next =
      params.cursor === undefined
        ? null
        : decodeKeyset(params.cursor, 'DATETIME', false, this.#scope);
  }

  get missing(): number {
    return this.#limit - this.#hits.length;
  }

  get isDone(): boolean {
    return this.next === null || this.missing === 0;
  }

  add({ hits, searched, next }: SearchStep): void {
    this.#hits.push(...hits);
    this.#searched = searched;
    this.next = next;
  }

  get page(): Page {
    if (this.#searched === null) throw new AppError('internal', 'Nothing was searched yet.');
    return {
      data: [...this.#hits],
      next_cursor: this.next === null ? null : cursorOf(this.next, this.#scope),
      searched: this.#searched,
    };
  }
}

/** A cursor is the last place that was looked at; `anchor` may be the first that was not. */
function cursorOf(anchor: PageAnchor, scope: string): string {
  const id = Math.min(CURSOR_ID_MAX, anchor.inclusive ? anchor.id + 1 : anchor.id);
  return encodeKeyset('DATETIME', { ...anchor, id }, scope);
}

async function lastOf(pages: AsyncIterable<Page>): Promise<Page> {
  let last: Page | null = null;
  for await (const page of pages) last = page;
  if (last === null) throw new AppError('internal', 'A search has no steps.');
  return last;
}

async function* linesOf(first: Page, rest: AsyncIterable<Page>): AsyncGenerator<string> {
  yield `${JSON.stringify(first)}\n`;
  for await (const page of rest) yield `${JSON.stringify(page)}\n`;
}
