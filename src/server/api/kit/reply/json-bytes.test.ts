import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonBytes } from './json-bytes.ts';

const written = (json: JsonBytes): unknown => JSON.parse(new TextDecoder().decode(json.finish()));

test('numbers are read back to the last digit, and what is none is null', () => {
  const numbers = [
    0,
    9,
    10,
    999_999_999,
    1e9,
    1_000_000_007,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 63,
    -1,
    0.1,
    1 / 3,
    5e-324,
    1.797e308,
    Number.NaN,
  ];
  expect(written(new JsonBytes(1).numbers(Float64Array.from(numbers)))).toEqual(
    JSON.parse(JSON.stringify(numbers)),
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.maxSafeInteger(), fc.nat(), fc.double({ noDefaultInfinity: true }))),
      (values) => {
        const noMinusZero = values.map((value) => (value === 0 ? 0 : value));
        expect(written(new JsonBytes(1).numbers(Float64Array.from(noMinusZero)))).toEqual(
          JSON.parse(JSON.stringify(noMinusZero)),
        );
      },
    ),
  );
});

test('texts, ids and picked values follow each other in one reply of its own length', () => {
  const names = ['plain', 'with "quotes" and \\', '日本語 🎉', ''];
  const json = new JsonBytes(4)
    .text('{"a":"é🎉","ids":')
    .hexIds(Uint8Array.of(0, 255, 16, 9), 2)
    .text(',"none":')
    .hexIds(new Uint8Array(), 2)
    .text(',"names":')
    .picked(names, Int32Array.of(3, 2, -1, 1, 0, 9))
    .text(',"zeros":')
    .numbers(new Uint8Array(3))
    .text('}');
  const bytes = json.finish();
  expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
    a: 'é🎉',
    ids: ['00ff', '1009'],
    none: [],
    names: ['', '日本語 🎉', null, names[1], 'plain', null],
    zeros: [0, 0, 0],
  });
});
