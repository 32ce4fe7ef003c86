import type { FigureCoverage } from '#contracts/metrics/figures.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { PageAnchor, TimeWindow } from '#core/ports/span-store.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { figurePages, type FigureRow, type FigureScope } from './figure-source.ts';
import { spentAfter } from './scan-newest.ts';

/**
 * Counts everything that matches, however much that is: in steps, so that no reader is taken for
 * long, each over as many pages of the range as its time allows, newest first. Between two steps a
 * count is plain data, so that any reader takes the next one.
 */
export interface CountPlace {
  /** Counts rows that start at this time or later; null before the first step. */
  readonly before: bigint | null;
  /**
   * Where to go on within the newest part of what is left; null for its beginning. A part is large
   * where spans came late.
   */
  readonly anchor: PageAnchor | null;
  readonly rows: number;
  readonly partsDone: number;
  /** The tally's state, in its own format. */
  readonly tally: string;
}

/** The state to continue from; null at the beginning. */
export interface CountAt {
  readonly place: CountPlace | null;
}

export interface CountStep {
  /** The reply as JSON: what is counted so far. */
  readonly body: Uint8Array;
  /** Null when all is counted. */
  readonly next: CountPlace | null;
}

/** The tally of the rows, from the newest to the oldest. */
export interface Tally<Saved, Body> {
  add(rows: readonly FigureRow[]): void | Promise<void>;
  body(coverage: FigureCoverage): Body;
  save(): Saved;
  /**
   * The state to restart from, if the end shows that the start state was wrong; null when the count
   * is complete.
   */
  again?(): Saved | null;
}

export interface CountPlan<Saved, Body> {
  readonly projectId: number;
  /** Null when there is nothing to count. */
  readonly scope: FigureScope | null;
  readonly tally: Tally<Saved, Body>;
  /** Rows between two looks at the time, where each of them takes long; 1,000 unless given. */
  readonly pageMax?: number;
}

/** Of a thread's own time: others who ask the same reader wait no longer. */
const STEP_MILLIS = 250;
/** Some 100 ms to look at, where every span must be. */
const SPANS_IN_PART = 10_000;
const ROWS_IN_PAGE = 1_000;
/** The same where attributes are unpacked, or the spans of every trace are read. */
export const SLOW_ROWS_IN_PAGE = 200;
/**
 * Latencies kept one by one in each sum of a count: what is more crosses from step to step as a
 * sketch.
 */
export const EXACT_MAX = 256;
/** Different values of one field that a count keeps apart. */
export const VALUES_MAX = 50_000;

const TEXT = new TextEncoder();

/**
 * A count as a query: each call is one step. `plan` finds what to count, and takes up what was
 * saved; `timer` tells when a step has lasted.
 */
export function countQuery<Params, Saved, Body>(
  name: string,
  plan: (
    context: ReadContext,
    params: Params,
    saved: Saved | null,
  ) => Promise<CountPlan<Saved, Body>>,
  timer: typeof spentAfter = spentAfter,
): Query<Params & CountAt, CountStep> {
  return {
    name,
    run: async (context, params) => {
      const { place } = params;
      const {
        projectId,
        scope,
        tally,
        pageMax = ROWS_IN_PAGE,
      } = await plan(context, params, place === null ? null : decodeState<Saved>(place.tally));
      const before = place?.before ?? null;
      const window = scope === null ? undefined : windowLeft(scope.window, place);
      const parts =
        window === undefined
          ? []
          : await context.figures.timeParts(projectId, window, SPANS_IN_PART);
      const read = scope === null ? null : figurePages(context, projectId, scope);
      const isSpent = timer(STEP_MILLIS);
      let rows = place?.rows ?? 0;
      let done = 0;
      let anchor = place?.anchor ?? null;
      for (const part of parts) {
        if (read === null) break;
        do {
          const page = await read(
            { limit: pageMax, ...(anchor === null ? {} : { anchor }) },
            context.budget,
            part,
          );
          await tally.add(page.rows);
          rows += page.rows.length;
          anchor = page.next;
        } while (anchor !== null && !isSpent());
        if (anchor !== null) break;
        done += 1;
        if (isSpent()) break;
      }
      const partsDone = (place?.partsDone ?? 0) + done;
      const left = parts.length - done;
      const again = left === 0 ? (tally.again?.() ?? null) : null;
      if (again !== null) {
        const coverage = coverageOf(
          rows,
          window?.startUnixNano ?? null,
          partsDone / (partsDone + parts.length),
        );
        const begin = { before: null, anchor: null, rows: 0, partsDone };
        return {
          body: bytesOf(tally.body(coverage)),
          next: { ...begin, tally: encodeState(again) },
        };
      }
      if (left === 0) return { body: bytesOf(tally.body(coverageOf(rows, null, 1))), next: null };
      const end = parts[done - 1]?.startUnixNano ?? before;
      // Of those that start with the next row, some may be counted.
      const since = anchor === null ? end : anchor.sortValue + 1n;
      // Parts hold as many spans each, but for those that came late: there the time tells more.
      const progress = Math.max(
        (partsDone + shareOf(parts[done], since)) / (partsDone + left),
        shareOf(scope?.window, since),
      );
      const next = { before: end, anchor, rows, partsDone, tally: encodeState(tally.save()) };
      return { body: bytesOf(tally.body(coverageOf(rows, since, progress))), next };
    },
  };
}

/**
 * What a count has before it. Parts are cut anew in each step, and those behind the anchor's are
 * read whole: it must be in the first.
 */
function windowLeft(window: TimeWindow, place: CountPlace | null): TimeWindow {
  const anchor = place?.anchor ?? null;
  const end = anchor === null ? (place?.before ?? null) : anchor.sortValue + 1n;
  return end === null ? window : { ...window, endUnixNano: end };
}

/** How much of a window lies after a time; nothing where that is not known. */
function shareOf(window: TimeWindow | undefined, since: bigint | null): number {
  const { startUnixNano: start, endUnixNano: end } = window ?? {};
  if (start === undefined || end === undefined || since === null || end <= start) return 0;
  return Math.min(0.99, Math.max(0, Number(end - since) / Number(end - start)));
}

/** Of a count that has been through a part of the range; of all of it at 1. */
function coverageOf(scanned: number, since: bigint | null, progress: number): FigureCoverage {
  return {
    source: 'scan',
    scanned,
    complete: progress === 1,
    since: since === null ? null : isoFromUnixNano(since),
    progress,
  };
}

function bytesOf(body: unknown): Uint8Array {
  return TEXT.encode(JSON.stringify(body));
}

/**
 * A tally's state as text: between two steps it crosses two threads, and text is the cheapest form.
 */
export function encodeState(saved: unknown): string {
  return JSON.stringify(saved);
}

/** The same back again, in another reader. */
export function decodeState<Saved>(text: string): Saved {
  // as: it never leaves the server; the same query wrote it in its step before.
  return JSON.parse(text) as Saved;
}
