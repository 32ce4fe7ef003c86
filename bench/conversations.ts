import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker, type MessagePort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { spanAttributes } from '#server/compose/threads/span-attributes.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { encodeExportRequest, encodeSpan } from '../tools/otlp/export-request.ts';
import { Random } from '../tools/otlp/random.ts';
import { conversations } from './load/conversation-spans.ts';
import { ownTextTrace } from './load/own-text-spans.ts';

const HELP = `Space and time that conversations take in the span store, without HTTP: as ingested, settled, read, deleted.

  --agents N   agents that send all of their conversation with each of 40 calls, ten at a time (300)
  --small N    spans of 1.6 KB with texts of their own, afterwards in another store (40000)
  --group N    requests to a transaction (8)
  --beside     settle after each transaction, as a server with time to spare does, and not only at the end
  --tables     which tables and indexes take how much, settled
  --thread     old blocks are packed by a thread, as in a server: shorter steps, and its start costs CPU`;
const QUIET_MS = 120_000;
const START_NANO = 1_760_000_000_000_000_000n;

const REPACKER = new URL('../src/server/compose/threads/repacker-thread.ts', import.meta.url);

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '300' },
    small: { type: 'string', default: '40000' },
    group: { type: 'string', default: '8' },
    beside: { type: 'boolean', default: false },
    tables: { type: 'boolean', default: false },
    thread: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

type Request = readonly Buffer[];

/** Requests of ten agents with a turn each. */
function* agentRequests(agents: number): Generator<Request> {
  for (const spans of conversations(new Random(11), agents, START_NANO))
    yield spans.map((span) => encodeSpan(span));
}

/** Requests of 50 traces of ten spans. */
function* smallRequests(count: number): Generator<Request> {
  const random = new Random(12);
  for (let sent = 0, index = 0; sent < count; sent += 500) {
    yield Array.from({ length: 50 }, () => {
      index += 1;
      const startNano = START_NANO + BigInt(index) * 10_000_000n;
      return ownTextTrace(random, { index, startNano }).map((span) => encodeSpan(span));
    }).flat();
  }
}

function recordsOf(spans: Request): readonly SpanRecord[] {
  const request = encodeExportRequest({ 'service.name': 'bench' }, { name: 'bench' }, spans);
  return skimTraces(request, DEFAULT_SKIM_LIMITS).records;
}

class Figures {
  readonly #path: string;
  spans = 0;
  received = 0;
  ingestCpuMs = 0;
  ingestMs = 0;

  constructor(path: string) {
    this.#path = path;
  }

