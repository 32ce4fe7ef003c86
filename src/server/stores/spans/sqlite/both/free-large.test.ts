import { markAsUntransferable } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openBlock, packBlock } from '../blocks/block-codec.ts';
import type { Packed } from '../blocks/block-jobs.ts';
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
  const [spans = [], others = []] = [1, 65].map((first) =>
    Array.from({ length: 64 }, (_, at) => ({
      id: first + at,
      contextId: 1,
      bytes: Uint8Array.from({ length: 8_000 }, (__, i) => (i * (at + 7) * 31) % 251),
    })),
  );
  const blocks = [
    { number: 1, frame: packBlock(1, spans, 1), rank: null },
    { number: 65, frame: packBlock(65, others, 1), rank: null },
  ];
  const answers: { readonly result: Packed }[] = [];
  serveRepacking({
    on: (_, listener) =>
      listener({
        kind: 'pack',
        blocks,
        ids: new Float64Array(),
        ranks: new Uint32Array(),
        list: null,
      }),
    postMessage: (answer) => answers.push(structuredClone(answer as { readonly result: Packed })),
  });
  expect(blocks.map(({ frame }) => frame.length)).toEqual([0, 0]);
  const [block] = answers[0]?.result.blocks ?? [];
  expect(
    openBlock(block?.frame ?? new Uint8Array(), 1)
      .spans()
      .map(({ id, bytes }) => [id, Buffer.from(bytes)]),
  ).toEqual([...spans, ...others].map(({ id, bytes }) => [id, Buffer.from(bytes)]));
});
