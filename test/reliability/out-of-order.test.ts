import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { hexId, jsonSpan, otlpJson, readProject, sendTraces } from './read-back.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';

const MANY = casesOf(20_000, 50_000);

let server: BootedServer;
beforeAll(async () => {
  // The test checks the answer, not its speed: filters over 50,000 spans also end on a busy
  // machine.
  server = await boot({ env: { SERVICE_QUERY_TIMEOUT: '60s' } });
});
afterAll(async () => {
  await server.dispose();
});

/**
 * A span of a shape: its number, and its parent's (null for a root). The earliest number starts
 * first.
 */
type Span = readonly [number: number, parent: number | null];

interface Shape {
  readonly name: string;
  /** Requests in the order they are sent. */
  readonly requests: readonly (readonly Span[])[];
  /** Real roots, and spans whose parent never came. */
  readonly roots: number;
  readonly orphans: number;
}

const range = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);
const chain = (length: number): readonly Span[] =>
  range(length).map((number) => [number, number === 1 ? null : number - 1]);
const oneByOne = (spans: readonly Span[]): readonly (readonly Span[])[] =>
  spans.map((span) => [span]);
const batches = (spans: readonly Span[], size: number): readonly (readonly Span[])[] =>
  range(Math.ceil(spans.length / size)).map((batch) =>
    spans.slice((batch - 1) * size, batch * size),
  );
const family: readonly Span[] = [
  [1, null],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, 4],
];
const star = (leaves: number): readonly Span[] =>
  range(leaves + 1).map((number) => [number, number === 1 ? null : 1]);

const SHAPES: readonly Shape[] = [
  { name: 'a family in order', requests: [family], roots: 1, orphans: 0 },
  {
    name: 'a family backwards, one by one',
    requests: oneByOne(family.toReversed()),
    roots: 1,
    orphans: 0,
  },
  {
    name: 'a family backwards in one request',
    requests: [family.toReversed()],
    roots: 1,
    orphans: 0,
  },
  { name: 'a child before its parent', requests: [[[2, 1]], [[1, null]]], roots: 1, orphans: 0 },
  {
    name: 'a grandchild, then the root, then what is between',
    requests: [[[3, 2]], [[1, null]], [[2, 1]]],
    roots: 1,
    orphans: 0,
  },
  { name: 'a parent that never comes', requests: [[[2, 1]]], roots: 0, orphans: 1 },
  {
    name: 'three children of a parent that never comes',
    requests: [
      [
        [2, 1],
        [3, 1],
      ],
      [[4, 1]],
    ],
    roots: 0,
    orphans: 3,
  },
  { name: 'a root and an orphan', requests: [[[5, null]], [[6, 99]]], roots: 1, orphans: 1 },
  {
    name: 'two roots',
    requests: [
      [
        [1, null],
        [2, null],
      ],
    ],
    roots: 2,
    orphans: 0,
  },
  {
    name: 'two roots, the later first',
    requests: [
      [
        [2, null],
        [3, 2],
      ],
      [[1, null]],
    ],
    roots: 2,
    orphans: 0,
  },
  {
    name: 'a hundred roots',
    requests: [range(100).map((number) => [number, null])],
    roots: 100,
    orphans: 0,
  },
  { name: 'a span that is its own parent', requests: [[[1, 1]]], roots: 0, orphans: 0 },
  {
    name: 'a root beside a span that is its own parent',
    requests: [
      [
        [1, null],
        [2, 2],
        [3, 2],
      ],
    ],
    roots: 1,
    orphans: 0,
  },
  {
    name: 'two that are each other’s parents',
    requests: [
      [
        [1, 2],
        [2, 1],
      ],
    ],
    roots: 0,
    orphans: 0,
  },
  {
    name: 'two that are each other’s parents, one by one',
    requests: [[[1, 2]], [[2, 1]]],
    roots: 0,
    orphans: 0,
  },
  {
    name: 'a ring of five',
    requests: [range(5).map((number) => [number, (number % 5) + 1])],
    roots: 0,
    orphans: 0,
  },
  {
    name: 'a ring of a thousand',
    requests: [range(1_000).map((number) => [number, (number % 1_000) + 1])],
    roots: 0,
    orphans: 0,
  },
  {
    name: 'a ring with a tail',
    requests: [
      [
        [1, 2],
        [2, 1],
        [3, 2],
        [4, 3],
      ],
    ],
    roots: 0,
    orphans: 0,
  },
  {
    name: 'a root, a ring and an orphan',
    requests: [
      [
        [1, null],
        [2, 3],
        [3, 2],
        [4, 50],
      ],
    ],
    roots: 1,
    orphans: 1,
  },
  { name: 'a chain of 10,000', requests: [chain(10_000)], roots: 1, orphans: 0 },
  {
    name: 'a chain of 10,000 backwards',
    requests: batches(chain(10_000).toReversed(), 1_000),
    roots: 1,
    orphans: 0,
  },
  {
    name: 'a chain of 2,000, odd numbers first',
    requests: [
      chain(2_000).filter(([number]) => number % 2 === 1),
      chain(2_000).filter(([number]) => number % 2 === 0),
    ],
    roots: 1,
    orphans: 0,
  },
  {
    name: 'a chain of 100, one by one from the end',
    requests: oneByOne(chain(100).toReversed()),
    roots: 1,
    orphans: 0,
  },
  { name: 'a star of 5,000', requests: [star(5_000)], roots: 1, orphans: 0 },
  {
    name: 'a star of 5,000, its centre last',
    requests: [star(5_000).slice(1), star(0)],
    roots: 1,
    orphans: 0,
  },
  { name: `${MANY} spans`, requests: batches(star(MANY - 1), 10_000), roots: 1, orphans: 0 },
  {
    name: 'every span twice',
    requests: [family, family, family.toReversed()],
    roots: 1,
    orphans: 0,
  },
  {
    name: 'one span twice in a request',
    requests: [
      [
        [1, null],
        [1, null],
        [2, 1],
      ],
    ],
    roots: 1,
    orphans: 0,
  },
  {
    name: 'a span twice, the second time with another parent',
    requests: [
      [
        [1, null],
        [2, 1],
      ],
      [[2, 7]],
    ],
    roots: 1,
    orphans: 0,
  },
  {
    name: 'a parent that comes after its trace was read',
    requests: [
      [
        [3, 2],
        [4, 3],
      ],
      [[2, null]],
    ],
    roots: 1,
    orphans: 0,
  },
];

