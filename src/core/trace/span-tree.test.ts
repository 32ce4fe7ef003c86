import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { TraceSkeleton } from '#core/ports/whole-trace.ts';
import { criticalPath, selfTimes } from './critical-path.ts';
import { buildSpanTree } from './span-tree.ts';
import { subtreeTotals } from './subtree-totals.ts';

const SHAPES: readonly {
  readonly name: string;
  readonly parents: readonly number[];
  readonly roots: readonly number[];
  readonly depths: readonly number[];
}[] = [
  { name: 'nothing', parents: [], roots: [], depths: [] },
  { name: 'one root', parents: [-1], roots: [0], depths: [0] },
  { name: 'a family', parents: [-1, 0, 0, 1], roots: [0], depths: [0, 1, 1, 2] },
  { name: 'a child that started before its parent', parents: [1, -1], roots: [1], depths: [1, 0] },
  { name: 'two roots', parents: [-1, -1, 0], roots: [0, 1], depths: [0, 0, 1] },
  { name: 'an orphan', parents: [-1, -2, 1], roots: [0, 1], depths: [0, 0, 1] },
  { name: 'a span that is its own parent', parents: [0, 0], roots: [0], depths: [0, 1] },
  { name: 'two that are each other’s parents', parents: [1, 0], roots: [0], depths: [0, 1] },
  { name: 'a cycle with a tail', parents: [1, 3, 1, 2], roots: [1], depths: [1, 0, 1, 2] },
  { name: 'a parent out of range', parents: [7, Number.NaN], roots: [0, 1], depths: [0, 0] },
];

describe('the span tree', () => {
  test.each(SHAPES)('of $name', ({ parents, roots, depths }) => {
    const tree = buildSpanTree(parents);
    expect(tree.roots).toEqual(roots);
    expect([...tree.depths]).toEqual(depths);
    expect([...tree.preorder].toSorted((a, b) => a - b)).toEqual(
      parents.map((_parent, index) => index),
    );
  });

  test('of a chain of 100,000 and of a star of 100,000 is made without recursion', () => {
    const chain = buildSpanTree(Array.from({ length: 100_000 }, (_, index) => index - 1));
    expect(chain.depths[99_999]).toBe(99_999);
    const ring = buildSpanTree(
      Array.from({ length: 100_000 }, (_, index) => (index + 1) % 100_000),
    );
    expect(ring.roots).toEqual([0]);
    const star = buildSpanTree(
      Array.from({ length: 100_000 }, (_, index) => (index === 0 ? -1 : 0)),
    );
    expect(star.children[0]).toHaveLength(99_999);
  });

  test('of anything: every span once, each after its parent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 30 }), { maxLength: 30 }), (parents) => {
        const tree = buildSpanTree(parents);
        const places = new Map([...tree.preorder].map((index, place) => [index, place]));
        expect(places.size).toBe(parents.length);
        const kept = [...tree.parents.entries()].filter(([, parent]) => parent >= 0);
        expect(
          kept.every(
            ([index, parent]) => (places.get(parent) ?? Infinity) < (places.get(index) ?? -1),
          ),
        ).toBe(true);
        // A parent is only ever cut, never exchanged.
        expect(kept.every(([index, parent]) => parents[index] === parent)).toBe(true);
      }),
    );
  });
});

/** A skeleton of spans given as [parent, start, duration]. */
function skeletonOf(
  spans: readonly (readonly [number, number, number])[],
  extra: Partial<TraceSkeleton> = {},
): TraceSkeleton {
  const nothing = new Float64Array(spans.length).fill(Number.NaN);
  return {
    trace: {
      id: 1,
      projectId: 1,
      traceId: 'f'.repeat(32),
      startTimeUnixNano: 0n,
      endTimeUnixNano: 0n,
      spanCount: spans.length,
      errorCount: 0,
      promptTokens: 0,
      completionTokens: 0,
      costUsd: null,
      sessionNumber: null,
      sessionId: null,
      userId: null,
      rootSpanNumber: 1,
      rootName: null,
      rootKind: null,
      rootStatusCode: null,
    },
    complete: true,
    ids: Float64Array.from(spans, (_span, index) => index + 1),
    spanIds: new Uint8Array(spans.length * 8),
    parents: Int32Array.from(spans, ([parent]) => parent),
    missingParents: {},
    repeats: {},
    startOffsetsNano: Float64Array.from(spans, ([, start]) => start),
    durationsNano: Float64Array.from(spans, ([, , duration]) => duration),
    names: ['work'],
    nameIndexes: new Int32Array(spans.length),
    kinds: new Uint8Array(spans.length),
    statuses: new Uint8Array(spans.length),
    promptTokens: nothing,
    completionTokens: nothing,
    firstTokensNano: nothing,
    costsUsd: nothing,
    models: [],
    modelIndexes: new Int32Array(spans.length).fill(-1),
    ...extra,
  };
}

