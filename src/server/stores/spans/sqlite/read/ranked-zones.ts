import type Database from 'better-sqlite3';
import type { SpanRankSort } from '#core/ports/span-store.ts';
import { numbersOf, ZONES_IN_GROUP } from '../index/extreme-writer.ts';
import { extremeOf } from '../index/extremes.ts';
import type { WantedShapes } from '../index/ranked-shapes.ts';
import { Heap } from './heap.ts';
import type { RankKey } from './top-rows.ts';

type ExtremeCells = [slot: number, shapes: Uint8Array];

export const EXTREMES_SQL = `SELECT slot, shapes FROM extremes
WHERE project_id = ? AND level = ? AND slot BETWEEN ? AND ? AND start_max >= ? AND start_min < ?`;

/** A zone, or a group of them, and the best key that one of its spans may have. */
export interface RankedZone {
  readonly level: 0 | 1;
  readonly slot: number;
  readonly best: RankKey;
}

export interface ZoneRanking {
  readonly projectId: number;
  readonly shapes: WantedShapes;
  readonly startMin: bigint;
  /** Exclusive. */
  readonly startEnd: bigint;
  readonly sort: SpanRankSort;
  readonly order: 'asc' | 'desc';
  readonly durationMin: bigint;
  readonly durationMax: bigint;
}

/** Zones in the order of the best span that each may have; groups are opened when they are next. */
export class RankedZones {
  readonly #rows: Database.Statement<
    [number, number, number, number, bigint, bigint],
    ExtremeCells
  >;
  readonly #missing: Database.Statement<[]>;

  constructor(db: Database.Database) {
    this.#rows = db
      .prepare<[number, number, number, number, bigint, bigint], ExtremeCells>(EXTREMES_SQL)
      .raw(true);
    this.#missing = db.prepare('SELECT 1 FROM missing_extremes');
  }

  /** False while the extremes of spans from an earlier version are being made. */
  get areWhole(): boolean {
    return this.#missing.get() === undefined;
  }

  *of(ranking: ZoneRanking): Generator<RankedZone> {
    const sign = ranking.order === 'asc' ? 1 : -1;
    const heap = new Heap<RankedZone>((a, b) => compare(a.best, b.best) * sign < 0);
    const add = (zones: readonly RankedZone[]): void => zones.forEach((zone) => heap.push(zone));
    add(this.#read(ranking, 1, 0, Number.MAX_SAFE_INTEGER));
    for (let zone = heap.pop(); zone !== undefined; zone = heap.pop()) {
      if (zone.level === 0) yield zone;
      else {
        const first = zone.slot * ZONES_IN_GROUP;
        add(this.#read(ranking, 0, first, first + ZONES_IN_GROUP - 1));
      }
    }
  }

  #read(ranking: ZoneRanking, level: 0 | 1, first: number, last: number): RankedZone[] {
    const { projectId, shapes, startMin, startEnd, sort, order } = ranking;
    const which = order === 'asc' ? 'lowest' : 'highest';
    const zones: RankedZone[] = [];
    for (const [slot, bytes] of this.#rows.all(projectId, level, first, last, startMin, startEnd)) {
      const value = within(extremeOf(bytes, shapes, sort, which), bytes, ranking);
      if (value === null) continue;
      const [low, high] = numbersOf(level, slot);
      zones.push({ level, slot, best: { value, id: order === 'asc' ? low : high } });
    }
    return zones;
  }
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * The best value of a zone's spans as far as their durations are within the bounds; null if none
 * may be.
 */
function within(
  value: bigint | null,
  bytes: Uint8Array,
  { shapes, sort, order, durationMin: min, durationMax: max }: ZoneRanking,
): bigint | null {
  if (value === null || (min === INT64_MIN && max === INT64_MAX)) return value;
  const lowest = extremeOf(bytes, shapes, 'latency_ms', 'lowest');
  const highest = extremeOf(bytes, shapes, 'latency_ms', 'highest');
  if (lowest === null || highest === null || lowest > max || highest < min) return null;
  if (sort !== 'latency_ms') return value;
  if (order === 'asc') return value < min ? min : value;
  return value > max ? max : value;
}

function compare(a: RankKey, b: RankKey): number {
  return a.value === b.value ? a.id - b.id : a.value < b.value ? -1 : 1;
}
