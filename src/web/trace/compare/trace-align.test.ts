import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignTraces } from './trace-align.ts';
import { nameOf } from '#web/trace/trace-skeleton.ts';
import { traceOf, type GivenSpan } from '#web/trace/trace-fixture.ts';
import { NODE_GROUP } from '#web/trace/trace-tree.ts';

/**
 * The rows as text: a pair's name, or the name with − (only the first has it) or + (only the
 * second).
 */
function rowsOf(first: readonly GivenSpan[], second: readonly GivenSpan[]): string[] {
  const [a, b] = [traceOf(first), traceOf(second)];
  return alignTraces(a, b).map((row) => {
    const name =
      row.a >= 0
        ? nameOf(a.columns, a.tree.span[row.a] ?? -1)
        : nameOf(b.columns, b.tree.span[row.b] ?? -1);
    return `${'  '.repeat(row.depth)}${row.b < 0 ? '−' : row.a < 0 ? '+' : ''}${name}`;
  });
}

const root: GivenSpan = { parent: -1, name: 'agent' };
const step = (name: string, parent = 0, kind = 0): GivenSpan => ({ parent, name, kind });

describe('alignTraces', () => {
  it('pairs equal steps and shows what was added and removed where it was', () => {
    expect(
      rowsOf(
        [root, step('plan'), step('search'), step('answer')],
        [root, step('plan'), step('check'), step('answer'), step('log')],
      ),
    ).toEqual(['agent', '  plan', '  −search', '  +check', '  answer', '  +log']);
  });

  it('takes repeats in order, and steps that changed places as pairs', () => {
    expect(
      rowsOf([root, step('llm'), step('llm'), step('tool')], [root, step('llm'), step('tool')]),
    ).toEqual(['agent', '  llm', '  −llm', '  tool']);
    expect(rowsOf([root, step('x'), step('y')], [root, step('y'), step('x')])).toEqual([
      'agent',
      '  x',
      '  y',
    ]);
  });

  it('tells kinds apart, pairs lone roots whatever their names, and shows a whole subtree as removed', () => {
    expect(
      rowsOf([root, step('same', 0, 7)], [{ ...root, name: 'agent v2' }, step('same', 0, 11)]),
    ).toEqual(['agent', '  −same', '  +same']);
    expect(rowsOf([root, step('gone'), step('below', 1)], [root])).toEqual([
      'agent',
      '  −gone',
      '    −below',
    ]);
  });

  const anyTrace = fc
    .array(
      fc.record({
        parent: fc.integer({ min: -2, max: 12 }),
        name: fc.constantFrom('a', 'b', 'c'),
        kind: fc.constantFrom(0, 7),
      }),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    .map((spans) =>
      spans.map((one) => ({
        ...one,
        parent: one.parent >= spans.length ? -1 : one.parent,
        missing: 'abcd',
      })),
    );

  it('shows every span of both exactly once, and pairs a trace with itself without remainder', () => {
    fc.assert(
      fc.property(anyTrace, anyTrace, (first, second) => {
        const [a, b] = [traceOf(first), traceOf(second)];
        const rows = alignTraces(a, b);
        const nodes = ({ tree }: typeof a) =>
          Array.from({ length: tree.size }, (_, node) => node).filter(
            (node) => tree.type[node] !== NODE_GROUP,
          );
        expect(
          rows
            .map((row) => row.a)
            .filter((node) => node >= 0)
            .toSorted((x, y) => x - y),
        ).toEqual(nodes(a));
        expect(
          rows
            .map((row) => row.b)
            .filter((node) => node >= 0)
            .toSorted((x, y) => x - y),
        ).toEqual(nodes(b));
        expect(alignTraces(a, a).every((row) => row.a === row.b)).toBe(true);
      }),
    );
  });

  it('pairs the same with the sides exchanged', () => {
    fc.assert(
      fc.property(anyTrace, anyTrace, (first, second) => {
        const [a, b] = [traceOf(first), traceOf(second)];
        const pairs = (rows: readonly { readonly a: number; readonly b: number }[]) =>
          rows.map((row) => `${row.a} ${row.b}`).toSorted();
        expect(pairs(alignTraces(b, a).map((row) => ({ a: row.b, b: row.a })))).toEqual(
          pairs(alignTraces(a, b)),
        );
      }),
    );
  });

  it('bears 20,000 equal siblings and a chain of 50,000', () => {
    const wide = traceOf([root, ...Array.from({ length: 20_000 }, () => step('same'))]);
    expect(alignTraces(wide, wide).every((row) => row.a === row.b)).toBe(true);
    const deep = traceOf(
      Array.from({ length: 50_000 }, (_, index) => ({ parent: index - 1, name: 'same' })),
    );
    expect(alignTraces(deep, deep).length).toBe(50_000);
  });
});
