import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { ToolCall } from './message-parts.ts';
import { canonical } from './conversation-delta.ts';
import type { Json } from '#web/platform/text/json.ts';
import { nameOf, type TraceColumns } from '#web/trace/trace-skeleton.ts';

const TOOL = SPAN_KINDS.indexOf('TOOL');
const LLM = SPAN_KINDS.indexOf('LLM');
const ANCESTORS_MAX = 200;
/** The limit of the search for siblings: more calls are too many to compare one by one. */
const FURTHER_SEARCHED_MAX = 2000;

/** A span that ran a tool, as far as it is known. */
export interface ToolRun {
  readonly row: number;
  /** Name of the span, and of the tool when it says one. */
  readonly names: readonly string[];
  /** Id of the call, when it says one. */
  readonly callId: string | null;
  readonly args: Json;
}

/** Rows of the LLM calls that began before this one, nearest first. */
export function earlierCalls(columns: TraceColumns, row: number, limit: number): readonly number[] {
  const rows: number[] = [];
  const start = columns.startsMs[row] ?? 0;
  // Rows are sorted by start time: earlier ones are above.
  for (let at = row - 1; at >= 0 && rows.length < limit; at--)
    if (
      columns.kinds[at] === LLM &&
      (columns.startsMs[at] ?? 0) <= start &&
      !isWithin(columns, row, at)
    )
      rows.push(at);
  return rows;
}

/**
 * Rows of LLM calls further back than the nearest: those of the same parent first, nearest first.
 * An orchestrator's next call comes after all those of the agents it has sent out.
 */
export function furtherCalls(
  columns: TraceColumns,
  row: number,
  nearest: number,
  limit: number,
): readonly number[] {
  const before = earlierCalls(columns, row, FURTHER_SEARCHED_MAX).slice(nearest);
  const isSibling = (at: number): boolean => columns.parents[at] === columns.parents[row];
  return [...before.filter(isSibling), ...before.filter((at) => !isSibling(at))].slice(0, limit);
}

/**
 * Rows of the tools that an LLM call may have asked for: those that begin between its end and the
 * next LLM call of the same parent, and below the same parent when there are such. By start time.
 */
export function toolsAfter(columns: TraceColumns, row: number, limit: number): readonly number[] {
  const parent = columns.parents[row] ?? -1;
  // Clocks are coarse: a tool may seem to begin a little before the answer ended, never before it
  // began.
  const from = columns.startsMs[row] ?? 0;
  const found: number[] = [];
  for (let at = row + 1; at < columns.count && found.length < limit; at++) {
    if ((columns.startsMs[at] ?? 0) < from) continue;
    if (columns.kinds[at] === LLM && columns.parents[at] === parent) break;
    if (columns.kinds[at] === TOOL) found.push(at);
  }
  const own = found.filter((at) => parent < 0 || isWithin(columns, at, parent));
  return own.length > 0 ? own : found;
}

function isWithin(columns: TraceColumns, row: number, ancestor: number): boolean {
  let at = columns.parents[row] ?? -1;
  for (let steps = 0; at >= 0 && steps < ANCESTORS_MAX; steps++) {
    if (at === ancestor) return true;
    at = columns.parents[at] ?? -1;
  }
  return false;
}

/** The only information about a tool span in the skeleton: its name. */
export function bareRun(columns: TraceColumns, row: number): ToolRun {
  return { row, names: [nameOf(columns, row)], callId: null, args: null };
}

/**
 * Which run answers which call, each at most once: by the call's id, else by name and equal
 * arguments, else by name in order. Calls without a run are left out.
 */
export function matchRuns<Run extends ToolRun>(
  calls: readonly ToolCall[],
  runs: readonly Run[],
): ReadonlyMap<ToolCall, Run> {
  const matched = new Map<ToolCall, Run>();
  const free = new Set(runs);
  const rules: ((call: ToolCall, run: Run) => boolean)[] = [
    (call, run) => call.id !== null && call.id === run.callId,
    (call, run) => isNamed(run, call.name) && call.args !== null && sameJson(call.args, run.args),
    (call, run) => isNamed(run, call.name) && (run.callId === null || call.id === null),
  ];
  for (const fits of rules) {
    for (const call of calls) {
      if (matched.has(call)) continue;
      const run = [...free].find((one) => fits(call, one));
      if (run === undefined) continue;
      matched.set(call, run);
      free.delete(run);
    }
  }
  return matched;
}

/** "execute_tool get_weather" and "get_weather" both run get_weather. */
function isNamed(run: ToolRun, name: string): boolean {
  const wanted = name.toLowerCase();
  return run.names.some(
    (one) =>
      one.toLowerCase() === wanted ||
      one
        .toLowerCase()
        .split(/[\s./:]+/)
        .at(-1) === wanted,
  );
}

function sameJson(a: Json, b: Json): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
}
