import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutGraph } from './graph-layout.ts';
import { traceOf, type GivenSpan } from './trace-fixture.ts';
import { readableGraph, traceGraph } from './trace-graph.ts';
import { traceTimes } from './trace-time.ts';

function graphOf(spans: readonly GivenSpan[], stepsMax = 50) {
  const { tree, columns } = traceOf(spans);
  return traceGraph(tree, columns, traceTimes(tree, columns), stepsMax);
}

const AGENT: readonly GivenSpan[] = [
  { parent: -1, name: 'agent', startMs: 0, durationMs: 100 },
  { parent: 0, name: 'llm', kind: 7, tokens: 5, startMs: 0, durationMs: 20 },
  { parent: 0, name: 'tool', startMs: 20, durationMs: 10, error: true },
  { parent: 0, name: 'llm', kind: 7, tokens: 7, startMs: 30, durationMs: 20 },
  { parent: 3, name: 'http', startMs: 31, durationMs: 5 },
  { parent: 0, name: 'tool', startMs: 45, durationMs: 10 },
];

describe('traceGraph', () => {
  it('gathers equal spans with their figures', () => {
    const { steps } = graphOf(AGENT);
    expect(
      steps.map(({ name, nodes, errors, totalMs, tokens }) => [
        name,
        nodes.length,
        errors,
        totalMs,
        tokens,
      ]),
    ).toEqual([
      ['agent', 1, 0, 100, 0],
      ['llm', 2, 0, 40, 12],
      ['tool', 2, 1, 20, 0],
      ['http', 1, 0, 5, 0],
    ]);
  });

  it('counts who called whom, and what followed what without running beside it', () => {
    const { steps, edges } = graphOf(AGENT);
    const drawn = edges.map(
      ({ from, to, way, count }) => `${steps[from]?.name} ${way} ${steps[to]?.name} ${count}`,
    );
    expect(drawn.toSorted()).toEqual([
      'agent calls llm 2',
      'agent calls tool 2',
      'llm calls http 1',
      'llm then tool 1',
      'tool then llm 1',
    ]);
  });

  it('keeps the steps that took longest, and says how many it left out', () => {
    const graph = graphOf(AGENT, 2);
    expect(graph.steps.map(({ name }) => name)).toEqual(['agent', 'llm']);
    expect(graph.leftOut).toBe(2);
  });
});

/** An agent whose steps all call each other at every depth, `size` spans of it. */
function tangled(size: number, nameOf: (index: number) => string): readonly GivenSpan[] {
  return Array.from({ length: size }, (_, index) => ({
    parent: index === 0 ? -1 : Math.floor((index - 1) / 8),
    name: nameOf(index),
  }));
}

function readable(spans: readonly GivenSpan[]) {
  const { tree, columns } = traceOf(spans);
  return readableGraph(tree, columns, traceTimes(tree, columns), 60);
}

describe('readableGraph', () => {
  it('merges by name as long as that can be read', () => {
    const { graph, isReadable } = readable(AGENT);
    expect([isReadable, graph.merge, graph.steps.map(({ depth }) => depth)]).toEqual([
      true,
      'name',
      [null, null, null, null],
    ]);
  });

  it('merges spans whose names differ in numbers by their depth, groups of equal leaves among them', () => {
    const { graph, isReadable } = readable(tangled(20_000, (index) => `step ${index % 50}`));
    expect([isReadable, graph.merge, graph.leftOut]).toEqual([true, 'pattern', 0]);
    expect(graph.steps.map(({ name, depth }) => `${name} ${depth}`)).toEqual(
      Array.from({ length: 6 }, (_, depth) => `step # ${depth}`),
    );
    expect(graph.steps.reduce((sum, { nodes }) => sum + nodes.length, 0)).toBe(20_000);
    expect(
      graph.edges.filter(({ way }) => way === 'calls').map(({ from, to }) => [from, to]),
    ).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
    const leaves = readable([
      ...tangled(2000, (index) => `step ${index % 50}`),
      ...Array.from({ length: 20 }, () => ({ parent: 0, name: 'step 7' })),
    ]);
    expect(leaves.graph.steps.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4]);
  });

  it('finds that a graph is of no use where nothing makes it readable', () => {
    const words = Array.from(
      { length: 80 },
      (_, index) =>
        `step ${String.fromCodePoint(97 + (index % 26))}${String.fromCodePoint(97 + (index % 7))}`,
    );
    const { graph, isReadable } = readable(
      tangled(20_000, (index) => words[(index * 31) % words.length] ?? ''),
    );
    expect([isReadable, graph.merge]).toEqual([false, 'name']);
  });
});

describe('layOutGraph', () => {
  it('puts what is called one layer on, also through a circle', () => {
    const { layer, place } = layOutGraph(4, [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 1 },
      { from: 0, to: 3 },
      { from: 3, to: 3 },
    ]);
    expect([...layer]).toEqual([0, 1, 2, 1]);
    expect([...place]).toEqual([0, 0, 0, 1]);
  });

  it('gives every node a place of its own, whatever the edges', () => {
    const node = fc.nat(14);
    fc.assert(
      fc.property(fc.array(fc.record({ from: node, to: node }), { maxLength: 60 }), (edges) => {
        const { layer, place, sizes } = layOutGraph(15, edges);
        const places = Array.from(layer, (one, index) => `${one} ${place[index]}`);
        expect(new Set(places).size).toBe(15);
        expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(15);
      }),
    );
  });
});
