import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '#core/otlp/hex.ts';
import type { NewAnnotation } from '#core/ports/annotation-rows.ts';
import { spanAttributes } from '#server/compose-attributes.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-span-store.ts';
import { SpanFeed } from './store-spans.ts';

/**
 * Measures annotations in the span store alone: `node bench/annotations.ts [spans] [directory]`. Ten requests of 10,000 judgements on spans
 * all over the store, the same again with other scores, ingest with none waiting, with some, and with judgements written in between.
 */
const REQUESTS = 10;
const ITEMS = 10_000;
const BATCH = 4_096;

const total = Number(process.argv[2] ?? 1_000_000);
const directory = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'telltale-annotations-'));
mkdirSync(directory, { recursive: true });
const path = join(directory, 'spans.db');
const isNew = !existsSync(path);
const store = openSpanStore(path, { attributesOf: spanAttributes });
const feed = new SpanFeed();
/** Ids of stored spans, spread over all of them. */
const spanIds: string[] = [];

if (isNew) await ingest(total);
else for (let i = 0; i < 100; i += 1) await remember();
console.log(`${await spansStored()} spans, ${spanIds.length} of them known`);

for (const round of [1, 2]) {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let request = 0; request < REQUESTS; request += 1) {
    const items = Array.from({ length: ITEMS }, (_, i) => judgement(i + request * ITEMS, Math.random()));
    const startedAt = performance.now();
    const { missing } = await store.annotationWriter.annotate({
      items,
      author: { source: 'API', userNumber: null },
      rules: [],
      missing: 'refuse',
    });
    if (missing.length > 0) throw new Error(`${missing.length} spans are missing`);
    times.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(cpu);
  const sum = times.reduce((a, b) => a + b, 0);
  console.log(
    `${round === 1 ? 'created' : 'changed'}: ${REQUESTS} requests of ${ITEMS}: ${(sum / 1_000).toFixed(2)} s, slowest ` +
      `${Math.max(...times).toFixed(0)} ms, ${((user + system) / REQUESTS / ITEMS).toFixed(1)} µs of CPU each`,
  );
}
store.close();
if (process.argv[3] === undefined) rmSync(directory, { recursive: true });

async function ingest(spans: number): Promise<void> {
  const every = Math.max(1, Math.floor(spans / (REQUESTS * ITEMS)));
  for (let stored = 0; stored < spans;) {
    const records = feed.next(BATCH);
    await store.writer.write([{ projectName: 'bench', records }]);
    for (let i = 0; i < records.length; i += 1) if ((stored + i) % every === 0) spanIds.push(toHex(records[i]?.spanId ?? new Uint8Array()));
    stored += records.length;
  }
}

/** Learns the ids of some spans that an earlier run stored: pages from all over it. */
async function remember(): Promise<void> {
  const project = await store.projectReader.findProject({ name: 'bench' });
  const id = 1 + Math.floor(Math.random() * (await spansStored()));
  const query = { projectId: project?.id ?? 0, sort: 'id', order: 'desc', limit: 1_000 } as const;
  const page = await store.reader.spans({ ...query, anchor: { sortValue: BigInt(id), id, inclusive: true } }, { over: () => false });
  for (const row of page.rows) spanIds.push(row.spanId);
}

async function spansStored(): Promise<number> {
  return (await store.projectReader.storage())['spans'] ?? 0;
}

function judgement(i: number, score: number): NewAnnotation {
  return {
    target: 'span',
    targetId: spanIds[(i * 7_919) % spanIds.length] ?? '',
    position: null,
    name: i % 2 === 0 ? 'correctness' : 'relevance',
    identifier: '',
    annotatorKind: 'LLM',
    label: score < 0.2 ? 'bad' : 'good',
    score,
    explanation: 'The answer names the order, and the policy that was asked for, but not the date on which it ends.',
    metadata: '{}',
  };
}
