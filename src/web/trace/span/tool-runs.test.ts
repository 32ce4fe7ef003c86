import { describe, expect, it } from 'vitest';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { ToolCall } from './message-parts.ts';
import { earlierCalls, furtherCalls, matchRuns, toolsAfter } from './tool-runs.ts';
import { columnsOfSkeleton } from '#web/trace/trace-skeleton.ts';

/** Rows as kind, parent, start and duration in milliseconds. */
function columnsOf(
  ...rows: readonly (readonly [
    kind: (typeof SPAN_KINDS)[number],
    parent: number,
    start: number,
    duration: number,
  ])[]
) {
  return columnsOfSkeleton({
    span_ids: rows.map((_, at) => `s${at}`),
    parents: rows.map((row) => row[1]),
    missing_parents: {},
    start_offsets_ns: rows.map((row) => row[2] * 1e6),
    durations_ns: rows.map((row) => row[3] * 1e6),
    names: ['x'],
    name_indexes: rows.map(() => 0),
    kinds: rows.map((row) => SPAN_KINDS.indexOf(row[0])),
    statuses: rows.map(() => 0),
    token_counts_prompt: rows.map(() => null),
    token_counts_completion: rows.map(() => null),
    costs_usd: rows.map(() => null),
    first_tokens_ns: rows.map(() => null),
    open_spans: [],
    models: rows.map(() => null),
    repeats: {},
  });
}

describe('a trace of an agent', () => {
  const columns = columnsOf(
    ['AGENT', -1, 0, 100],
    ['LLM', 0, 1, 10],
    ['TOOL', 0, 12, 5],
    ['AGENT', 0, 13, 20],
    ['TOOL', 3, 14, 2],
    ['LLM', 3, 15, 2],
    ['LLM', 0, 40, 10],
    ['TOOL', 0, 55, 5],
  );

  it('has the LLM calls before one, nearest first', () => {
    expect(earlierCalls(columns, 6, 4)).toEqual([5, 1]);
    expect(earlierCalls(columns, 6, 1)).toEqual([5]);
    expect(earlierCalls(columns, 1, 4)).toEqual([]);
  });

  it('has the tools a call asked for: up to the next call of the same parent', () => {
    expect(toolsAfter(columns, 1, 20)).toEqual([2, 4]);
    expect(toolsAfter(columns, 6, 20)).toEqual([7]);
    expect(toolsAfter(columns, 7, 20)).toEqual([]);
  });
});

describe('joining calls to the spans that ran them', () => {
  const call = (id: string | null, name: string, args: ToolCall['args'] = null): ToolCall => ({
    id,
    name,
    args,
  });
  const run = (
    row: number,
    name: string,
    args: ToolCall['args'] = null,
    callId: string | null = null,
  ) => ({
    row,
    names: [name],
    callId,
    args,
  });

  it('goes by id, then by name and arguments, then by name in order', () => {
    const calls = [
      call('c1', 'find', { q: 1 }),
      call('c2', 'find', { q: 2 }),
      call(null, 'send'),
      call(null, 'none'),
    ];
    const runs = [
      run(1, 'find', { q: 2 }),
      run(2, 'other', null, 'c1'),
      run(3, 'execute_tool send'),
    ];
    const rows = [...matchRuns(calls, runs)].map(([one, { row }]) => [one.name, one.id, row]);
    expect(rows.toSorted()).toEqual([
      ['find', 'c1', 2],
      ['find', 'c2', 1],
      ['send', null, 3],
    ]);
  });

  it('gives one run to one call only', () => {
    const calls = [call('a', 'find'), call('b', 'find')];
    expect([...matchRuns(calls, [run(1, 'find')]).keys()]).toEqual([calls[0]]);
  });
});

it('looks for the call that an orchestrator’s call continues beyond those of its agents, siblings first', () => {
  const columns = columnsOf(
    ['AGENT', -1, 0, 100],
    ['LLM', 0, 1, 5],
    ['AGENT', 0, 10, 50],
    ['LLM', 2, 11, 5],
    ['LLM', 2, 20, 5],
    ['LLM', 2, 30, 5],
    ['LLM', 0, 70, 5],
  );
  expect(earlierCalls(columns, 6, 2)).toEqual([5, 4]);
  expect(furtherCalls(columns, 6, 2, 24)).toEqual([1, 3]);
  expect(furtherCalls(columns, 6, 2, 1)).toEqual([1]);
});
