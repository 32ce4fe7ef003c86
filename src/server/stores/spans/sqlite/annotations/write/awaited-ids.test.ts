import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHex } from '#core/otlp/hex.ts';
import { AwaitedIds } from './awaited-ids.ts';

const id = fc.uint8Array({ minLength: 8, maxLength: 8 });

it('never misses an id that is awaited, and tells nearly all others apart', () => {
  fc.assert(
    fc.property(fc.array(id, { minLength: 1 }), fc.array(id), (awaited, others) => {
      const ids = new AwaitedIds();
      expect(others.some((other) => ids.mayHave(other))).toBe(false);
      for (const one of awaited) ids.add(toHex(one));
      for (const one of awaited)
        expect([ids.mayHave(one), ids.has(toHex(one))]).toEqual([true, true]);
      for (const one of awaited) ids.delete(toHex(one));
      expect([ids.size, ids.has(toHex(awaited[0] ?? new Uint8Array(8)))]).toEqual([0, false]);
    }),
  );
  const ids = new AwaitedIds();
  for (let n = 0; n < 1_000; n += 1) ids.add(n.toString(16).padStart(16, '0'));
  const others = Array.from({ length: 1_000 }, (_, n) =>
    Uint8Array.of(1, 2, 3, 4, 5, 6 + (n >> 6), n & 255, 200),
  );
  expect(others.filter((other) => ids.mayHave(other)).length).toBeLessThan(20);
});
