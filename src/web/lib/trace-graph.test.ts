import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutGraph } from './graph-layout.ts';
import { traceOf } from './trace-fixture.ts';
import type { GivenSpan } from './trace-fixture.ts';
import { traceGraph } from './trace-graph.ts';
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
    expect(steps.map(({ name, nodes, errors, totalMs, tokens }) => [name, nodes.length, errors, totalMs, tokens])).toEqual([
      ['agent', 1, 0, 100, 0],
      ['llm', 2, 0, 40, 12],
      ['tool', 2, 1, 20, 0],
      ['http', 1, 0, 5, 0],
    ]);
  });

  it('counts who called whom, and what followed what without running beside it', () => {
    const { steps, edges } = graphOf(AGENT);
    const said = edges.map(({ from, to, way, count }) => `${steps[from]?.name} ${way} ${steps[to]?.name} ${count}`);
    expect(said.toSorted()).toEqual(['agent calls llm 2', 'agent calls tool 2', 'llm calls http 1', 'llm then tool 1', 'tool then llm 1']);
  });

  it('keeps the steps that took longest, and says how many it left out', () => {
    const graph = graphOf(AGENT, 2);
    expect(graph.steps.map(({ name }) => name)).toEqual(['agent', 'llm']);
    expect(graph.leftOut).toBe(2);
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
