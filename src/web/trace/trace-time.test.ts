import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criticalMs, criticalPath } from './critical-path.ts';
import { traceOf, type GivenSpan } from './trace-fixture.ts';
import { timeMarkOf } from './waterfall/waterfall-row.tsx';
import { concurrencyOf, gapsBefore, traceTimes } from './trace-time.ts';

function timed(spans: readonly GivenSpan[]) {
  const { tree, columns } = traceOf(spans);
  return { tree, columns, times: traceTimes(tree, columns) };
}

/**
 * Any trace: parents before or after their children, roots, orphans, children outside their
 * parent's time.
 */
const anyTrace = fc
  .array(
    fc.record({
      parent: fc.integer({ min: -2, max: 20 }),
      startMs: fc.nat(100),
      durationMs: fc.integer({ min: -3, max: 60 }),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((spans) =>
    spans
      .map((one) => ({
        ...one,
        parent: one.parent >= spans.length ? -1 : one.parent,
        missing: 'abcd',
        name: `n${one.durationMs % 3}`,
      }))
      .toSorted((a, b) => a.startMs - b.startMs),
  );

describe('traceTimes', () => {
  it('counts overlapping children once, and only within their parent', () => {
    const { times } = timed([
      { parent: -1, startMs: 0, durationMs: 100 },
      { parent: 0, startMs: 10, durationMs: 30 },
      { parent: 0, startMs: 20, durationMs: 40 },
      { parent: 0, startMs: 90, durationMs: 50 },
    ]);
    expect([...times.selfMs]).toEqual([40, 30, 40, 50]);
  });

  it('gives groups and missing parents the time of what is below, and draws an open span to its last child', () => {
    const { times } = timed([
      { parent: -2, missing: 'abcd', startMs: 5, durationMs: 10 },
      { parent: -1, startMs: 20, durationMs: 0, open: true },
      { parent: 1, startMs: 22, durationMs: 8 },
    ]);
    expect([...times.startMs]).toEqual([5, 5, 20, 22]);
    expect([...times.endMs]).toEqual([15, 15, 30, 30]);
    expect([...times.open]).toEqual([0, 0, 1, 0]);
  });

  it('takes a span that was ended at once for ended, though what it started runs on', () => {
    const { times } = timed([
      { parent: -1, startMs: 0, durationMs: 0 },
      { parent: 0, startMs: 10, durationMs: 50 },
    ]);
    expect([...times.endMs]).toEqual([0, 60]);
    expect([...times.open]).toEqual([0, 0]);
  });

  it('draws an open span with nothing below it to the end of the trace, and one that lasted nothing not', () => {
    const { times } = timed([
      { parent: -1, startMs: 0, durationMs: 50 },
      { parent: 0, startMs: 10, durationMs: 0, open: true },
      { parent: 0, startMs: 20, durationMs: 0 },
    ]);
    expect([...times.open]).toEqual([0, 1, 0]);
    expect([...times.endMs]).toEqual([50, 50, 20]);
  });

  it('never finds more work of its own than the span lasted', () => {
    fc.assert(
      fc.property(anyTrace, (spans) => {
        const { tree, times } = timed(spans);
        for (let node = 0; node < tree.size; node++) {
          expect(times.selfMs[node]).toBeGreaterThanOrEqual(0);
          expect(times.selfMs[node]).toBeLessThanOrEqual(
            (times.endMs[node] ?? 0) - (times.startMs[node] ?? 0) + 1e-9,
          );
        }
      }),
    );
  });
});

describe('gapsBefore', () => {
  it('measures waits between siblings, also after one that outlasts the next', () => {
    const { tree, times } = timed([
      { parent: -1, startMs: 0, durationMs: 100 },
      { parent: 0, startMs: 5, durationMs: 40 },
      { parent: 0, startMs: 10, durationMs: 5 },
      { parent: 0, startMs: 65, durationMs: 5 },
      { parent: 0, startMs: 75, durationMs: 5 },
    ]);
    expect([...gapsBefore(tree, times, 10)]).toEqual([0, 0, 0, 20, 0]);
  });
});

describe('concurrencyOf', () => {
  it('counts leaves at once; one that follows another is not beside it', () => {
    const { tree, times } = timed([
      { parent: -1, startMs: 0, durationMs: 100 },
      { parent: 0, startMs: 0, durationMs: 20 },
      { parent: 0, startMs: 20, durationMs: 30 },
      { parent: 0, startMs: 25, durationMs: 50 },
    ]);
    const { max, parts } = concurrencyOf(tree, times, 100, 10);
    expect(max).toBe(2);
    expect([...parts]).toEqual([1, 1, 2, 2, 2, 2, 1, 1, 0, 0]);
  });
});

describe('criticalPath', () => {
  it('follows the child that ended last, then the one before it, and the span itself in between', () => {
    const { tree, times, columns } = timed([
      { parent: -1, startMs: 0, durationMs: 100 },
      { parent: 0, startMs: 10, durationMs: 30 },
      { parent: 0, startMs: 15, durationMs: 10 },
      { parent: 0, startMs: 50, durationMs: 40 },
      { parent: 3, startMs: 60, durationMs: 60 },
    ]);
    const path = criticalPath(tree, times, columns.extentMs);
    const own = (node: number) =>
      Array.from({ length: (path.first[node + 1] ?? 0) - (path.first[node] ?? 0) }, (_, at) => [
        path.fromMs[(path.first[node] ?? 0) + at],
        path.toMs[(path.first[node] ?? 0) + at],
      ]);
    expect([0, 1, 2, 3, 4].map(own)).toEqual([
      [
        [0, 10],
        [40, 50],
        [90, 100],
      ],
      [[10, 40]],
      [],
      [[50, 60]],
      [[60, 90]],
    ]);
    expect(criticalMs(path, tree, 3)).toBe(40);
  });

  it('takes every moment once, within the span it belongs to', () => {
    fc.assert(
      fc.property(anyTrace, (spans) => {
        const { tree, times, columns } = timed(spans);
        const path = criticalPath(tree, times, columns.extentMs);
        const stretches: [number, number][] = [];
        for (let node = 0; node < tree.size; node++)
          for (let at = path.first[node] ?? 0; at < (path.first[node + 1] ?? 0); at++) {
            const [from, to] = [path.fromMs[at] ?? 0, path.toMs[at] ?? 0];
            expect(from).toBeGreaterThanOrEqual(times.startMs[node] ?? 0);
            expect(to).toBeLessThanOrEqual(times.endMs[node] ?? 0);
            stretches.push([from, to]);
          }
        stretches.sort((a, b) => a[0] - b[0]);
        for (const [at, [from]] of stretches.entries())
          if (at > 0) expect(from).toBeGreaterThanOrEqual(stretches[at - 1]?.[1] ?? 0);
      }),
    );
  });

  it('bears a chain of 100,000', () => {
    const { tree, times, columns } = timed(
      Array.from({ length: 100_000 }, (_, index) => ({
        parent: index - 1,
        startMs: 0,
        durationMs: 200_000 - index,
        name: 'same',
      })),
    );
    expect(criticalMs(criticalPath(tree, times, columns.extentMs), tree, 0)).toBeCloseTo(
      200_000,
      3,
    );
  });
});

describe('timeMarkOf', () => {
  it('marks clocks that differ, late starts and missing ends, and nothing else', () => {
    const { tree, times, columns } = timed([
      { parent: -1, startMs: 50, durationMs: 50 },
      { parent: 0, startMs: 40, durationMs: 5 },
      { parent: 0, startMs: 120, durationMs: 5 },
      { parent: 0, startMs: 60, durationMs: -4 },
      { parent: 0, startMs: 60.5, durationMs: 0, open: true },
      { parent: 4, startMs: 61, durationMs: 5 },
    ]);
    const words = Array.from(
      { length: tree.size },
      (_, node) => timeMarkOf(tree, columns, times, node)?.word ?? '',
    );
    expect(words).toEqual(['', 'clock', 'late', 'clock', 'open', '']);
  });

  it('says where parents that lead in a loop are cut open', () => {
    const { tree, times, columns } = timed([
      { parent: -1, startMs: 0, durationMs: 50 },
      { parent: 2, startMs: 1, durationMs: 5 },
      { parent: 1, startMs: 2, durationMs: 3 },
      { parent: 3, startMs: 4, durationMs: 3 },
    ]);
    const words = Array.from(
      { length: 4 },
      (_, row) => timeMarkOf(tree, columns, times, tree.nodeOfSpan[row] ?? -1)?.word ?? '',
    );
    expect(words).toEqual(['', 'loop', '', 'loop']);
  });
});
