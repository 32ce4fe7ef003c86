import { AppError } from '#contracts/wire/errors.ts';
import type { AnyQuery } from '#server/threads/query.ts';
import { queryHandler } from '#server/threads/query-server.ts';
import type { CallResult, IncomingCall } from '#server/threads/thread-port.ts';
import {
  openClickHouseReader,
  type OpenClickHouseReader,
} from '#server/stores/spans/clickhouse/open-store.ts';
import type { ClickHouseSettings } from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import { spanAttributes } from './span-attributes.ts';

const LOOK_MS = 50;

/**
 * Answers queries from ClickHouse, several at once. The statements of a query end when its caller
 * is gone or its time is over.
 */
export class SharedSpanReader {
  readonly #store: OpenClickHouseReader;
  readonly #queries: readonly AnyQuery[];
  readonly #running = new Map<IncomingCall, AbortController>();
  readonly #timer: NodeJS.Timeout;

  private constructor(store: OpenClickHouseReader, queries: readonly AnyQuery[]) {
    this.#store = store;
    this.#queries = queries;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  static async open(
    settings: ClickHouseSettings,
    queryDeadlineMs: number,
    queries: readonly AnyQuery[],
  ): Promise<SharedSpanReader> {
    const store = await openClickHouseReader({
      ...settings,
      readSecondsMax: Math.ceil(queryDeadlineMs / 1000),
      attributesOf: spanAttributes,
    });
    return new SharedSpanReader(store, queries);
  }

  async answer(call: IncomingCall): Promise<CallResult> {
    const left = new AbortController();
    this.#running.set(call, left);
    try {
      const store = this.#store.until(left.signal);
      return await queryHandler(this.#queries, {
        ...store,
        spans: store.reader,
        projects: store.projectReader,
      })(call);
    } finally {
      this.#running.delete(call);
    }
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.#store.close();
  }

  /** What the main thread says of a call is in memory that both share. */
  #look(): void {
    for (const [call, left] of this.#running)
      if (!left.signal.aborted && call.budget.over())
        left.abort(new AppError('deadline_exceeded', 'The request was given up by its caller.'));
  }
}