interface Skeleton {
  readonly complete: boolean;
  readonly span_ids: readonly string[];
  readonly parents: readonly number[];
  readonly missing_parents: Readonly<Record<string, string>>;
}

const spanId = (number: number): string => hexId(number, 16);

async function skeletonOf(traceId: string): Promise<Skeleton> {
  const response = await fetch(`${server.url}/v1/traces/${traceId}/skeleton?limit=100000`);
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`The skeleton answered ${response.status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { readonly data: Skeleton }).data;
}

describe('spans in any order and of any shape', () => {
  test.each(SHAPES.map((shape, index) => ({ ...shape, trace: index + 1 })))(
    '$name',
    async ({ requests, roots, orphans, trace }) => {
      const traceId = hexId(trace, 32);
      for (const spans of requests) {
        const body = otlpJson(
          spans.map(([number, parent]) =>
            jsonSpan(trace, number, parent === null ? {} : { parentSpanId: spanId(parent) }),
          ),
        );
        const { status, text } = await sendTraces(server.url, body, {
          'x-project-name': `shape-${trace}`,
        });
        expect(text).toBe('{}');
        expect(status).toBe(200);
        // The spans received so far form a tree at every moment.
        expect((await skeletonOf(traceId)).complete).toBe(true);
      }
      const wanted = new Map<string, string | null>();
      for (const [number, parent] of requests.flat())
        if (!wanted.has(spanId(number)))
          wanted.set(spanId(number), parent === null ? null : spanId(parent));

      const skeleton = await skeletonOf(traceId);
      expect(skeleton.span_ids.toSorted()).toEqual([...wanted.keys()].toSorted());
      expect(skeleton.parents.filter((parent) => parent === -1)).toHaveLength(roots);
      expect(skeleton.parents.filter((parent) => parent === -2)).toHaveLength(orphans);
      const wrong = skeleton.span_ids.filter((id, index) => {
        const parent = skeleton.parents[index] ?? -1;
        const read =
          parent >= 0
            ? skeleton.span_ids[parent]
            : parent === -2
              ? skeleton.missing_parents[String(index)]
              : null;
        return read !== wanted.get(id);
      });
      expect(wrong.slice(0, 5)).toEqual([]);

      const spans = (await readProject(server.url, `shape-${trace}`)) ?? [];
      expect(spans).toHaveLength(wanted.size);
      expect(
        spans.filter((span) => span.parent_id !== wanted.get(span.context.span_id)).slice(0, 5),
      ).toEqual([]);
      const filter = encodeURIComponent(
        `num_spans == ${wanted.size} and len([s for s in spans if s.parent_id is None]) == ${roots}`,
      );
      const list = await fetch(`${server.url}/v1/projects/shape-${trace}/traces?filter=${filter}`);
      expect(((await list.json()) as { readonly data: readonly unknown[] }).data).toHaveLength(1);
      const rows = await fetch(`${server.url}/v1/projects/shape-${trace}/trace_rows`);
      expect(rows.status).toBe(200);
    },
  );
});
