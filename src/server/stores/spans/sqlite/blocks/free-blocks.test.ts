import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const SPANS = 100;
const TRANSACTIONS = 40;
/** Of one block of these spans, before it is compressed. */
const BLOCK_BYTES = 200_000;

let directory: string;
let store: OpenSpanStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-free-blocks-'));
  store = openSpanStore(join(directory, 'spans.db'), { attributesOf: () => null, freeBytesMin: 0 });
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function spans(trace: number): SpanRecord[] {
  return Array.from({ length: SPANS }, (_, i) =>
    makeSpan({
      trace,
      span: trace * SPANS + i,
      text: `span ${i} `.repeat(BLOCK_BYTES / SPANS / 8),
    }),
  );
}

function heldBytes(): number {
  return process.memoryUsage().arrayBuffers;
}

it('leaves no blocks to the garbage collector, neither of small transactions nor of what is taken out of them', async () => {
  const records = Array.from({ length: TRANSACTIONS }, (_, trace) => spans(1 + trace));
  // Permanent allocations, such as the hashes of span ids, exist after the first.
  await store.writer.write([{ projectName: 'p', records: records[0] ?? [] }]);
  const before = heldBytes();
  for (const transaction of records.slice(1))
    await store.writer.write([{ projectName: 'p', records: transaction }]);
  const written = heldBytes();
  expect(written - before).toBeLessThan((TRANSACTIONS * BLOCK_BYTES) / 8);
  const firsts = records.map((_, transaction) => 1 + transaction * SPANS);
  expect(await store.eraser.deleteSpans(firsts)).toBe(TRANSACTIONS);
  const deleted = heldBytes();
  for (let more = true; more;) more = (await store.upkeep.settle('deletes')) !== 'done';
  expect(heldBytes() - deleted).toBeLessThan((TRANSACTIONS * BLOCK_BYTES) / 8);
});
