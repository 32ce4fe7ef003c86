import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '#core/otlp/hex.ts';
import type { NewAnnotation } from '#core/ports/annotation-rows.ts';
import { spanAttributes } from '#server/compose/threads/span-attributes.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { SpanFeed } from './store-spans.ts';

/**
 * Measures annotations in the span store alone: `node bench/annotations.ts [spans] [directory]`.
 * Ten requests of 10,000 annotations on spans all over the store, the same again with other scores;
 * then ingest in turns: with nothing waiting, with annotations waiting for spans that never come,
 * and with ingest taking the pauses of 100,000 annotations, as it does in the server.
 */
const REQUESTS = 10;
const ITEMS = 10_000;
const BATCH = 4_096;

const total = Number(process.argv[2] ?? 1_000_000);
const directory = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'telltale-annotations-'));
mkdirSync(directory, { recursive: true });
const path = join(directory, 'spans.db');
const isNew = !existsSync(path);
/** Work in the pauses of long writes. */
let pause = async (): Promise<void> => {};
const store = openSpanStore(path, { attributesOf: spanAttributes, pause: () => pause() });
const feed = new SpanFeed();
/** Ids of stored spans, spread over all of them. */
const spanIds: string[] = [];

if (isNew) await ingest(total);
else for (let i = 0; i < 100; i += 1) await remember();
console.log(`${await spansStored()} spans, ${spanIds.length} of them known`);

for (const round of ['created', 'changed']) {
  const { seconds, slowestMs, cpuMicros } = await annotateAll();
  console.log(
    `${round}: ${REQUESTS} requests of ${ITEMS}: ${seconds.toFixed(2)} s, slowest ${slowestMs.toFixed(0)} ms, ${cpuMicros.toFixed(1)} µs of CPU each`,
  );
}
for (let turn = 1; turn <= 3; turn += 1) {
  const none = await ingestFor();
  const { rows } = await store.annotations.waiting({ limit: 1 });
  if (rows.length > 0) throw new Error('something waits already');
  await annotate(
    Array.from({ length: ITEMS }, (_, i) => ({
      ...annotation(i, 0.5),
      targetId: i.toString(16).padStart(16, 'f'),
    })),
    'wait',
  );
  const some = await ingestFor();
  await store.annotationWriter.expireWaiting(2n ** 62n, ITEMS);
  const between = await ingestInPauses();
  console.log(
    `turn ${turn}: ingest at ${none.toFixed(1)} µs of CPU a span, with ${ITEMS} waiting ${some.toFixed(1)}; ` +
      `alone ${between.alone.toFixed(0)} spans/s, in the pauses of 100,000 annotations ${between.beside.toFixed(0)} in ${between.seconds.toFixed(1)} s`,
  );
}
store.close();
if (process.argv[3] === undefined) rmSync(directory, { recursive: true });

async function annotate(
  items: readonly NewAnnotation[],
  missing: 'refuse' | 'wait',
): Promise<void> {
  const outcome = await store.annotationWriter.annotate({
    items,
    author: { source: 'API', userNumber: null },
    rules: [],
    missing,
  });
  if (outcome.missing.length > 0) throw new Error(`${outcome.missing.length} spans are missing`);
}

async function annotateAll(): Promise<{
  readonly seconds: number;
  readonly slowestMs: number;
  readonly cpuMicros: number;
}> {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let request = 0; request < REQUESTS; request += 1) {
    const items = Array.from({ length: ITEMS }, (_, i) =>
      annotation(i + request * ITEMS, Math.random()),
    );
    const startedAt = performance.now();
    await annotate(items, 'refuse');
    times.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = times.reduce((a, b) => a + b, 0) / 1_000;
  return { seconds, slowestMs: Math.max(...times), cpuMicros: (user + system) / REQUESTS / ITEMS };
}

/** Microseconds of CPU for each span of some that are ready. */
async function ingestFor(): Promise<number> {
  let [cpu, spans] = [0, 0];
  for (let batch = 0; batch < 8; batch += 1) {
    const records = feed.next(BATCH);
    const before = process.cpuUsage();
    await store.writer.write([{ projectName: 'bench', records }]);
    const { user, system } = process.cpuUsage(before);
    cpu += user + system;
    spans += records.length;
  }
  return cpu / spans;
}

/**
 * Spans a second of ingest alone, and while annotations are written: nine times as long as these,
 * as the server's writer does.
 */
async function ingestInPauses(): Promise<{
  readonly alone: number;
  readonly beside: number;
  readonly seconds: number;
}> {
  // Made beforehand: making spans is none of ingest's work.
  const ready = Array.from({ length: 24 }, () => feed.next(BATCH));
  let next = 0;
  const storeNext = async (): Promise<number> => {
    const records = ready[next++ % ready.length] ?? [];
    const fresh = records.map((record, i) => ({ ...record, spanId: idOf(next * BATCH + i) }));
    await store.writer.write([{ projectName: 'bench', records: fresh }]);
    return fresh.length;
  };
  const ingestUntil = async (until: number): Promise<number> => {
    let spans = 0;
    while (performance.now() < until) spans += await storeNext();
    return spans;
  };
  const aloneFrom = performance.now();
  const alone = (1_000 * (await ingestUntil(aloneFrom + 5_000))) / (performance.now() - aloneFrom);
  let beside = 0;
  let workingSince = performance.now();
  pause = async () => {
    const now = performance.now();
    beside += await ingestUntil(now + 9 * (now - workingSince));
    workingSince = performance.now();
  };
  const startedAt = performance.now();
  await annotateAll();
  const seconds = (performance.now() - startedAt) / 1_000;
  pause = async () => {};
  return { alone, beside: beside / seconds, seconds };
}

function idOf(n: number): Uint8Array {
  const id = Buffer.alloc(8);
  id.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), 0);
  id.writeUInt32LE(n >>> 0, 4);
  return id;
}

async function ingest(spans: number): Promise<void> {
  const every = Math.max(1, Math.floor(spans / (REQUESTS * ITEMS)));
  for (let stored = 0; stored < spans;) {
    const records = feed.next(BATCH);
    await store.writer.write([{ projectName: 'bench', records }]);
    for (let i = 0; i < records.length; i += 1)
      if ((stored + i) % every === 0) spanIds.push(toHex(records[i]?.spanId ?? new Uint8Array()));
    stored += records.length;
  }
}

/** Learns the ids of some spans that an earlier run stored: pages from all over it. */
async function remember(): Promise<void> {
  const project = await store.projectReader.findProject({ name: 'bench' });
  const id = 1 + Math.floor(Math.random() * (await spansStored()));
  const query = { projectId: project?.id ?? 0, sort: 'id', order: 'desc', limit: 1_000 } as const;
  const page = await store.reader.spans(
    { ...query, anchor: { sortValue: BigInt(id), id, inclusive: true } },
    { over: () => false },
  );
  for (const row of page.rows) spanIds.push(row.spanId);
}

async function spansStored(): Promise<number> {
  return (await store.storage.storage())['spans'] ?? 0;
}

function annotation(i: number, score: number): NewAnnotation {
  return {
    target: 'span',
    targetId: spanIds[(i * 7_919) % spanIds.length] ?? '',
    position: null,
    name: i % 2 === 0 ? 'correctness' : 'relevance',
    identifier: '',
    annotatorKind: 'LLM',
    label: score < 0.2 ? 'bad' : 'good',
    score,
    explanation:
      'The answer names the order, and the policy that was asked for, but not the date on which it ends.',
    metadata: '{}',
  };
}
