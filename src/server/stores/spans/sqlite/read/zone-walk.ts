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
export type ZoneList = Pick<SpanQuery, 'order' | 'anchor'> & {
  readonly sort: Sort;
  /** Called after each zone: all that comes before this value in the list was given. */
  readonly onReached?: (edge: bigint) => void;
};
/** Several projects are walked as one. */
type Walked = Pick<SpanConditions, 'projectId' | 'projectIds' | 'startMin' | 'startEnd'>;

const OF_TIMES = 'AND start_max >= ? AND start_min <= ?';
export const ALL_ZONES_SQL = `SELECT zone, start_min, start_max FROM zones WHERE project_id = ? ${OF_TIMES}`;
export const ZONES_OF_MANY_SQL = `SELECT zone, min(start_min), max(start_max) FROM zones
WHERE project_id IN (SELECT value FROM json_each(?)) ${OF_TIMES} GROUP BY zone`;
/** Of more zones, it is worth asking where nothing can be. */
const ZONES_MANY = 16;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * Walks a project's zones in the order of a list, for sources that find spans by number only: what
 * a zone held waits until no zone left can hold anything earlier in the list.
 */
export class ZoneWalk {
  readonly #zones: Database.Statement<[number, bigint, bigint], ZoneCells>;
  readonly #zonesOfMany: Database.Statement<[string, bigint, bigint], ZoneCells>;

  constructor(db: Database.Database) {
    this.#zones = db
      .prepare<[number, bigint, bigint], ZoneCells>(ALL_ZONES_SQL)
      .safeIntegers(true)
      .raw(true);
    this.#zonesOfMany = db
      .prepare<[string, bigint, bigint], ZoneCells>(ZONES_OF_MANY_SQL)
      .safeIntegers(true)
      .raw(true);
  }

  /**
   * Keys in list order. `step` is called before each zone; `foundFrom` gives the keys of a zone by
   * its first number. `placesFrom` tells which ranges of numbers from one on hold all there is to
   * find; null where that isn't known.
   */
  *keys(
    c: Walked,
    { sort, order, anchor, onReached }: ZoneList,
    step: () => void,
    foundFrom: (low: number) => readonly SpanKey[],
    placesFrom: (low: number) => readonly NumberRange[] | null = () => null,
  ): Generator<SpanKey> {
    const sign = order === 'asc' ? 1 : -1;
    const walked = sort === 'id' ? c : fromAnchor(c, order, anchor);
    const zones = this.#zonesOf(walked, sort, sign, placesFrom);
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
      if (edge !== null) onReached?.(edge);
    }
  }

  /**
   * Rising ranges of numbers that hold every span the conditions' times allow: the end is
   * exclusive.
   */
  ranges(c: Walked): NumberRange[] {
    const ranges: NumberRange[] = [];
    for (const [zone] of this.#zonesOf(c, 'id', 1, () => null)) {
      const low = Number(zone) * ZONE_SPANS;
      const last = ranges.at(-1);
      if (last?.[1] === low) last[1] = low + ZONE_SPANS;
      else ranges.push([low, low + ZONE_SPANS]);
    }
    return ranges;
  }

  #zonesOf(
    c: Walked,
    sort: Sort,
    sign: number,
    placesFrom: (low: number) => readonly NumberRange[] | null,
  ): ZoneCells[] {
    const first = c.startMin ?? INT64_MIN;
    const last = c.startEnd === null ? INT64_MAX : c.startEnd - 1n;
    const zones =
      c.projectIds === undefined
        ? this.#zones.all(c.projectId, first, last)
        : this.#zonesOfMany.all(JSON.stringify(c.projectIds), first, last);
    return withPlaces(zones, placesFrom).sort(
      (a, b) => sign * compareValues(edgeOf(a, sort, sign), edgeOf(b, sort, sign)),
    );
  }
}

/** The conditions without times that come before the anchor in a list by start. */
function fromAnchor(c: Walked, order: 'asc' | 'desc', anchor: ZoneList['anchor']): Walked {
  if (anchor === undefined) return c;
  const { sortValue } = anchor;
  if (order === 'asc')
    return c.startMin !== null && c.startMin > sortValue ? c : { ...c, startMin: sortValue };
  return (c.startEnd !== null && c.startEnd <= sortValue) || sortValue === INT64_MAX
    ? c
    : { ...c, startEnd: sortValue + 1n };
}

function withPlaces(
  zones: ZoneCells[],
  placesFrom: (low: number) => readonly NumberRange[] | null,
): ZoneCells[] {
  if (zones.length < ZONES_MANY) return zones;
  const lowest = zones.reduce((least, [zone]) => (zone < least ? zone : least), INT64_MAX);
  const places = placesFrom(Number(lowest) * ZONE_SPANS);
  if (places === null) return zones;
  return zones.filter(([zone]) => {
    const low = Number(zone) * ZONE_SPANS;
    return places.some(([first, end]) => first < low + ZONE_SPANS && end > low);
  });
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
