import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { openConnection } from '../both/connection.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const SPANS = 3_000;
const AT_ONCE = 250;
const QUIET_MS = 120_000;
const GARBAGE = Buffer.from('no frame at all');

let directory: string;
let now = 0;
/** What the store reported of damaged blocks. */
let reports: { readonly found: readonly string[]; readonly blocks: number }[] = [];
let store: OpenSpanStore;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-damaged-blocks-'));
  reports = [];
  store = open();
  for (let from = 1; from <= SPANS; from += AT_ONCE) {
    const records = Array.from({ length: AT_ONCE }, (_, i) =>
      makeSpan({ trace: 1 + (i % 20), span: from + i, text: `span ${from + i} `.repeat(60) }),
    );
    await store.writer.write([{ projectName: 'p', records }]);
  }
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function open(): OpenSpanStore {
  return openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
    clock: () => now,
    onDamagedBlocks: (found, all) => reports.push({ found, blocks: all }),
  });
}

/** Settles to the end, and again once nothing came for a while. */
async function settleAll(): Promise<void> {
  for (const waitMs of [0, QUIET_MS]) {
    now += waitMs;
    let steps = 0;
    while ((await store.upkeep.settle('all')) !== 'done') expect((steps += 1)).toBeLessThan(2_000);
  }
}

/** Replaces the bytes of a block as a damaged disk would, and returns what they were. */
function replaceFrame(number: number, frame: Uint8Array): Uint8Array {
  const db = openConnection(join(directory, 'spans.db'), { readonly: false, cacheKib: 1_024 });
  const before = db
    .prepare<[number], Uint8Array>('SELECT frame FROM blocks WHERE first_id = ?')
    .pluck(true)
    .get(number);
  db.prepare('UPDATE blocks SET frame = ? WHERE first_id = ?').run(frame, number);
  db.close();
  return before ?? Buffer.alloc(0);
}

function blocks(where: string): { readonly number: number; readonly spans: number }[] {
  const db = openConnection(join(directory, 'spans.db'), { readonly: true, cacheKib: 1_024 });
  const found = db
    .prepare<[], { number: number; spans: number }>(
      `SELECT first_id AS number, span_count AS spans FROM blocks WHERE ${where} ORDER BY first_id`,
    )
    .all();
  db.close();
  return found;
}

const partOf = (number: number): string => `the block of spans from number ${number} on`;

it('sets a block aside that does not unpack, packs all others, and tries it again at the next start', async () => {
  const damaged = blocks('level <> 3')[2] ?? { number: 0, spans: 0 };
  const frame = replaceFrame(damaged.number, GARBAGE);
  await settleAll();
  expect(reports).toEqual([{ found: [partOf(damaged.number)], blocks: 1 }]);
  expect(blocks('level <> 3')).toEqual([damaged]);
  expect(await store.storage.storage()).toMatchObject({
    damagedBlocks: 1,
    blocksToSettle: 0,
    blocksToIndex: 0,
  });
  const numbers = Array.from({ length: SPANS }, (_, i) => 1 + i);
  const isDamaged = (id: number): boolean =>
    id >= damaged.number && id < damaged.number + damaged.spans;
  const whole = numbers.filter((id) => !isDamaged(id));
  for (let from = 0; from < whole.length; from += 500)
    expect(await store.reader.payloads(whole.slice(from, from + 500))).toHaveLength(
      whole.slice(from, from + 500).length,
    );
  await expect(store.reader.payloads([damaged.number])).rejects.toThrow(partOf(damaged.number));

  store.close();
  store = open();
  await settleAll();
  expect(reports).toHaveLength(2);
  expect(await store.storage.storage()).toMatchObject({ damagedBlocks: 1 });

  store.close();
  replaceFrame(damaged.number, frame);
  store = open();
  await settleAll();
  expect(reports).toHaveLength(2);
  expect(await store.storage.storage()).toMatchObject({ damagedBlocks: 0 });
  expect(await store.reader.payloads([damaged.number])).toHaveLength(1);
});

it('goes on to index words past a packed block that does not unpack', async () => {
  await settleAll();
  const packed = blocks('level = 3');
  expect(packed.length).toBeGreaterThan(1);
  const damaged = packed[0]?.number ?? 0;
  // Bytes that change lose their filter.
  for (const { number } of packed.slice(1)) replaceFrame(number, replaceFrame(number, GARBAGE));
  replaceFrame(damaged, GARBAGE);
  await settleAll();
  expect(reports).toEqual([{ found: [partOf(damaged)], blocks: 1 }]);
  expect(await store.storage.storage()).toMatchObject({ damagedBlocks: 1, blocksToIndex: 0 });
});

it('erases from other blocks when one with deleted spans does not unpack, which goes with its last span', async () => {
  const [damaged = { number: 0, spans: 0 }, other = { number: 0, spans: 0 }] = blocks('true');
  replaceFrame(damaged.number, GARBAGE);
  const numbers = Array.from({ length: damaged.spans }, (_, i) => damaged.number + i);
  await store.eraser.deleteSpans([...numbers.slice(1), other.number]);
  await settleAll();
  expect(reports).toEqual([{ found: [partOf(damaged.number)], blocks: 1 }]);
  expect(await store.storage.storage()).toMatchObject({ damagedBlocks: 1, blocksToRewrite: 0 });
  await store.eraser.deleteSpans([damaged.number]);
  await settleAll();
  expect(blocks(`first_id = ${damaged.number}`)).toEqual([]);
  expect(await store.storage.storage()).toMatchObject({ damagedBlocks: 0, blocksToRewrite: 0 });
  expect(reports).toHaveLength(1);
});
