import Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import type {
  ComparisonPageParams,
  DetailParams,
  ExperimentFigures,
  GateParams,
  HeadParams,
  SummaryParams,
} from '#core/ports/experiment-figures.ts';
import type { MetaPlace } from '#server/stores/meta/meta-place.ts';
import { PostgresReads } from '#server/stores/meta/postgres/postgres-reads.ts';
import { giveWay } from '#server/threads/give-way.ts';
import type { CallResult, IncomingCall } from '#server/threads/thread-port.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { ExperimentServer } from './experiment-server.ts';
import { PostgresRowSource } from './postgres-row-source.ts';
import type { Cell, RowSource } from './row-source.ts';

/**
 * Of a processor, while requests come one upon the other: the rows and the head of a large
 * comparison, and some filters.
 */
const BURST_MS = 2_000;
const LOOK_MS = 100;
const MICROS_PER_MILLI = 1_000;
const BUSY_MS = 5_000;
const CACHE_KIB = 16_000;
/** Lists of ids of many lengths make as many statements. */
const STATEMENTS_MAX = 200;

/**
 * Answers calls inside the experiment thread. The database is opened with the first of them (that
 * of PostgreSQL in another thread, of that entry); frames are kept from one holder of the thread to
 * the next.
 */
export function experimentCalls(readsThread: URL): {
  readonly handle: (call: IncomingCall) => Promise<CallResult>;
  readonly close: () => void;
} {
  let open: {
    readonly source: SqliteRowSource | PostgresRowSource;
    readonly server: ExperimentServer;
  } | null = null;
  const burst = new BurstWatch();
  return {
    handle: async ({ method, params, budget }) => {
      if (method === 'ping') return { value: null };
      if (method === 'close') {
        if (burst.end()) return { value: null };
        throw new AppError('unavailable', 'The thread gave way, and is not kept.');
      }
      const asked = typedReply<{ readonly place: MetaPlace; readonly params: unknown }>(params);
      if (open === null) {
        const { path, postgres } = asked.place;
        const source =
          postgres === null
            ? new SqliteRowSource(path)
            : new PostgresRowSource(new PostgresReads(readsThread, postgres));
        open = { source, server: new ExperimentServer(source) };
      }
      return { value: await ask(open.server.within(budget), method, asked.params) };
    },
    close: () => {
      burst.stop();
      open?.source.close();
    },
  };
}

function ask(figures: ExperimentFigures, method: string, params: unknown): Promise<unknown> {
  switch (method) {
    case 'summaries':
      return figures.summaries(typedReply<SummaryParams>(params));
    case 'summary':
      return figures.summary(typedReply<Parameters<ExperimentFigures['summary']>[0]>(params));
    case 'page':
      return figures.page(typedReply<ComparisonPageParams>(params));
    case 'head':
      return figures.head(typedReply<HeadParams>(params));
    case 'detail':
      return figures.detail(typedReply<DetailParams>(params));
    case 'gate':
      return figures.gate(typedReply<GateParams>(params));
    default:
      throw new Error(`The experiment thread knows no method ${method}.`);
  }
}

/**
 * Has this thread give way once a burst of requests has had much of a processor. A page of rows
 * takes some tens of milliseconds, which would be ten times that for a thread that always gives
 * way; and a priority that was lowered cannot be raised again (ADR 23), so that a thread that gave
 * way is not kept.
 */
class BurstWatch {
  readonly #timer: NodeJS.Timeout;
  #beganMs = cpuMs();
  #hasGivenWay = false;

  constructor() {
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** The burst is over. Whether the thread may be kept for the next one. */
  end(): boolean {
    this.#beganMs = cpuMs();
    return !this.#hasGivenWay;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#hasGivenWay || cpuMs() - this.#beganMs < BURST_MS) return;
    this.#hasGivenWay = true;
    giveWay();
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROS_PER_MILLI;
}

/**
 * Its own read-only connection to `meta.db`, so that neither the metadata thread nor the main
 * thread waits for it.
 */
class SqliteRowSource implements RowSource {
  readonly #db: Database.Database;
  readonly #statements = new Map<
    string,
    Database.Statement<(number | string)[], readonly Cell[]>
  >();

  constructor(path: string) {
    this.#db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
    this.#db.pragma(`cache_size = -${CACHE_KIB}`);
    this.#db.pragma('trusted_schema = OFF');
  }

  rows(sql: string, parameters: readonly (number | string)[]): readonly (readonly Cell[])[] {
    return this.#prepared(sql).all(...parameters);
  }

  snapshot<R>(work: () => R): R {
    return this.#db.inTransaction ? work() : this.#db.transaction(work)();
  }

  close(): void {
    this.#db.close();
  }

  #prepared(sql: string): Database.Statement<(number | string)[], readonly Cell[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const statement = this.#db.prepare<(number | string)[], readonly Cell[]>(sql).raw();
    this.#statements.set(sql, statement);
    return statement;
  }
}
