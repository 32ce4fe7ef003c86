import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { casesOf } from '../../../../test/nightly/nightly-length.ts';
import { AppError } from '#contracts/errors.ts';
import { openArrow } from './arrow-reader.ts';

const sample = (name: string) => readFileSync(path.resolve('test/fixtures/datasets', name));
/** Of each sample: with every commit, and a hundred thousand of all four in the long programme. */
const MUTATIONS = casesOf(150, 25_000);
const TIMEOUT_MS = Math.max(120_000, casesOf(120_000, 5_400_000));

/** Small steps of a generator of its own, so that a failure can be run again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

function mutated(bytes: Buffer, next: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  const kind = next(10);
  if (kind === 0) return copy.subarray(0, next(copy.length));
  for (let times = 0; times <= next(4); times++) {
    const at = next(copy.length - 4);
    if (kind < 4) copy[at] = next(256);
    else if (kind < 7) copy.writeUInt32LE(next(2) === 0 ? 0xffff_ffff : next(100_000), at & ~3);
    else copy.writeInt32LE(next(copy.length), at & ~3);
  }
  return copy;
}

async function readAll(bytes: Buffer): Promise<number> {
  const source = (async function* () {
    yield bytes;
  })();
  const table = await openArrow(source, 1024 * 1024);
  let rows = 0;
  for await (const records of table.records(new Set(table.columns))) {
    rows += records.length;
    JSON.stringify(records);
    if (rows > 1_000_000) break;
  }
  return rows;
}

it('refuses a batch that lies about its rows instead of reading nulls without end', async () => {
  const bytes = sample('types.arrows');
  const next = numbers('types.arrows'.length);
  let lying: Buffer = bytes;
  // The one of many mutations that says it has millions of rows, with columns of two.
  for (let round = 0; round <= 2_867; round++) lying = mutated(bytes, next);
  await expect(readAll(lying)).rejects.toMatchObject({ code: 'unprocessable', message: expect.stringContaining('shorter than its rows') });
});

it.each(['types.arrows', 'types-lz4.arrows', 'types-zstd.arrows', 'hang.arrows'])(
  'reads or refuses every mutation of %s, and returns',
  async (name) => {
    const bytes = sample(name);
    const next = numbers(name.length);
    for (let round = 0; round < MUTATIONS; round++) {
      const began = performance.now();
      const outcome = await readAll(mutated(bytes, next)).catch((error: unknown) => error);
      const took = performance.now() - began;
      if (!(outcome instanceof AppError && outcome.code === 'unprocessable')) expect(outcome).toEqual(expect.any(Number));
      expect(took, `round ${round}`).toBeLessThan(20_000);
    }
  },
  TIMEOUT_MS,
);
