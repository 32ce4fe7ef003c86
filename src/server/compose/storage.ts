import { statSync } from 'node:fs';
import path from 'node:path';
import type { StorageTables } from '#contracts/server-info.ts';
import type { TableSize } from '#server/stores/table-sizes.ts';
import type { Log } from '#server/telemetry/log.ts';
import { LeasedThreads } from '#server/threads/leased-threads.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import type { StoreFiles } from './store-threads.ts';
import { threadEntry } from './thread-entry.ts';

/** What the tables of the databases take. */
export interface StorageParts {
  readonly tableSizes: () => Promise<StorageTables>;
  stop(): Promise<void>;
}

const MEASURE_MS_MAX = 120_000;
const KEPT_MS = 60_000;
const THREAD_MEMORY_MB = 32;

/** Measures in a thread of its own that gives way, for all who ask within a minute together: it reads whole files. */
export function composeStorage({ spansPath, metaPath }: StoreFiles, log: Log): StorageParts {
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
      const files: StorageTables['files'] = [];
      for (const file of [spansPath, metaPath]) {
        const tables = typedReply<TableSize[]>(await lease.thread.call('sizes', file, { deadlineMs: MEASURE_MS_MAX }));
        files.push({ name: path.basename(file), bytes: statSync(file).size, tables });
      }
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
  return { tableSizes, stop: () => threads.stop() };
}
