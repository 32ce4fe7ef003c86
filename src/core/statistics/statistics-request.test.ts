import { expect, it } from 'vitest';
import { bootstrapClusteredMean } from './bootstrap.ts';
import { pairedDifference } from './paired-difference.ts';
import { answerStatistics } from './statistics-request.ts';

const values = Float64Array.from({ length: 20_000 }, (_, at) => Math.sin(at));
const clusterOf = Int32Array.from(values, (_, at) => at);

it('answers each task as its function does, in order', () => {
  const [a, b] = [values.slice(0, 40), values.slice(40, 80)];
  const mean = { seed: 'm', values: a, clusterOf: clusterOf.slice(0, 40), confidence: 0.9 };
  const pair = { seed: 'p', a, b, direction: 'minimize', resamples: 2_000 } as const;
  const nothing = { seed: 'n', values: new Float64Array(0), clusterOf: new Int32Array(0) };
  expect(answerStatistics({ means: [nothing, mean], pairs: [pair] })).toEqual({
    means: [null, bootstrapClusteredMean(a, mean.clusterOf, mean)],
    pairs: [pairedDifference(a, b, pair)],
  });
});

it('makes fewer resamples of each where there are many tasks over many values, and says how many', () => {
  const empty = { seed: '', values: new Float64Array(0), clusterOf: new Int32Array(0) };
  const means = [{ seed: 's', values: values.slice(0, 5_000), clusterOf: clusterOf.slice(0, 5_000) }];
  expect(answerStatistics({ means, pairs: [] }).means[0]).toMatchObject({ resamples: 10_000 });
  for (let task = 1; task < 100; task += 1) means.push(empty);
  expect(answerStatistics({ means, pairs: [] }).means[0]).toMatchObject({ method: 'bca', resamples: 2_000 });
});

it('stops when its caller is gone', () => {
  const task = { seed: 's', values, clusterOf };
  expect(() => answerStatistics({ means: [task], pairs: [] }, { over: () => true })).toThrow('took too long');
});
