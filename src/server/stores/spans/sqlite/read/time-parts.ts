import type Database from 'better-sqlite3';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { boundsOf } from './shape-windows.ts';
import { ZONE_SPANS } from '../index/zone-writer.ts';

export const ZONE_STARTS_SQL =
  'SELECT start_min FROM zones WHERE project_id = ? AND start_max >= ? AND start_min < ? ORDER BY start_min DESC';
const SPAN_COUNT_SQL = 'SELECT sum(span_count) FROM shapes WHERE project_id = ?';
const ZONE_COUNT_SQL = 'SELECT count(*) FROM zones WHERE project_id = ?';

/** Cuts windows by the zones of a project, which hold about as many of its spans each. */
export class TimeParts {
  readonly #starts: Database.Statement<[number, bigint, bigint], bigint>;
  readonly #spans: Database.Statement<[number], number | null>;
  readonly #zones: Database.Statement<[number], number>;

  constructor(db: Database.Database) {
    this.#starts = db.prepare<[number, bigint, bigint], bigint>(ZONE_STARTS_SQL).pluck(true).safeIntegers(true);
    this.#spans = db.prepare<[number], number | null>(SPAN_COUNT_SQL).pluck(true);
    this.#zones = db.prepare<[number], number>(ZONE_COUNT_SQL).pluck(true);
  }

  of(projectId: number, window: TimeWindow, spansInPart: number): TimeWindow[] {
    const [from, to] = boundsOf(window);
    const starts = this.#starts.all(projectId, from, to);
    if (starts.length === 0) return [];
    // Where projects send at once, each has few spans in a zone.
    const inZone = Math.min(ZONE_SPANS, Math.max(1, (this.#spans.get(projectId) ?? 0) / Math.max(1, this.#zones.get(projectId) ?? 0)));
    const zonesInPart = Math.max(1, Math.round(spansInPart / inZone));
    const parts: TimeWindow[] = [];
    let end = window.endUnixNano;
    for (let last = zonesInPart - 1; last < starts.length - 1; last += zonesInPart) {
      const start = starts[last];
      if (start === undefined || start <= from || (end !== undefined && start >= end)) continue;
      parts.push({ startUnixNano: start, ...(end === undefined ? {} : { endUnixNano: end }) });
      end = start;
    }
    const { startUnixNano } = window;
    parts.push({ ...(startUnixNano === undefined ? {} : { startUnixNano }), ...(end === undefined ? {} : { endUnixNano: end }) });
    return parts;
  }
}