test('subtree totals count tokens of LLM spans only, and errors, cost and the latest end below', () => {
  const llm = SPAN_KINDS.indexOf('LLM');
  const agent = SPAN_KINDS.indexOf('AGENT');
  const skeleton = skeletonOf(
    [
      [-1, 0, 10],
      [0, 1, 5],
      [1, 2, 50],
      [-2, 3, -4],
    ],
    {
      kinds: Uint8Array.of(agent, llm, llm, agent),
      statuses: Uint8Array.of(0, 2, 2, 1),
      promptTokens: Float64Array.of(100, 10, 20, 5),
      completionTokens: Float64Array.of(7, 1, Number.NaN, Number.NaN),
      costsUsd: Float64Array.of(Number.NaN, 0.5, 0.25, Number.NaN),
    },
  );
  const totals = subtreeTotals(buildSpanTree(skeleton.parents), skeleton);
  expect([...totals.spans]).toEqual([3, 2, 1, 1]);
  expect([...totals.errors]).toEqual([2, 2, 1, 0]);
  expect([...totals.promptTokens]).toEqual([30, 30, 20, 0]);
  expect([...totals.completionTokens]).toEqual([1, 1, 0, 0]);
  expect([...totals.costUsd]).toEqual([0.75, 0.75, 0.25, 0]);
  expect([...totals.endOffsetsNano]).toEqual([52, 52, 52, -1]);
});

describe('time', () => {
  test.each([
    { name: 'no children', spans: [[-1, 0, 10]] as const, self: [10] },
    {
      name: 'children one after the other',
      spans: [
        [-1, 0, 10],
        [0, 1, 2],
        [0, 5, 3],
      ] as const,
      self: [5, 2, 3],
    },
    {
      name: 'children that overlap',
      spans: [
        [-1, 0, 10],
        [0, 1, 6],
        [0, 2, 3],
        [0, 6, 3],
      ] as const,
      self: [2, 6, 3, 3],
    },
    {
      name: 'a child that outlives its parent',
      spans: [
        [-1, 0, 10],
        [0, 8, 20],
      ] as const,
      self: [8, 20],
    },
    {
      name: 'a child outside its parent',
      spans: [
        [-1, 0, 10],
        [0, 20, 5],
      ] as const,
      self: [10, 5],
    },
    {
      name: 'a negative duration',
      spans: [
        [-1, 5, -3],
        [0, 6, 1],
      ] as const,
      self: [0, 1],
    },
  ])('of the span itself, with $name', ({ spans, self }) => {
    const skeleton = skeletonOf(spans);
    expect([...selfTimes(buildSpanTree(skeleton.parents), skeleton)]).toEqual(self);
  });

  test.each([
    { name: 'no children', spans: [[-1, 0, 10]] as const, path: [[0, 0, 10]] },
    {
      name: 'children one after the other',
      spans: [
        [-1, 0, 10],
        [0, 1, 2],
        [0, 5, 3],
      ] as const,
      path: [
        [0, 0, 1],
        [1, 1, 3],
        [0, 3, 5],
        [2, 5, 8],
        [0, 8, 10],
      ],
    },
    {
      name: 'children side by side',
      spans: [
        [-1, 0, 10],
        [0, 1, 8],
        [0, 1, 3],
      ] as const,
      path: [
        [0, 0, 1],
        [1, 1, 9],
        [0, 9, 10],
      ],
    },
    {
      name: 'a child that overlaps the next',
      spans: [
        [-1, 0, 10],
        [0, 0, 6],
        [0, 4, 6],
      ] as const,
      path: [
        [1, 0, 4],
        [2, 4, 10],
      ],
    },
    {
      name: 'a grandchild',
      spans: [
        [-1, 0, 10],
        [0, 2, 6],
        [1, 3, 4],
      ] as const,
      path: [
        [0, 0, 2],
        [1, 2, 3],
        [2, 3, 7],
        [1, 7, 8],
        [0, 8, 10],
      ],
    },
    {
      name: 'a child that outlives its parent',
      spans: [
        [-1, 0, 10],
        [0, 4, 50],
      ] as const,
      path: [
        [0, 0, 4],
        [1, 4, 10],
      ],
    },
  ])('of the critical path, with $name', ({ spans, path }) => {
    const skeleton = skeletonOf(spans);
    const stretches = criticalPath(buildSpanTree(skeleton.parents), skeleton, 0);
    expect(
      stretches.map((stretch) => [stretch.index, stretch.fromOffsetNano, stretch.toOffsetNano]),
    ).toEqual(path);
  });

  test('of the critical path covers the root once, whatever the spans', () => {
    const span = fc.tuple(
      fc.integer({ min: -1, max: 20 }),
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: -5, max: 50 }),
    );
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 20 }), (spans) => {
        const skeleton = skeletonOf([[-1, 0, 40], ...spans]);
        let until = 0;
        for (const stretch of criticalPath(buildSpanTree(skeleton.parents), skeleton, 0)) {
          expect(stretch.fromOffsetNano).toBe(until);
          until = stretch.toOffsetNano;
        }
        expect(until).toBe(40);
      }),
    );
  });
});
