import type Database from 'better-sqlite3';
import type { SpanQuery } from '#core/ports/span-store.ts';
import { Heap } from './heap.ts';
import type { SpanConditions } from './span-conditions.ts';
import { inListOrder, type SpanKey } from './span-keys.ts';
import { ZONE_SPANS } from '../index/zone-writer.ts';

type ZoneCells = [zone: bigint, startMin: bigint, startMax: bigint];
type Sort = 'id' | 'start_time';
/** Numbers from the first on, up to the second. */
export type NumberRange = [low: number, end: number];
export const ALL_NUMBERS: readonly NumberRange[] = [[0, Number.MAX_SAFE_INTEGER]];
export type ZoneList = Pick<SpanQuery, 'order' | 'anchor'> & { readonly sort: Sort };

export const ALL_ZONES_SQL =
  'SELECT zone, start_min, start_max FROM zones WHERE project_id = ? AND start_max >= ? AND start_min <= ?';
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * Walks a project's zones in the order of a list, for sources that find spans by number only: what
 * a zone held waits until no zone left can hold anything earlier in the list.
 */
export class ZoneWalk {
  readonly #zones: Database.Statement<[number, bigint, bigint], ZoneCells>;

  constructor(db: Database.Database) {
    this.#zones = db
      .prepare<[number, bigint, bigint], ZoneCells>(ALL_ZONES_SQL)
      .safeIntegers(true)
      .raw(true);
  }

  /**
   * Keys in list order. `step` is called before each zone; `foundFrom` gives the keys of a zone by
   * its first number.
   */
  *keys(
    c: SpanConditions,
    { sort, order, anchor }: ZoneList,
    step: () => void,
    foundFrom: (low: number) => readonly SpanKey[],
  ): Generator<SpanKey> {
    const sign = order === 'asc' ? 1 : -1;
    const zones = this.#zonesOf(c, sort, sign);
    const isBefore = (a: SpanKey, b: SpanKey): boolean => sign * compareKeys(a, b, sort) < 0;
    const waiting = new Heap<SpanKey>(isBefore);
    for (const [i, [zone]] of zones.entries()) {
      step();
      const found = foundFrom(Number(zone) * ZONE_SPANS);
      for (const key of inListOrder(found, sort, order, anchor)) waiting.push(key);
      const next = zones[i + 1];
      const edge = next === undefined ? null : edgeOf(next, sort, sign);
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        if (
          edge !== null &&
          sign * compareValues(sort === 'id' ? BigInt(key.id) : key.start, edge) >= 0
        ) {
          waiting.push(key);
          break;
        }
        yield key;
      }
    }
  }

  /**
   * Rising ranges of numbers that hold every span the conditions' times allow: the end is
   * exclusive.
   */
  ranges(c: SpanConditions): NumberRange[] {
    const ranges: NumberRange[] = [];
    for (const [zone] of this.#zonesOf(c, 'id', 1)) {
      const low = Number(zone) * ZONE_SPANS;
      const last = ranges.at(-1);
      if (last?.[1] === low) last[1] = low + ZONE_SPANS;
      else ranges.push([low, low + ZONE_SPANS]);
    }
    return ranges;
  }

  #zonesOf(c: SpanConditions, sort: Sort, sign: number): ZoneCells[] {
    return this.#zones
      .all(c.projectId, c.startMin ?? INT64_MIN, c.startEnd === null ? INT64_MAX : c.startEnd - 1n)
      .sort((a, b) => sign * compareValues(edgeOf(a, sort, sign), edgeOf(b, sort, sign)));
  }
}

/** The first place in the list that a span of the zone may have. */
function edgeOf([zone, min, max]: ZoneCells, sort: Sort, sign: number): bigint {
  if (sort === 'id')
    return sign > 0 ? zone * BigInt(ZONE_SPANS) : (zone + 1n) * BigInt(ZONE_SPANS) - 1n;
  return sign > 0 ? min : max;
}

function compareKeys(a: SpanKey, b: SpanKey, sort: Sort): number {
  return sort === 'id' || a.start === b.start ? a.id - b.id : compareValues(a.start, b.start);
}

function compareValues(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
