import type { RereadCounts } from '#core/ports/span-rereader.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';

/** How far it is, as the table of jobs keeps it. */
export interface RereadProgress extends RereadCounts {
  readonly rows_done: number;
  readonly rows_total: number | null;
  /** By which reading: an upgrade in the middle begins anew. */
  readonly reading: number;
  /** Where the next step begins. */
  readonly from: number | null;
  readonly waiting: string | null;
}

/** A job that begins. */
export const NO_PROGRESS: RereadProgress = {
  rows_done: 0,
  rows_total: null,
  reading: READING_VERSION,
  from: null,
  waiting: null,
  passed: 0,
  read: 0,
  changed: 0,
  unreadable: 0,
  traces: 0,
  costUsdBefore: 0,
  costUsdAfter: 0,
};

/** Null where none was noted yet. */
export function progressOf(text: string | null): RereadProgress | null {
  if (text === null) return null;
  // as: written by this handler alone, whose fields are all there.
  return { ...NO_PROGRESS, ...(JSON.parse(text) as Partial<RereadProgress>) };
}
