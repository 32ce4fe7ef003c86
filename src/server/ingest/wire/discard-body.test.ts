import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { Admission } from './admission.ts';
import { discardBody, giveBack } from './discard-body.ts';
import { readBody } from './read-body.ts';

/** As a socket delivers them: each piece in memory of its own. */
function piece(bytes: number): Buffer {
  return Buffer.from(new ArrayBuffer(bytes));
}

it('gives the memory of a body back piece by piece, as it is thrown away', async () => {
  const body = new PassThrough({ objectMode: true });
  const pieces = [piece(100), piece(200)];
  discardBody(body);
  for (const one of pieces) body.write(one);
  await expect
    .poll(() => pieces.map(({ buffer }) => buffer instanceof ArrayBuffer && buffer.detached))
    .toEqual([true, true]);
  body.destroy(new Error('broken off'));
});

it('leaves memory that others use', () => {
  const shared = new ArrayBuffer(100);
  giveBack([Buffer.from(shared, 10, 20)]);
  expect(shared.detached).toBe(false);
});

it('gives back what was read of a body that turns out not to fit', async () => {
  const admission = new Admission(
    { queueBytesMax: 150, queueSpansMax: 1_000 },
    new Int32Array(new SharedArrayBuffer(4)),
    () => undefined,
  );
  admission.open();
  const body = new PassThrough({ objectMode: true });
  const pieces = [piece(100), piece(100), piece(100)];
  const reading = readBody(body, admission.enter(), { bodyBytesMax: 1_000, bytesPerSecondMin: 1 });
  for (const one of pieces) body.write(one);
  await expect(reading).rejects.toBeInstanceOf(AppError);
  await expect
    .poll(() => pieces.map(({ buffer }) => buffer instanceof ArrayBuffer && buffer.detached))
    .toEqual([true, true, true]);
});
