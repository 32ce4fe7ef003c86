import type { OwnPrice } from '#core/cost/own-price.ts';
import type { PriceOf } from '#core/cost/token-price.ts';
import type { AnnotationReader, AnnotationWriter } from '#core/ports/annotation-store.ts';
import type { ScoreReader } from '#core/ports/score-reader.ts';
import type { SpanRereader } from '#core/ports/span-rereader.ts';
import type { ProjectReader, ProjectWriter } from '#core/ports/project-store.ts';
import type {
  ReadBudget,
  SpanEraser,
  SpanReader,
  SpanWriter,
  TraceReader,
} from '#core/ports/span-store.ts';
import type { FigureReader } from '#core/ports/figure-reader.ts';
import type { StorageReader } from '#core/ports/upkeep.ts';

/**
 * Reads and writes of the span store run in worker threads. A feature declares them here as named
 * functions over the store's ports; its routes run them by reference, and only the name and the
 * parameters (plain data) cross to the thread.
 */

/** The stores a query may use, inside a reader thread. */
export interface ReadContext {
  readonly spans: SpanReader;
  readonly traces: TraceReader;
  readonly projects: ProjectReader;
  readonly figures: FigureReader;
  readonly annotations: AnnotationReader;
  readonly scores: ScoreReader;
  readonly storage: StorageReader;
  /** Over when the request's deadline passed or its client hung up. */
  readonly budget: ReadBudget;
  /**
   * The only projects the caller may see, null for all. The ports here show no others already; it
   * is for what a request says of ids that are not there.
   */
  readonly limitedTo: readonly number[] | null;
}

/**
 * The stores a command may use, inside the writer thread. Its readers see everything committed so
 * far.
 */
export interface WriteContext extends ReadContext {
  readonly writer: SpanWriter;
  readonly eraser: SpanEraser;
  readonly projectWriter: ProjectWriter;
  readonly annotationWriter: AnnotationWriter;
  readonly rereader: SpanRereader;
  /** For model calls that come without their cost. */
  readonly priceOf: PriceOf;
  /** Sets one's own prices, which `priceOf` goes by before the list. */
  readonly replaceOwnPrices: (prices: readonly OwnPrice[]) => void;
}

export interface Query<Params, Result> {
  readonly name: string;
  /** For what takes its time without searching; the configured time for queries unless given. */
  readonly deadlineMs?: number;
  run(context: ReadContext, params: Params): Promise<Result>;
}

export interface Command<Params, Result> {
  readonly name: string;
  /**
   * Marks frequent background commands: while ingest is at its limit, they get half the time of
   * others.
   */
  readonly isBulk?: true;
  run(context: WriteContext, params: Params): Promise<Result>;
}

/**
 * Every query and command is listed once in `api/queries.ts` or `api/commands.ts` (names are
 * unique): the threads' entry files look them up there by name. Parameters are checked by the route
 * before they cross.
 */
export type AnyQuery = Query<unknown, unknown>;
export type AnyCommand = Command<unknown, unknown>;

/**
 * The only projects that the caller may see; null, and none given, for all. Routes run everything
 * in the name of an asker (`api/kit/route/asker.ts`).
 */
export type ProjectLimit = readonly number[] | null;

/** Runs queries in the reader threads. Errors come back as the AppError that was thrown there. */
export interface QueryRunner {
  /** The result as a value (structured clone). For small results. */
  value<P, R>(
    query: Query<P, R>,
    params: P,
    signal?: AbortSignal,
    limitedTo?: ProjectLimit,
  ): Promise<R>;
  /** The result as UTF-8 JSON, made in the thread: the main thread only passes the bytes on. */
  json<P, R>(
    query: Query<P, R>,
    params: P,
    signal?: AbortSignal,
    limitedTo?: ProjectLimit,
  ): Promise<Uint8Array>;
}

export interface CommandRunner {
  run<P, R>(command: Command<P, R>, params: P, limitedTo?: ProjectLimit): Promise<R>;
}

/** Tells what was committed, so that pages can follow without polling. */
export interface CommitEvent {
  /** Null for any: commits of another server were not heard. */
  readonly projectIds: readonly number[] | null;
  /** Of another server's commits, one for each project. */
  readonly stored: number;
}
export interface CommitFeed {
  /** Calls back after each commit; the returned function ends it. */
  subscribe(listener: (event: CommitEvent) => void): () => void;
  /**
   * For how long nothing was committed in these projects, or in any with null; at most since the
   * server started.
   */
  quietMs(projectIds: readonly number[] | null): number;
}
