import { AppError } from '#contracts/errors.ts';
import type { FigureCoverage } from '#contracts/figures.ts';
import { isoFromUnixNano } from '#contracts/time.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import type { Query, ReadContext } from '../kit/query.ts';
import { decodeState, encodeState } from './count-state-codec.ts';
import { figurePages } from './figure-source.ts';
import type { FigurePages, FigureRow, FigureScope } from './figure-source.ts';
import { spentAfter } from './scan-newest.ts';

/**
 * Counts everything that matches, however much that is: in steps, so that no reader is taken for long, each over as many parts of the range
 * as its time allows, newest first. Between two steps a count is plain data, so that any reader takes the next one.
 */
export interface CountPlace {
  /** What starts at this time or later is counted; null before the first step. */
  readonly before: bigint | null;
  readonly rows: number;
  readonly partsDone: number;
  /** What the tally has, in its own words. */
  readonly tally: string;
}

/** What to count from; null at the beginning. */
export interface CountAt {
  readonly place: CountPlace | null;
}

export interface CountStep {
  /** The reply as JSON: what is counted so far. */
  readonly body: Uint8Array;
  /** Null when all is counted. */
  readonly next: CountPlace | null;
}

/** What is counted of the rows, from the newest to the oldest. */
export interface Tally<Saved, Body> {
  add(rows: readonly FigureRow[]): void | Promise<void>;
  body(coverage: FigureCoverage): Body;
  save(): Saved;
  /** What to begin anew with, where the end has shown that it began with the wrong thing; null where all is counted. */
  again?(): Saved | null;
}

export interface CountPlan<Saved, Body> {
  readonly projectId: number;
  /** Null when there is nothing to count. */
  readonly scope: FigureScope | null;
  readonly tally: Tally<Saved, Body>;
}

/** Of a thread's own time: others who ask the same reader wait no longer. */
const STEP_MILLIS = 250;
/** Some 100 ms to look at, where every span must be. */
const SPANS_IN_PART = 10_000;
const ROWS_IN_PAGE = 1_000;
/** Latencies kept one by one in each sum of a count: what is more crosses from step to step as a sketch. */
export const EXACT_MAX = 256;
/** Different values of one field that a count keeps apart. */
export const VALUES_MAX = 50_000;

const TEXT = new TextEncoder();

/** A count as a query: each call is one step. `plan` finds what to count, and takes up what was saved. */
export function countQuery<Params, Saved, Body>(
  name: string,
  plan: (context: ReadContext, params: Params, saved: Saved | null) => Promise<CountPlan<Saved, Body>>,
): Query<Params & CountAt, CountStep> {
  return {
    name,
    run: async (context, params) => {
      const { place } = params;
      const { projectId, scope, tally } = await plan(context, params, place === null ? null : decodeState<Saved>(place.tally));
      const before = place?.before ?? null;
      const window = scope === null || before === null ? scope?.window : { ...scope.window, endUnixNano: before };
      const parts = window === undefined ? [] : await context.projects.timeParts(projectId, window, SPANS_IN_PART);
      const read = scope === null ? null : figurePages(context, projectId, scope);
      const isSpent = spentAfter(STEP_MILLIS);
      let rows = place?.rows ?? 0;
      let done = 0;
      for (const part of parts) {
        if (read === null || (done > 0 && isSpent())) break;
        const found = await rowsIn(read, part, context.budget);
        for (let from = 0; from < found.length; from += ROWS_IN_PAGE) await tally.add(found.slice(from, from + ROWS_IN_PAGE));
        rows += found.length;
        done += 1;
      }
      const partsDone = (place?.partsDone ?? 0) + done;
      const left = parts.length - done;
      const again = left === 0 ? (tally.again?.() ?? null) : null;
      if (again !== null) {
        const coverage = coverageOf(rows, window?.startUnixNano ?? null, partsDone / (partsDone + parts.length));
        return { body: bytesOf(tally.body(coverage)), next: { before: null, rows: 0, partsDone, tally: encodeState(again) } };
      }
      const since = left === 0 ? null : (parts[done - 1]?.startUnixNano ?? null);
      return {
        body: bytesOf(tally.body(left === 0 ? coverageOf(rows, null, 1) : coverageOf(rows, since, partsDone / (partsDone + left)))),
        next: left === 0 ? null : { before: since, rows, partsDone, tally: encodeState(tally.save()) },
      };
    },
  };
}

/** Of a count that has been through a part of the range; of all of it at 1. */
function coverageOf(scanned: number, since: bigint | null, progress: number): FigureCoverage {
  return { source: 'scan', scanned, complete: progress === 1, since: since === null ? null : isoFromUnixNano(since), progress };
}

function bytesOf(body: unknown): Uint8Array {
  return TEXT.encode(JSON.stringify(body));
}

async function rowsIn(read: FigurePages, part: TimeWindow, budget: ReadBudget): Promise<FigureRow[]> {
  const rows: FigureRow[] = [];
  let page = await read({ limit: ROWS_IN_PAGE }, budget, part);
  for (;;) {
    rows.push(...page.rows);
    if (page.next === null) return rows;
    if (budget.over()) throw new AppError('deadline_exceeded', 'Counting a part of the range took too long: narrow the filter.');
    page = await read({ limit: ROWS_IN_PAGE, anchor: page.next }, budget, part);
  }
}
