import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latencyEdges, rowOfLatency } from './latency-edges.ts';

describe('the borders of latencies', () => {
  it('rise by equal factors and read well', () => {
    expect(latencyEdges(10, 1000, 4)).toEqual([10, 31.8, 101, 321, 1020]);
  });

  it('hold every latency between the least and the greatest, whatever those are', () => {
    const latency = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(latency, latency, fc.integer({ min: 1, max: 60 }), (a, b, rows) => {
        const edges = latencyEdges(Math.min(a, b), Math.max(a, b), rows);
        expect(edges.length).toBeGreaterThanOrEqual(2);
        expect(edges.length).toBeLessThanOrEqual(rows + 1);
        expect(edges).toEqual(edges.toSorted((x, y) => x - y));
        expect(edges[0]).toBeLessThanOrEqual(Math.max(Math.min(a, b), 0.001) * (1 + 1e-12));
        expect(edges.at(-1)).toBeGreaterThan(Math.max(a, b));
      }),
    );
  });

  it('say which interval a latency falls into, the nearest one for what lies outside', () => {
    const edges = [10, 20, 40];
    expect([5, 10, 19.9, 20, 39, 40, 500].map((ms) => rowOfLatency(ms, edges))).toEqual([
      0, 0, 0, 1, 1, 1, 1,
    ]);
  });
});
