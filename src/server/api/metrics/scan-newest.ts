import { performance } from 'node:perf_hooks';
import { AppError } from '#contracts/wire/errors.ts';
import type { FigureCoverage } from '#contracts/metrics/figures.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { Page, PageAnchor, ReadBudget } from '#core/ports/span-store.ts';

/**
 * The budget of a scan for figures. A list waits for its rows, so a chart beside it must not occupy
 * the reader for long.
 */
export interface ScanLimits {
  readonly rowsMax: number;
  /**
   * Of this thread's own time, so that a busy machine makes a chart late and not poor; of the
   * clock's it may take five times as much.
   */
  readonly millisMax: number;
  /** Rows between two looks at the time; 1,000 unless given. */
  readonly pageMax?: number;
}
/** Enough for a chart, and short enough to run while the user types. */
export const FIGURE_SCAN: ScanLimits = { rowsMax: 20_000, millisMax: 150 };
/** The same where each row takes long. */
export const SLOW_SCAN: ScanLimits = { ...FIGURE_SCAN, pageMax: 100 };

/** Small at first, so that a slow filter has something to show when its time is up. */
const PAGES = [50, 200, 1000];

/** A page of what is scanned. */
export interface ScanPage {
  readonly limit: number;
  readonly anchor?: PageAnchor;
}

/**
 * Visits matching rows, newest first, page by page until the limits are met. Resolves with how much
 * was seen. The request's own budget still ends it with `deadline_exceeded`.
 */
export async function scanNewest<Row extends { readonly startTimeUnixNano: bigint }>(
  read: (page: ScanPage, budget: ReadBudget) => Promise<Page<Row>>,
  limits: ScanLimits,
  budget: ReadBudget,
  visit: (rows: readonly Row[]) => void | Promise<void>,
): Promise<FigureCoverage> {
  const isSpent = spentAfter(limits.millisMax);
  const isOver = (): boolean => budget.over() || isSpent();
  let scanned = 0;
  let oldest: Row | undefined;
  let anchor: PageAnchor | undefined;
  const coverage = (complete: boolean): FigureCoverage => ({
    source: 'scan',
    scanned,
    complete,
    progress: null,
    since: complete || oldest === undefined ? null : isoFromUnixNano(oldest.startTimeUnixNano),
  });
  for (let pages = 0; ; pages += 1) {
    const limit = Math.min(PAGES[pages] ?? 1000, limits.pageMax ?? 1000, limits.rowsMax - scanned);
    if (limit <= 0 || isOver()) return coverage(false);
    let page: Page<Row>;
    try {
      page = await read({ limit, ...(anchor === undefined ? {} : { anchor }) }, { over: isOver });
    } catch (error) {
      if (error instanceof AppError && error.code === 'deadline_exceeded' && !budget.over())
        return coverage(false);
      throw error;
    }
    scanned += page.rows.length;
    oldest = page.rows.at(-1) ?? oldest;
    await visit(page.rows);
    if (page.next === null) return coverage(true);
    anchor = page.next;
  }
}

/**
 * Whether so much of this thread's own time is spent since, or five times as much of the clock's.
 */
export function spentAfter(millis: number): () => boolean {
  const end = performance.now() + 5 * millis;
  const since = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(since);
    return (user + system) / 1000 > millis || performance.now() > end;
  };
}
