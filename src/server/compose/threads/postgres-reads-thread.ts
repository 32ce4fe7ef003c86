import { workerData } from 'node:worker_threads';
import type { ReadsData } from '#server/stores/meta/postgres/postgres-reads.ts';
import { serveReads } from '#server/stores/meta/postgres/serve-reads.ts';

// as: `PostgresReads` alone starts this thread.
serveReads(workerData as ReadsData);
