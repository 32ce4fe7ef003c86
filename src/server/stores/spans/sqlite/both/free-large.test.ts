import { markAsUntransferable } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openBlock, packBlock } from '../blocks/block-codec.ts';
import { serveRepacking } from '../blocks/block-repacker.ts';
import { freeLarge } from './free-large.ts';

it('gives back large memory, and leaves alone what lies beside others in a pool', () => {
  const large = new Uint8Array(1_000_000);
  freeLarge(large);
  expect(large.buffer.byteLength).toBe(0);
  const [whole, part] = [new Uint8Array(100), new Uint8Array(1_000_000).subarray(5, 10)];
  freeLarge(whole);
  freeLarge(part);
  expect([whole.buffer.byteLength, part.buffer.byteLength]).toEqual([0, 0]);
  const pooled = Buffer.from('beside others');
  freeLarge(pooled);
  expect(pooled.toString()).toBe('beside others');
});

it('leaves alone a pool that is larger than its size in `Buffer.poolSize`, as in Node 26', () => {
  const pool = new ArrayBuffer(Buffer.poolSize + 64);
  markAsUntransferable(pool);
  const pooled = new Uint8Array(pool, 8, 5).fill(7);
  freeLarge(pooled);
  expect([...pooled]).toEqual([7, 7, 7, 7, 7]);
});

it('keeps nothing of blocks that were packed into one', () => {
  const entries = Array.from({ length: 64 }, (_, at) => ({
    contextId: 1,
    bytes: Uint8Array.from({ length: 8_000 }, (__, i) => (i * (at + 7) * 31) % 251),
  }));
  const frames = [packBlock(entries, 1), packBlock(entries, 1)];
  const answers: { readonly frame: Uint8Array }[] = [];
  serveRepacking({
    on: (_, listener) => listener(frames),
    postMessage: (answer) =>
      answers.push(structuredClone(answer as { readonly frame: Uint8Array })),
  });
  expect(frames.map((frame) => frame.length)).toEqual([0, 0]);
  const [answer] = answers;
  expect(
    openBlock(answer?.frame ?? new Uint8Array(), 1)
      .entries()
      .map((entry) => Buffer.from(entry?.bytes ?? [])),
  ).toEqual([...entries, ...entries].map(({ bytes }) => Buffer.from(bytes)));
});
