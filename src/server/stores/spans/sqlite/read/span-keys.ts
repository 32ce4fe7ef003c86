import type Database from 'better-sqlite3';
import type { PageAnchor } from '#core/ports/span-store.ts';
import { SHAPE_SPANS_SQL } from '../index/span-run.ts';
import { zoneOf, ZONE_SPANS } from '../index/zone-writer.ts';
import { compareKeys, ShapeKeys, type KeyCells } from './shape-keys.ts';
import type { ShapeSummary, SpanConditions } from './span-conditions.ts';

/** A span's position in a list: its start and its number, both exact. */
export interface SpanKey {
  readonly start: bigint;
  readonly id: number;
}

type Order = 'asc' | 'desc';
type Window = [from: bigint, to: bigint];

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const ID_MAX = Number.MAX_SAFE_INTEGER;
const ZONES_CHUNK = 64;

export const ZONES_SQL = {
  desc: 'SELECT zone FROM zones WHERE project_id = ? AND zone <= ? AND start_max >= ? AND start_min <= ? ORDER BY zone DESC LIMIT ?',
  asc: 'SELECT zone FROM zones WHERE project_id = ? AND zone >= ? AND start_max >= ? AND start_min <= ? ORDER BY zone LIMIT ?',
} as const;

export const IDS_SQL = `SELECT s.id ${SHAPE_SPANS_SQL}
WHERE r.shape_id = ? AND r.start_max >= ? AND r.start_min <= ? AND s.start_time >= ? AND s.start_time <= ?`;
const ZONE_ROWS_SQL =
  'SELECT start_time, id, shape_id FROM spans WHERE id BETWEEN ? AND ? ORDER BY id';

/**
 * Yields the keys of spans in list order without reading their rows. In time order the matching
 * shapes are merged; in order of arrival the project's zones are walked.
 */
export class SpanKeys {
  readonly #byShape: ShapeKeys;
  readonly #zones: Record<
    Order,
    Database.Statement<[number, number, bigint, bigint, number], [bigint]>
  >;
  readonly #ids: Database.Statement<[number, ...Window, ...Window], number>;
  readonly #zoneRows: Database.Statement<
    [number, number],
    [start: bigint, id: bigint, shape: bigint]
  >;

  constructor(db: Database.Database) {
    const zones = (
      sql: string,
    ): Database.Statement<[number, number, bigint, bigint, number], [bigint]> =>
      db
        .prepare<[number, number, bigint, bigint, number], [bigint]>(sql)
        .safeIntegers(true)
        .raw(true);
    this.#byShape = new ShapeKeys(db);
    this.#zones = { asc: zones(ZONES_SQL.asc), desc: zones(ZONES_SQL.desc) };
    this.#ids = db.prepare<[number, ...Window, ...Window], number>(IDS_SQL).pluck(true);
    this.#zoneRows = db
      .prepare<[number, number], [bigint, bigint, bigint]>(ZONE_ROWS_SQL)
      .safeIntegers(true)
      .raw(true);
  }

  /** By start time, ties by number. */
  *byStart(
    shapes: readonly ShapeSummary[],
    order: Order,
    c: SpanConditions,
    anchor: PageAnchor | undefined,
  ): Generator<SpanKey> {
    const last =
      order === 'asc'
        ? c.startEnd === null
          ? INT64_MAX
          : c.startEnd - 1n
        : (c.startMin ?? INT64_MIN);
    const from = firstKey(order, c, anchor);
    const range = { projectId: c.projectId, order, from, last };
    for (const [start, id] of this.#byShape.byStart(shapes, range)) yield { start, id: Number(id) };
  }

  /** By number: the order of arrival. Shapes are few, so a row is taken or left by its shape. */
  *byNumber(
    shapes: readonly ShapeSummary[],
    order: Order,
    c: SpanConditions,
    anchor: PageAnchor | undefined,
  ): Generator<SpanKey> {
    const wanted = new Set(shapes.map((shape) => BigInt(shape.id)));
    const step = order === 'asc' ? 1 : -1;
    const first =
      anchor === undefined
        ? order === 'asc'
          ? 0
          : ID_MAX
        : anchor.inclusive
          ? anchor.id
          : anchor.id + step;
    const [startMin, startMax] = [
      c.startMin ?? INT64_MIN,
      c.startEnd === null ? INT64_MAX : c.startEnd - 1n,
    ];
    let zone = zoneOf(first);
    for (;;) {
      const zones = this.#zones[order].all(c.projectId, zone, startMin, startMax, ZONES_CHUNK);
      for (const [number] of zones) {
        const low = Number(number) * ZONE_SPANS;
        const high = low + ZONE_SPANS - 1;
        const rows = this.#zoneRows.all(
          order === 'asc' ? Math.max(low, first) : low,
          order === 'asc' ? high : Math.min(high, first),
        );
        if (order === 'desc') rows.reverse();
        for (const [start, id, shape] of rows) {
          if (wanted.has(shape) && start >= startMin && start <= startMax)
            yield { start, id: Number(id) };
        }
      }
      if (zones.length < ZONES_CHUNK) return;
      zone = Number(zones.at(-1)?.[0] ?? 0n) + step;
    }
  }

  /** Numbers of all spans of the shapes, in no order; for when those are few. */
  numbersOf(shapes: readonly ShapeSummary[], c: SpanConditions): number[] {
    const window: Window = [
      c.startMin ?? INT64_MIN,
      c.startEnd === null ? INT64_MAX : c.startEnd - 1n,
    ];
    return shapes.flatMap((shape) => this.#ids.all(shape.id, ...window, ...window));
  }
}

/** Sorts keys gathered elsewhere into list order, from the anchor on. */
export function inListOrder(
  keys: readonly SpanKey[],
  sort: 'id' | 'start_time',
  order: Order,
  anchor: PageAnchor | undefined,
): SpanKey[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (a: SpanKey, b: SpanKey): number =>
    sort === 'id' || a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1;
  const sorted = keys.toSorted((a, b) => sign * compare(a, b));
  if (anchor === undefined) return sorted;
  const edge = { start: anchor.sortValue, id: anchor.id };
  const least = anchor.inclusive ? 0 : 1;
  return sorted.filter((key) => Math.sign(sign * compare(key, edge)) >= least);
}

/** The first key a list may hold: the anchor's, or the window's edge, whichever comes later. */
function firstKey(order: Order, c: SpanConditions, anchor: PageAnchor | undefined): KeyCells {
  const sign = order === 'asc' ? 1 : -1;
  let from: KeyCells = order === 'asc' ? [INT64_MIN, 0n] : [INT64_MAX, INT64_MAX];
  if (order === 'asc' && c.startMin !== null) from = [c.startMin, 0n];
  if (order === 'desc' && c.startEnd !== null) from = [c.startEnd - 1n, INT64_MAX];
  if (anchor === undefined) return from;
  const id = BigInt(anchor.id);
  const key: KeyCells = [anchor.sortValue, anchor.inclusive ? id : id + BigInt(sign)];
  return compareKeys(key, from) * sign > 0 ? key : from;
}

/** Numbers of keys, `first` at a time and then twice as many each time, up to `most`. */
export function* inBatches(
  keys: Iterable<SpanKey>,
  first: number,
  most: number,
): Generator<number[]> {
  let size = Math.min(first, most);
  let batch: number[] = [];
  for (const { id } of keys) {
    if (batch.push(id) < size) continue;
    yield batch;
    batch = [];
    size = Math.min(most, size * 2);
  }
  if (batch.length > 0) yield batch;
}
