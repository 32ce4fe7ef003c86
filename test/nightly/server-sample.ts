import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { memoryMb } from '../../bench/server-figures.ts';
import type { BootedServer } from '#test/e2e/boot.ts';
import { collectGarbage } from '#test/reliability/thread-inspector.ts';

/** A server's memory at a moment, after garbage collection. */
export interface ServerSample {
  readonly atMs: number;
  readonly memoryMb: number;
  /** Of the main thread. */
  readonly heapMb: number;
  readonly descriptors: number;
  readonly timers: number;
  readonly threads: number;
  readonly logBytes: number;
  /** How late the main thread was, since the sample before. */
  readonly lagP99Ms: number;
  /** Spans that were stored since the start, by its own count. */
  readonly storedSpans: number;
}

/** The threads that pack blocks sleep until there is something to pack. */
const PATIENCE_MS = 5_000;

/**
 * Looks at a server that was started with metrics and `NODE_OPTIONS=--inspect=127.0.0.1:0`. Linux
 * only.
 */
export async function sampleServer(server: BootedServer, directory: string): Promise<ServerSample> {
  // Asked before the collection, which makes the main thread late itself.
  const lag = await scrape(server);
  await collectGarbage(server.stderr, PATIENCE_MS);
  const held = await scrape(server);
  const log = path.join(directory, 'spans.db-wal');
  return {
    atMs: performance.now(),
    memoryMb: memoryMb(server.pid).now,
    heapMb: held('nodejs_heap_size_used_bytes') / 2 ** 20,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    timers: held('nodejs_active_resources{type="Timeout"}'),
    threads: readdirSync(`/proc/${server.pid}/task`).length,
    logBytes: existsSync(log) ? statSync(log).size : 0,
    lagP99Ms: lag('nodejs_eventloop_lag_p99_seconds') * 1_000,
    storedSpans: held('telltale_ingest_spans_total{outcome="stored"}'),
  };
}

async function scrape(server: BootedServer): Promise<(name: string) => number> {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  const figures = new Map(
    text
      .split('\n')
      .map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
  );
  return (name) => figures.get(name) ?? 0;
}
