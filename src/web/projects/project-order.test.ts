import { describe, expect, it } from 'vitest';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { inOrder, matching, sortBy, sortOf, sortText } from './project-order.ts';

function project(name: string, traces: number, description: string | null = null): ProjectSummary {
  return {
    project: { id: `id-${name}`, name, description },
    span_count: traces,
    trace_count: traces,
    error_count: 0,
    error_trace_count: 0,
    latency_p50_ms: null,
    latency_p99_ms: null,
    token_count_prompt: 0,
    token_count_completion: 0,
    cost_usd: 0,
    last_span_time: null,
    sparkline: [],
  };
}

const ALL = [project('beta', 5), project('Alpha', 9, 'answers customers'), project('gamma', 5)];
const names = (list: readonly ProjectSummary[]) => list.map((one) => one.project.name);

describe('the order of projects', () => {
  it('is by a column either way, pinned ones first, equal ones by name', () => {
    expect(names(inOrder(ALL, { by: 'name', down: false }, new Set()))).toEqual([
      'Alpha',
      'beta',
      'gamma',
    ]);
    expect(names(inOrder(ALL, { by: 'traces', down: true }, new Set()))).toEqual([
      'Alpha',
      'beta',
      'gamma',
    ]);
    expect(names(inOrder(ALL, { by: 'traces', down: true }, new Set(['id-gamma'])))).toEqual([
      'gamma',
      'Alpha',
      'beta',
    ]);
  });

  it('is in the address unless it is the default', () => {
    for (const text of ['name', '-name', '-traces', 'last'])
      expect(sortText(sortOf(text))).toBe(text);
    for (const text of [undefined, '-last', 'nonsense'])
      expect(sortText(sortOf(text))).toBeUndefined();
    expect(sortBy(sortOf('-traces'), 'traces')).toEqual({ by: 'traces', down: false });
    expect(sortBy(sortOf('-traces'), 'name')).toEqual({ by: 'name', down: false });
  });

  it('finds by name and description', () => {
    expect(names(matching(ALL, ' ALPH'))).toEqual(['Alpha']);
    expect(names(matching(ALL, 'customers'))).toEqual(['Alpha']);
    expect(matching(ALL, '')).toHaveLength(3);
  });
});
