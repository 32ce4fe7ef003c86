import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';
import type { StartPackThread } from './block-packer.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';
import { PackQueue, servePackQueue } from './pack-queue.ts';

const THREAD = new URL('../../../../compose/threads/packer-thread.ts', import.meta.url);

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-packer-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Spans whose texts differ in length, one in a thousand too large for a place of the queue. */
function spans(from: number, count: number): SpanRecord[] {
  return Array.from({ length: count }, (_, i) => {
    const span = from + i;
    return makeSpan({
      trace: 1 + Math.floor(span / 10),
      span,
      text: `span ${span} `.repeat(span % 1_000 === 7 ? 60_000 : 1 + (span % 90)),
    });
  });
}

/**
 * Writes in three transactions, one of which fails half-way, and expects every span's bytes back as
 * they were sent.
 */
async function expectKept(
  startPackThread: StartPackThread,
  between: (store: OpenSpanStore) => unknown = () => undefined,
): Promise<void> {
  const store = openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
    startPackThread,
  });
  try {
    const records = spans(1, 4_000);
    const broken: SpanRecord = {
      ...makeSpan({ trace: 9, span: 9 }),
      get bytes(): Uint8Array {
        throw new Error('half-way');
      },
    };
    await store.writer.write([{ projectName: 'p', records: records.slice(0, 2_000) }]);
    await expect(
      store.writer.write([{ projectName: 'p', records: [...spans(10_001, 2_000), broken] }]),
    ).rejects.toThrow('half-way');
    await between(store);
    await store.writer.write([{ projectName: 'p', records: records.slice(2_000) }]);
    for (let i = 0; i < records.length; i += 1_000) {
      const ids = Array.from({ length: 1_000 }, (_, at) => i + at + 1);
      const payloads = await store.reader.payloads(ids);
      expect(payloads.length).toBe(1_000);
      payloads.forEach((payload, at) => {
        if (Buffer.compare(payload.bytes, records[i + at]?.bytes ?? Buffer.alloc(0)) !== 0)
          throw new Error(`span ${i + at} came back different`);
      });
    }
  } finally {
    store.close();
  }
}

describe('packing blocks', () => {
  it('keeps every byte with the help of a thread, which ends with the store', async () => {
    const ended: Promise<number>[] = [];
    await expectKept((memory) => {
      const thread = new Worker(THREAD, { workerData: memory });
      ended.push(new Promise((resolve) => thread.once('exit', resolve)));
    });
    expect(await Promise.all(ended)).toEqual([0]);
  });

  it('keeps every byte when the store rests, which ends the thread until there is much to write again', async () => {
    const ended: Promise<number>[] = [];
    let endedAtRest = -1;
    await expectKept(
      (memory) => {
        const thread = new Worker(THREAD, { workerData: memory });
        ended.push(new Promise((resolve) => thread.once('exit', resolve)));
      },
      async (store) => {
        await store.reader.payloads([1, 500]);
        store.rest();
        endedAtRest = (await Promise.all(ended)).length;
      },
    );
    expect(endedAtRest).toBe(1);
    expect(await Promise.all(ended)).toEqual([0, 0]);
  });

  it('keeps every byte when the thread never starts', async () => {
    let asked = 0;
    await expectKept(() => {
      asked += 1;
    });
    expect(asked).toBe(1);
  });
});

describe('the queue of blocks', () => {
  const reverse = (raw: Uint8Array): Uint8Array => Uint8Array.from(raw).toReversed();

  it('gives no more to a thread that died over a block, and compresses that block itself', () => {
    const queue = new PackQueue(reverse, 1);
    const place = queue.offer(3, (into) => into.set([1, 2, 3]));
    const dying = (): Uint8Array => {
      throw new Error('out of memory');
    };
    expect(() => servePackQueue(queue.memory, dying)).toThrow('out of memory');
    expect([...queue.frame(place ?? -1)]).toEqual([3, 2, 1]);
    queue.release(place ?? -1);
    expect(queue.offer(3, () => undefined)).toBeNull();
  });

  it('keeps nothing of a frame that lies in the shared memory', () => {
    const frames: Uint8Array[] = [];
    const queue = new PackQueue((raw) => {
      const frame = reverse(raw);
      frames.push(frame);
      return frame;
    }, 1);
    const place = queue.offer(3, (into) => into.set([1, 2, 3])) ?? -1;
    expect([...queue.frame(place)]).toEqual([3, 2, 1]);
    expect(frames.map(({ buffer }) => buffer.byteLength)).toEqual([0]);
  });

  it('refuses a block when every place is taken, and takes one again once a place is free', () => {
    const queue = new PackQueue(reverse, 1);
    const places: number[] = [];
    for (let place = queue.offer(1, (into) => into.fill(places.length)); place !== null;) {
      places.push(place);
      place = queue.offer(1, (into) => into.fill(places.length));
    }
    expect(places.length).toBe(16);
    expect(places.map((place) => queue.frame(place)[0])).toEqual(places.map((_, i) => i));
    queue.release(places[0] ?? -1);
    expect(queue.offer(1, (into) => into.fill(0))).toBe(places[0]);
  });
});
