import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { openBlock } from '../blocks/block-codec.ts';
import type { BlockJob } from '../blocks/block-jobs.ts';
import { serveRepacking, type StartRepackThread } from '../blocks/block-repacker.ts';
import { openConnection } from '../both/connection.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const SPANS = 600;

let directory: string;
let now = 0;
let store: OpenSpanStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-rewriter-'));
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

/** A thread's place, whose jobs are done when the test says so. */
class HeldThread {
  readonly #waiting: (() => void)[] = [];
  readonly jobs: BlockJob['kind'][] = [];
  isHolding = true;

  readonly start: StartRepackThread = (port) =>
    serveRepacking({
      on: (event, listener) =>
        port.on(event, (job: BlockJob) => {
          this.jobs.push(job.kind);
          if (this.isHolding) this.#waiting.push(() => listener(job));
          else listener(job);
        }),
      postMessage: (answer) => port.postMessage(answer),
    });

  release(): void {
    this.isHolding = false;
    for (const run of this.#waiting.splice(0)) run();
  }
}

async function open(startRepackThread?: StartRepackThread): Promise<void> {
  store = openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
    clock: () => now,
    ...(startRepackThread === undefined ? {} : { startRepackThread }),
  });
  const records = Array.from({ length: SPANS }, (_, i) =>
    makeSpan({ trace: 1 + (i % 7), span: 1 + i, text: `span ${1 + i} `.repeat(80) }),
  );
  await store.writer.write([{ projectName: 'p', records }]);
}

/** Settles until nothing of the deletes is left, or a job of the thread is waited for. */
async function erase(until: 'done' | 'waiting', stepMs = 0): Promise<void> {
  let steps = 0;
  for (let state = 'more'; state !== until; now += stepMs) {
    state = await store.upkeep.settle('deletes');
    expect((steps += 1)).toBeLessThan(2_000);
    await setImmediate();
  }
}

/** The spans that blocks hold, read from the file. */
function held(): ReadonlySet<number> {
  const db = openConnection(join(directory, 'spans.db'), { readonly: true, cacheKib: 1_024 });
  const rows = db
    .prepare<[], [number, Uint8Array]>('SELECT first_id, frame FROM blocks')
    .raw(true)
    .all();
  db.close();
  return new Set(
    rows.flatMap(([number, frame]) =>
      openBlock(frame, number)
        .spans()
        .map(({ id }) => id),
    ),
  );
}

const allBut = (...gone: readonly number[]): ReadonlySet<number> =>
  new Set(Array.from({ length: SPANS }, (_, i) => 1 + i).filter((id) => !gone.includes(id)));

it('packs blocks with deleted spans in the thread, and again for spans deleted meanwhile', async () => {
  const thread = new HeldThread();
  await open(thread.start);
  await store.eraser.deleteSpans([3, 4]);
  await erase('waiting');
  expect(thread.jobs).toEqual(['rewrite']);
  await store.eraser.deleteSpans([5, 590]);
  thread.release();
  await erase('done');
  expect(held()).toEqual(allBut(3, 4, 5, 590));
  expect(thread.jobs.length).toBeGreaterThan(1);
  expect(await store.storage.storage()).toMatchObject({ blocksToRewrite: 0 });
});

it('does the work itself when the thread gets no time for it', async () => {
  const thread = new HeldThread();
  await open(thread.start);
  await store.eraser.deleteSpans([3]);
  await erase('waiting');
  expect(held()).toContain(3);
  await erase('done', 1_000);
  expect(held()).toEqual(allBut(3));
  // For a while, later ones are not given to it at all.
  await store.eraser.deleteSpans([9]);
  await erase('done');
  expect(held()).toEqual(allBut(3, 9));
  expect(thread.jobs).toEqual(['rewrite']);
  thread.release();
  now += 120_000;
  await store.eraser.deleteSpans([11]);
  await erase('done');
  expect(held()).toEqual(allBut(3, 9, 11));
  expect(thread.jobs).toEqual(['rewrite', 'rewrite']);
});

it('drops a block of which nothing lives, and forgets one that is gone', async () => {
  await open();
  await store.eraser.deleteSpans([...allBut(1)]);
  await erase('done');
  expect(held()).toEqual(new Set([1]));
  const db = openConnection(join(directory, 'spans.db'), { readonly: false, cacheKib: 1_024 });
  db.exec('INSERT INTO dirty_blocks (first_id) VALUES (100000)');
  db.close();
  await erase('done');
  expect(await store.storage.storage()).toMatchObject({ blocksToRewrite: 0 });
});