  tables(): string {
    const db = new Database(this.#path, { readonly: true });
    const tables = db
      .prepare<[], [string, number]>(
        'SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY sum(pgsize) DESC LIMIT 12',
      )
      .raw(true)
      .all();
    db.close();
    return tables
      .map(([name, bytes]) => `${name} ${((100 * bytes) / this.received).toFixed(2)} %`)
      .join(', ');
  }

  share(): string {
    return `${((100 * statSync(this.#path).size) / this.received).toFixed(2)} %`;
  }

  each(milliseconds: number): string {
    return `${((1_000 * milliseconds) / this.spans).toFixed(1)} µs`;
  }
}

function cpuMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

async function ingest(store: OpenSpanStore, requests: Iterable<Request>, figures: Figures) {
  let group: { projectName: string; records: readonly SpanRecord[] }[] = [];
  const write = async (): Promise<void> => {
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    await store.writer.write(group);
    figures.ingestMs += performance.now() - startedAt;
    figures.ingestCpuMs += cpuMs(cpu);
    group = [];
    if (values.beside) await settle(store, 'all');
  };
  for (const request of requests) {
    group.push({ projectName: 'bench', records: recordsOf(request) });
    figures.spans += request.length;
    figures.received += request.reduce((sum, { length }) => sum + length, 0);
    if (group.length === Number(values.group)) await write();
  }
  if (group.length > 0) await write();
}

/** The CPU of this thread, which is the writer's in a server. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds of the longest step, and of the one that took most CPU: others run beside it. */
interface Longest {
  readonly ms: number;
  readonly cpuMs: number;
}

async function settle(store: OpenSpanStore, what: 'deletes' | 'all'): Promise<Longest> {
  let longest: Longest = { ms: 0, cpuMs: 0 };
  for (let state = 'more'; state !== 'done';) {
    const [startedAt, cpu] = [performance.now(), threadCpuMs()];
    state = await store.upkeep.settle(what);
    longest = longer(longest, {
      ms: performance.now() - startedAt,
      cpuMs: threadCpuMs() - cpu,
    });
    if (state === 'waiting') await delay(10);
  }
  return longest;
}

function longer(a: Longest, b: Longest): Longest {
  return { ms: Math.max(a.ms, b.ms), cpuMs: Math.max(a.cpuMs, b.cpuMs) };
}

function textOf({ ms, cpuMs: cpu }: Longest): string {
  return `longest step ${ms.toFixed(1)} ms, most CPU of a step ${cpu.toFixed(1)} ms`;
}

async function readEach(store: OpenSpanStore, ids: readonly number[]): Promise<string> {
  const times: number[] = [];
  for (const id of ids) {
    store.rest();
    const startedAt = performance.now();
    const [payload] = await store.reader.payloads([id]);
    times.push(performance.now() - startedAt);
    if (payload === undefined) throw new Error(`Span ${id} is not there.`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

function startRepacker(port: MessagePort): void {
  new Worker(REPACKER, { workerData: port, transferList: [port] }).unref();
}

async function measure(name: string, requests: Iterable<Request>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-conversations-'));
  const path = join(directory, 'spans.db');
  let waitedMs = 0;
  const store = openSpanStore(path, {
    attributesOf: spanAttributes,
    clock: () => performance.now() + waitedMs,
    ...(values.thread ? { startRepackThread: startRepacker } : {}),
  });
  const figures = new Figures(path);
  try {
    await ingest(store, requests, figures);
    await settle(store, 'deletes');
    const { spans, received } = figures;
    const mean = Math.round(received / spans / 100) / 10;
    console.log(`${name}: ${spans} spans, ${Math.round(received / 1e6)} MB, ${mean} KB each`);
    console.log(
      `  as ingested ${figures.share()}; ${figures.each(figures.ingestCpuMs)} of CPU a span, ${Math.round((1_000 * spans) / figures.ingestMs)} spans/s`,
    );
    const random = new Random(3);
    const ids = Array.from({ length: 500 }, () => random.between(1, spans));
    console.log(`  a span by id, as ingested: ${await readEach(store, ids)}`);
    const cpu = process.cpuUsage();
    const writerCpu = threadCpuMs();
    const before = await settle(store, 'all');
    waitedMs += QUIET_MS;
    const longest = longer(before, await settle(store, 'all'));
    if (values.tables) console.log(`  ${figures.tables()}`);
    // What the last blocks left is given back with the next look.
    await settle(store, 'all');
    const ofWriter = figures.each(threadCpuMs() - writerCpu);
    console.log(
      `  settled ${figures.share()}; ${figures.each(cpuMs(cpu))} of CPU a span, ${ofWriter} of it on the writer's thread`,
    );
    console.log(`  ${textOf(longest)}`);
    console.log(`  a span by id, settled: ${await readEach(store, ids)}`);
    const deletedAt = performance.now();
    await store.eraser.deleteSpans([...new Set(ids)]);
    const step = await settle(store, 'deletes');
    console.log(
      `  500 spans deleted and erased in ${Math.round(performance.now() - deletedAt)} ms, ${textOf(step)}`,
    );
  } finally {
    store.close();
    rmSync(directory, { recursive: true });
  }
}

if (values.help) console.log(HELP);
else {
  if (Number(values.agents) > 0)
    await measure('conversations', agentRequests(Number(values.agents)));
  if (Number(values.small) > 0) await measure('small spans', smallRequests(Number(values.small)));
}
