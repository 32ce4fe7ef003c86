import { expect, it } from 'vitest';
import { spanView } from '#core/filter/test-views.ts';
import type { SpanPayload } from '#core/ports/span-rows.ts';
import { payloadSteps } from './payload-steps.ts';

function payloadOf(bytes: number): SpanPayload {
  return {
    row: spanView().row,
    bytes: new Uint8Array(bytes),
    resourceBytes: new Uint8Array(),
    resourceSchemaUrl: '',
    scopeBytes: new Uint8Array(),
    scopeSchemaUrl: '',
  };
}

/** How many spans are read at once, of spans of so many bytes each. */
async function stepsOf(sizes: readonly number[]): Promise<readonly number[]> {
  const steps: number[] = [];
  const payloads = (numbers: readonly unknown[]): Promise<readonly SpanPayload[]> => {
    steps.push(numbers.length);
    return Promise.resolve(numbers.map((at) => payloadOf(sizes[Number(at)] ?? 0)));
  };
  let last = 0;
  for await (const { read } of payloadSteps({ payloads }, [...sizes.keys()])) last = read;
  expect(last).toBe(sizes.length);
  return steps;
}

it('reads many small spans at once, and few large ones', async () => {
  expect(await stepsOf(Array<number>(500).fill(1_600))).toEqual([20, 200, 200, 80]);
  expect(await stepsOf(Array<number>(25).fill(300_000))).toEqual([20, 1, 1, 1, 1, 1]);
  expect(await stepsOf(Array<number>(30).fill(0))).toEqual([20, 10]);
  expect(await stepsOf([])).toEqual([]);
});
