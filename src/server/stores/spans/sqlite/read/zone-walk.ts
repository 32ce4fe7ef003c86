import type Database from 'better-sqlite3';
import type { SpanQuery } from '#core/ports/span-store.ts';
import { Heap } from './heap.ts';
import type { SpanConditions } from './span-conditions.ts';
import { inListOrder, type SpanKey } from './span-keys.ts';
import { RUN_SPANS } from '../index/span-run.ts';
import { ZONE_SPANS } from '../index/zone-writer.ts';

/** Of a zone or of a run of zones. */
type ZoneCells = [number: bigint, startMin: bigint, startMax: bigint];
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

const OF_PROJECTS = 'project_id IN (SELECT value FROM json_each(?))';
const OF_TIMES = 'AND start_max >= ? AND start_min <= ?';
/** Of several projects, the times are those of all of them. */
export const ZONE_WALK_SQL = {
  runs: `SELECT run, min(start_min), max(start_max) FROM span_runs
WHERE ${OF_PROJECTS} ${OF_TIMES} GROUP BY run`,
  zones: `SELECT zone, min(start_min), max(start_max) FROM zones
WHERE ${OF_PROJECTS} AND zone BETWEEN ? AND ? ${OF_TIMES} GROUP BY zone`,
} as const;
const ZONES_IN_RUN = RUN_SPANS / ZONE_SPANS;
/** Of more zones, it is worth asking where nothing can be. */
const ZONES_MANY = 16;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * Walks a project's zones in the order of a list, for sources that find spans by number only: what
 * a zone held waits until no zone left can hold anything earlier in the list.
 */
export class ZoneWalk {
  readonly #runs: Database.Statement<[string, bigint, bigint], ZoneCells>;
  readonly #zones: Database.Statement<[string, number, number, bigint, bigint], ZoneCells>;

  constructor(db: Database.Database) {
    this.#runs = db
      .prepare<[string, bigint, bigint], ZoneCells>(ZONE_WALK_SQL.runs)
      .safeIntegers(true)
      .raw(true);
    this.#zones = db
      .prepare<[string, number, number, bigint, bigint], ZoneCells>(ZONE_WALK_SQL.zones)
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
    for (let zone = zones.next(); zone !== null;) {
      step();
      const found = foundFrom(Number(zone[0]) * ZONE_SPANS);
      for (const key of inListOrder(found, sort, order, anchor)) waiting.push(key);
      zone = zones.next();
      const edge = zone === null ? null : edgeOf(zone, ZONE_SPANS, sort, sign);
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
    const zones = this.#zonesOf(c, 'id', 1, () => null);
    for (let zone = zones.next(); zone !== null; zone = zones.next()) {
      const low = Number(zone[0]) * ZONE_SPANS;
      const last = ranges.at(-1);
      if (last?.[1] === low) last[1] = low + ZONE_SPANS;
      else ranges.push([low, low + ZONE_SPANS]);
    }
    return ranges;
  }

  #zonesOf(
    { projectId, projectIds = [projectId], startMin, startEnd }: Walked,
    sort: Sort,
    sign: number,
    placesFrom: (low: number) => readonly NumberRange[] | null,
  ): ZoneQueue {
    const projects = JSON.stringify(projectIds);
    const first = startMin ?? INT64_MIN;
    const last = startEnd === null ? INT64_MAX : startEnd - 1n;
    const runs = this.#runs.all(projects, first, last);
    const zonesIn = ([run]: ZoneCells): ZoneCells[] => {
      const low = Number(run) * ZONES_IN_RUN;
      return this.#zones.all(projects, low, low + ZONES_IN_RUN - 1, first, last);
    };
    const [lowest] = runs;
    const isMany =
      lowest !== undefined && (runs.length > 1 || zonesIn(lowest).length >= ZONES_MANY);
    const places = isMany ? placesFrom(Number(lowest[0]) * RUN_SPANS) : null;
    return new ZoneQueue(runs, zonesIn, places, { sort, sign });
  }
}

/**
 * Zones in the order of a list. Those of a run are read when the list may come to one of them: most
 * lists are full before the second run.
 */
class ZoneQueue {
  readonly #runs: ZoneCells[];
  readonly #zonesIn: (run: ZoneCells) => ZoneCells[];
  readonly #places: readonly NumberRange[] | null;
  readonly #edgeOf: (cells: ZoneCells, spans: number) => bigint;
  readonly #isBefore: (a: bigint, b: bigint) => boolean;
  readonly #zones: Heap<{ readonly cells: ZoneCells; readonly edge: bigint }>;

  constructor(
    runs: readonly ZoneCells[],
    zonesIn: (run: ZoneCells) => ZoneCells[],
    /** Where anything can be found; null for anywhere. */
    places: readonly NumberRange[] | null,
    { sort, sign }: { readonly sort: Sort; readonly sign: number },
  ) {
    this.#zonesIn = zonesIn;
    this.#places = places;
    this.#edgeOf = (cells, spans) => edgeOf(cells, spans, sort, sign);
    this.#isBefore = (a, b) => sign * compareValues(a, b) < 0;
    this.#zones = new Heap((a, b) => this.#isBefore(a.edge, b.edge));
    // The last is the first to be read.
    this.#runs = runs
      .filter((run) => this.#isWanted(run, RUN_SPANS))
      .sort((a, b) => sign * compareValues(this.#edge(b), this.#edge(a)));
  }

  next(): ZoneCells | null {
    let first = this.#zones.pop();
    for (let run = this.#runs.at(-1); run !== undefined; run = this.#runs.at(-1)) {
      if (first !== undefined && this.#isBefore(first.edge, this.#edge(run))) break;
      this.#runs.pop();
      if (first !== undefined) this.#zones.push(first);
      for (const cells of this.#zonesIn(run))
        if (this.#isWanted(cells, ZONE_SPANS))
          this.#zones.push({ cells, edge: this.#edgeOf(cells, ZONE_SPANS) });
      first = this.#zones.pop();
    }
    return first?.cells ?? null;
  }

  /** Of a run. */
  #edge(run: ZoneCells): bigint {
    return this.#edgeOf(run, RUN_SPANS);
  }

  #isWanted([number]: ZoneCells, spans: number): boolean {
    const low = Number(number) * spans;
    return this.#places?.some(([first, end]) => first < low + spans && end > low) ?? true;
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

/** The first place in the list that a span of the zone, or of the run of zones, may have. */
function edgeOf([number, min, max]: ZoneCells, spans: number, sort: Sort, sign: number): bigint {
  if (sort === 'id') return sign > 0 ? number * BigInt(spans) : (number + 1n) * BigInt(spans) - 1n;
  return sign > 0 ? min : max;
}

function compareKeys(a: SpanKey, b: SpanKey, sort: Sort): number {
  return sort === 'id' || a.start === b.start ? a.id - b.id : compareValues(a.start, b.start);
}

function compareValues(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
