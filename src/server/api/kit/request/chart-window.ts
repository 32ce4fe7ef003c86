import type { ProjectReader } from '#core/ports/project-store.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { chartWindow } from './time-window.ts';

/** The window of a chart: as asked, or from the project's first span. */
export interface ChartWindow {
  readonly window: Required<TimeWindow>;
  readonly whole: boolean;
}

/** The window that the parameters of a chart ask for: by default the day that ends now. */
export function chartOf(query: {
  readonly start_time?: string;
  readonly end_time?: string;
  readonly whole?: boolean;
}): ChartWindow {
  const whole = query.whole === true;
  const fromFirst = query.end_time === undefined ? {} : { end_time: query.end_time };
  return { window: chartWindow(whole ? fromFirst : query, Date.now()), whole };
}

/** Uses the project's time range if the whole of it is requested. */
export async function resolvedWindow(
  projects: ProjectReader,
  projectId: number,
  { window, whole }: ChartWindow,
): Promise<Required<TimeWindow>> {
  const extent = whole ? await projects.extent(projectId) : null;
  if (extent === null || extent.startUnixNano >= window.endUnixNano) return window;
  return { startUnixNano: extent.startUnixNano, endUnixNano: window.endUnixNano };
}
