import { statSync } from 'node:fs';
import path from 'node:path';
import type { StorageTables } from '#contracts/server/server-info.ts';
import type { TableSize } from '#server/stores/table-sizes.ts';
import {
  clickhouseName,
  type ClickHouseSettings,
} from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import {
  postgresName,
  type PostgresSettings,
} from '#server/stores/meta/postgres/postgres-settings.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import type { ThreadClient } from '#server/threads/thread-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { DamageWatch } from './damage-watch.ts';
import type { StoreFiles } from './threads/store-threads.ts';
import { threadEntry } from './threads/thread-entry.ts';

/** The sizes of the databases' tables. */
export interface StorageParts {
  readonly tableSizes: () => Promise<StorageTables>;
  /** The known damage of the file of spans. */
  readonly damage: DamageWatch;
  /** The known damage of metadata. */
  readonly metaDamage: DamageWatch;
  /** Checks again the damage found by an earlier process, of files that are in use. */
  resume(): void;
  stop(): Promise<void>;
}

const MEASURE_MS_MAX = 120_000;
/** A whole store is read through in the background: some minutes for a hundred gigabytes. */
const CHECK_MS_MAX = 6 * 3_600_000;
const KEPT_MS = 60_000;
const THREAD_MEMORY_MB = 32;
const CHECK_MEMORY_MB = 128;

/**
 * Measures in its own low-priority thread, once a minute for all callers together: measuring reads
 * whole files.
 */
export function composeStorage(
  { spansPath, metaPath }: StoreFiles,
  { clickhouse, postgres }: Pick<Config, 'clickhouse' | 'postgres'>,
  log: Log,
): StorageParts {
  const threads = new LeasedThreads({
    name: 'storage thread',
    entry: threadEntry('table-sizes'),
    sizeMax: 1,
    waitMsMax: MEASURE_MS_MAX,
    busyDetail: 'The tables are being measured; try again.',
    oldGenerationMb: THREAD_MEMORY_MB,
    log,
  });
  const measure = async (): Promise<StorageTables> => {
    const lease = await threads.lease();
    try {
      const files = await measuredIn(lease.thread, { spansPath, metaPath, clickhouse, postgres });
      return { measured_at: new Date().toISOString().replace('Z', '000+00:00'), files };
    } finally {
      await lease.end();
    }
  };
  let last: { readonly atMs: number; readonly sizes: Promise<StorageTables> } | null = null;
  const tableSizes = (): Promise<StorageTables> => {
    if (last === null || performance.now() - last.atMs > KEPT_MS) {
      const sizes = measure();
      last = { atMs: performance.now(), sizes };
      sizes.catch(() => (last = null));
    }
    return last.sizes;
  };
  const checks = new LeasedThreads({
    name: 'check thread',
    entry: threadEntry('table-sizes'),
    sizeMax: 1,
    waitMsMax: MEASURE_MS_MAX,
    busyDetail: 'The store is being checked; try again.',
    oldGenerationMb: CHECK_MEMORY_MB,
    log,
  });
  const watch = (file: string): DamageWatch =>
    new DamageWatch({
      file: path.basename(file),
      marker: `${file}.damaged`,
      check: () => checkedParts(checks, file),
      log,
    });
  const [damage, metaDamage] = [watch(spansPath), watch(metaPath)];
  return {
    tableSizes,
    damage,
    metaDamage,
    resume: () => {
      if (clickhouse === null) damage.resume();
      if (postgres === null) metaDamage.resume();
    },
    stop: async () => void (await Promise.all([threads.stop(), checks.stop()])),
  };
}

/** Of each database of this server, spans first. */
async function measuredIn(
  thread: ThreadClient,
  {
    spansPath,
    metaPath,
    clickhouse,
    postgres,
  }: StoreFiles & Pick<Config, 'clickhouse' | 'postgres'>,
): Promise<StorageTables['files']> {
  return [
    clickhouse === null
      ? await fileTables(thread, spansPath)
      : await databaseTables(thread, 'clickhouse sizes', clickhouse, {
          name: `${clickhouseName(clickhouse)}, database ${clickhouse.database}`,
        }),
    postgres === null
      ? await fileTables(thread, metaPath)
      : await databaseTables(thread, 'postgres sizes', postgres, {
          name: `${postgresName(postgres)}, schema ${postgres.schema}`,
        }),
  ];
}

async function fileTables(
  thread: ThreadClient,
  file: string,
): Promise<StorageTables['files'][number]> {
  const tables = typedReply<TableSize[]>(
    await thread.call('sizes', file, { deadlineMs: MEASURE_MS_MAX }),
  );
  return { name: path.basename(file), bytes: statSync(file).size, tables };
}

/** The tables of a database that is elsewhere. */
async function databaseTables(
  thread: ThreadClient,
  call: 'clickhouse sizes' | 'postgres sizes',
  settings: ClickHouseSettings | PostgresSettings,
  { name }: { readonly name: string },
): Promise<StorageTables['files'][number]> {
  const tables = typedReply<TableSize[]>(
    await thread.call(call, settings, { deadlineMs: MEASURE_MS_MAX }),
  );
  return { name, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0), tables };
}

async function checkedParts(threads: LeasedThreads, file: string): Promise<readonly string[]> {
  const lease = await threads.lease();
  try {
    return typedReply<readonly string[]>(
      await lease.thread.call('check', file, { deadlineMs: CHECK_MS_MAX }),
    );
  } finally {
    await lease.end();
  }
}
