import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-span-store.ts';
import { spanAttributes } from '#server/compose-attributes.ts';
import { benchTrace, Dice } from './store-spans.ts';
import { measureQueries } from './store-queries.ts';

/**
 * Measures the span store alone: `node bench/store.ts [spans] [directory]`. Requests of 512 spans, eight to a transaction, made from a
 * pool of ready spans whose ids and times are new each time, so that making them costs little. Reports each step of a tenth, then queries.
 */
const BATCH = 512;
const BATCHES = 8;
const POOL_TRACES = 6_000;

const total = Number(process.argv[2] ?? 1_000_000);
const directory = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'telltale-store-'));
const path = join(directory, 'spans.db');
const store = openSpanStore(path, { attributesOf: spanAttributes });

const dice = new Dice(42);
const pool = Array.from({ length: POOL_TRACES }, (_, i) => benchTrace(dice, i, 0n));
let traceIndex = 0;
let sequence = 1;

/** The next spans, as if just exported: traces of the pool with fresh ids, users, sessions and times. */
function nextSpans(count: number): SpanRecord[] {
  const spans: SpanRecord[] = [];
  while (spans.length < count) {
    const trace = pool[traceIndex % POOL_TRACES] ?? [];
    const traceId = Buffer.allocUnsafe(16);
    for (let word = 0; word < 16; word += 4) traceId.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), word);
    const ids = trace.map(() => {
      const id = Buffer.allocUnsafe(8);
      id.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), 0);
      id.writeUInt32LE(sequence++ >>> 0, 4);
      return id;
    });
    const start = 1_760_000_000_000_000_000n + BigInt(traceIndex) * 250_000n;
    const [userId, sessionId] = [`user-${(traceIndex * 7_919) % 9_973}`, `session-${traceIndex >> 3}`];
    trace.forEach((span, i) => {
      const spanId = ids[i] ?? Buffer.alloc(8);
      const startTimeUnixNano = start + span.startTimeUnixNano;
      spans.push({
        ...span,
        traceId,
        spanId,
        parentSpanId: i === 0 ? null : (ids[0] ?? null),
        startTimeUnixNano,
        endTimeUnixNano: start + span.endTimeUnixNano,
        userId,
        sessionId,
      });
    });
    traceIndex += 1;
  }
  return spans;
}

const pauses: number[] = [];
const step = Math.max(BATCH * BATCHES, Math.floor(total / 10));
let stored = 0;
let received = 0;
let [mark, spent] = [0, 0];
let cpu = process.cpuUsage();
while (stored < total) {
  const batches = Array.from({ length: BATCHES }, () => ({ projectName: 'bench', records: nextSpans(BATCH) }));
  for (const { records } of batches) for (const record of records) received += record.bytes.length;
  const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
  const outcomes = await store.writer.write(batches);
  const took = performance.now() - before;
  const used = process.cpuUsage(cpuBefore);
  pauses.push(took);
  spent += took;
  cpu = { user: cpu.user + used.user, system: cpu.system + used.system };
  if (stored === 0) cpu = used;
  stored += outcomes.reduce((sum, outcome) => sum + outcome.stored, 0);
  if (stored - mark >= step || stored >= total) {
    const spans = stored - mark;
    const file = statSync(path).size + statSync(`${path}-wal`).size;
    const sorted = pauses.splice(0).sort((a, b) => a - b);
    console.log(
      `${stored} spans: ${Math.round((spans / spent) * 1000)}/s, ${((cpu.user + cpu.system) / spans).toFixed(1)} µs CPU each, write p50 ${sorted[sorted.length >> 1]?.toFixed(0)} ms p99 ` +
        `${sorted[Math.floor(sorted.length * 0.99)]?.toFixed(0)} ms, RSS ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB, ` +
        `${Math.round(file / stored)} bytes each (${((100 * file) / received).toFixed(1)} % of received)`,
    );
    [mark, spent] = [stored, 0];
    cpu = { user: 0, system: 0 };
  }
}
await measureQueries(store, stored);
store.close();
if (process.argv[3] === undefined) rmSync(directory, { recursive: true });
