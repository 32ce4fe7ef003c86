import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#contracts/wire/errors.ts';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { Upkeep } from '#core/ports/upkeep.ts';
import { PostgresNumbers } from '#server/stores/meta/postgres/postgres-numbers.ts';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';
import { PostgresTurns } from '#server/stores/meta/postgres/postgres-turns.ts';
import type { ClickHouseSettings } from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import type { EventWatch } from '#server/stores/spans/clickhouse/upkeep/clickhouse-upkeep.ts';
import { numbersInUse } from '#server/stores/spans/clickhouse/write/numbers.ts';
import type { Log } from '#server/telemetry/log.ts';
import { spanAttributes } from './span-attributes.ts';

/** Where several servers keep spans together. */
export interface SharedStorePlace {
  readonly clickhouse: ClickHouseSettings;
  readonly postgres: PostgresSettings;
}

/** For engines that are starting too. */
const START_MS_MAX = 15_000;
/** A large schema may be under change on another server. */
const TABLES_MS_MAX = 600_000;
const TRY_MS = 200;
/** Each look costs some queries, whether there is something to do or not. */
const SETTLE_EVERY_MS = 5_000;
const SETTLE_END_MS = 2_000;

/**
 * Opens the span store in ClickHouse for the one thread of this server that writes. Row numbers and
 * turns with other servers come from PostgreSQL, whose tables the metadata thread makes.
 */
export async function openSharedSpanStore(
  { clickhouse, postgres }: SharedStorePlace,
  options: {
    readonly readSpans: ReadStoredSpans;
    readonly eventWatch: EventWatch;
    readonly log: Log;
  },
) {
  const numbers = new PostgresNumbers(postgres);
  const turns = new PostgresTurns(postgres);
  const closeNumbers = async (): Promise<void> =>
    void (await Promise.all([numbers.close(), turns.close()]));
  try {
    await tablesOf(numbers);
    const store = await onceStarted(() =>
      openClickHouseStore({
        ...clickhouse,
        attributesOf: spanAttributes,
        readSpans: options.readSpans,
        eventWatch: options.eventWatch,
        turns,
        numbers: async (db) => {
          for (const [kind, greatest] of await numbersInUse(db))
            await numbers.beginAfter(kind, greatest);
          return numbers;
        },
      }),
    );
    const upkeep = upkeepBeside(store.upkeep, options.log);
    return {
      ...store,
      upkeep,
      damagedLog: null,
      rest: () => undefined,
      close: async () => {
        await upkeep.ended();
        await store.close();
        await closeNumbers();
      },
    };
  } catch (error) {
    await closeNumbers();
    throw error;
  }
}

async function tablesOf(numbers: PostgresNumbers): Promise<void> {
  const startedMs = performance.now();
  while (!(await onceStarted(() => numbers.isReady()))) {
    if (performance.now() - startedMs > TABLES_MS_MAX)
      throw new AppError('unavailable', 'The tables of metadata were not made in time.');
    await delay(TRY_MS);
  }
}

/** Waits a while for an engine that is starting. */
async function onceStarted<Answer>(open: () => Promise<Answer>): Promise<Answer> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'unavailable';
      if (!isAway || performance.now() - startedMs > START_MS_MAX) throw error;
    }
    await delay(TRY_MS);
  }
}

/**
 * Upkeep that goes on beside writes: an engine may take minutes for what deletes left, and spans
 * need not wait for it.
 */
function upkeepBeside(upkeep: Upkeep, log: Log): Upkeep & { ended(): Promise<void> } {
  let running: Promise<void> | null = null;
  let nextAtMs = 0;
  const settle = async (what: 'deletes' | 'all'): Promise<void> => {
    try {
      await upkeep.settle(what);
    } catch (error) {
      log.warn({ err: error }, 'upkeep in ClickHouse failed; it will be tried again');
    }
    nextAtMs = performance.now() + SETTLE_EVERY_MS;
    running = null;
  };
  return {
    settle: (what) => {
      if (running === null && performance.now() >= nextAtMs) running = settle(what);
      return Promise.resolve('done');
    },
    ended: async () => {
      await Promise.race([running, delay(SETTLE_END_MS, undefined, { ref: false })]);
    },
  };
}
