import type Database from 'better-sqlite3';
import type { SpanQuery } from '#core/ports/span-store.ts';
import { openBlock } from './block-codec.ts';
import { Heap } from './heap.ts';
import type { PayloadReader } from './payload-reader.ts';
import type { SpanConditions } from './span-conditions.ts';
import { inListOrder } from './span-keys.ts';
import type { SpanKey } from './span-keys.ts';
import { ZONE_SPANS } from './zone-writer.ts';

type ZoneCells = [zone: bigint, startMin: bigint, startMax: bigint];
type Sort = 'id' | 'start_time';
type BlockCells = [firstId: number, frame: Uint8Array];
type StartCells = [id: bigint, start: bigint];

/** How JSON may write any character at all: where it occurs, a text may be there in other words. */
const ESCAPE = Buffer.from('\\u');

export const SCAN_SQL = {
  zones: 'SELECT zone, start_min, start_max FROM zones WHERE project_id = ?',
  before: 'SELECT max(first_id) FROM blocks WHERE first_id <= ?',
  blocks: 'SELECT first_id, frame FROM blocks WHERE first_id BETWEEN ? AND ? ORDER BY first_id',
  start: 'SELECT start_time FROM spans WHERE id = ?',
  starts: 'SELECT id, start_time FROM spans WHERE id BETWEEN ? AND ?',
} as const;

/** From so many spans found in a block on, their times are read together. */
const STARTS_TOGETHER = 8;

/** Whether the bytes may hold all the texts. */
function mayHold(bytes: Uint8Array, texts: readonly Uint8Array[]): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return texts.every((text) => view.indexOf(text) !== -1) || view.indexOf(ESCAPE) !== -1;
}

/**
 * Finds spans by what their own bytes must hold, texts and attributes, reading whole blocks: no row is looked at of a span without it. Zones are
 * read in the order of the list; what they held waits until no zone left can hold anything earlier in it.
 */
export class BlockScan {
  readonly #payloads: PayloadReader;
  readonly #zones: Database.Statement<[number], ZoneCells>;
  readonly #before: Database.Statement<[number], number | null>;
  readonly #blocks: Database.Statement<[number, number], BlockCells>;
  readonly #start: Database.Statement<[number], bigint>;
  readonly #starts: Database.Statement<[number, number], StartCells>;

  constructor(db: Database.Database, payloads: PayloadReader) {
    this.#payloads = payloads;
    this.#zones = db.prepare<[number], ZoneCells>(SCAN_SQL.zones).safeIntegers(true).raw(true);
    this.#before = db.prepare<[number], number | null>(SCAN_SQL.before).pluck(true);
    this.#blocks = db.prepare<[number, number], BlockCells>(SCAN_SQL.blocks).raw(true);
    this.#start = db.prepare<[number], bigint>(SCAN_SQL.start).safeIntegers(true).pluck(true);
    this.#starts = db.prepare<[number, number], StartCells>(SCAN_SQL.starts).safeIntegers(true).raw(true);
  }

  /** Keys in list order. `step` is called before each zone, some milliseconds of work. */
  *keys(
    c: SpanConditions,
    { sort, order, anchor }: Pick<SpanQuery, 'order' | 'anchor'> & { readonly sort: Sort },
    step: () => void,
  ): Generator<SpanKey> {
    const sign = order === 'asc' ? 1 : -1;
    const zones = this.#zonesOf(c, sort, sign);
    const isBefore = (a: SpanKey, b: SpanKey): boolean => sign * compareKeys(a, b, sort) < 0;
    const waiting = new Heap<SpanKey>(isBefore);
    const read = new Set<number>();
    for (const [i, [zone]] of zones.entries()) {
      step();
      const found = this.#found(Number(zone) * ZONE_SPANS, c, read);
      for (const key of inListOrder(found, sort, order, anchor)) waiting.push(key);
      const next = zones[i + 1];
      const edge = next === undefined ? null : edgeOf(next, sort, sign);
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        if (edge !== null && sign * compareValues(sort === 'id' ? BigInt(key.id) : key.start, edge) >= 0) {
          waiting.push(key);
          break;
        }
        yield key;
      }
    }
  }

  #zonesOf(c: SpanConditions, sort: Sort, sign: number): ZoneCells[] {
    return this.#zones
      .all(c.projectId)
      .filter(([, min, max]) => (c.startMin === null || max >= c.startMin) && (c.startEnd === null || min < c.startEnd))
      .sort((a, b) => sign * compareValues(edgeOf(a, sort, sign), edgeOf(b, sort, sign)));
  }

  /** Keys of the spans in the zone's blocks that may match, of any project. Blocks across zones are read with the first of them. */
  #found(low: number, c: SpanConditions, read: Set<number>): SpanKey[] {
    const keys: SpanKey[] = [];
    for (const [firstId, frame] of this.#blocks.all(this.#before.get(low) ?? low, low + ZONE_SPANS - 1)) {
      if (read.has(firstId)) continue;
      read.add(firstId);
      const block = openBlock(frame);
      if (!mayHold(block.raw, c.texts)) continue;
      const ids: number[] = [];
      for (let place = 0; place < block.count; place += 1) {
        const entry = block.entry(place);
        if (entry !== null && mayMatch(entry.bytes, c)) ids.push(firstId + place);
      }
      if (ids.length === 0) continue;
      // Whoever asked comes back for the attributes of some.
      this.#payloads.keep(firstId, block);
      keys.push(...this.#keysOf(ids));
    }
    return keys;
  }

  /** Keys of rising numbers from one block. */
  #keysOf(ids: readonly number[]): SpanKey[] {
    if (ids.length < STARTS_TOGETHER) {
      return ids.flatMap((id) => {
        const start = this.#start.get(id);
        return start === undefined ? [] : [{ start, id }];
      });
    }
    const wanted = new Set(ids);
    const keys = this.#starts.all(ids[0] ?? 0, ids.at(-1) ?? 0).map(([id, start]) => ({ start, id: Number(id) }));
    return keys.filter(({ id }) => wanted.has(id));
  }
}

function mayMatch(bytes: Uint8Array, { texts, attributes, wanted }: SpanConditions): boolean {
  if (texts.length > 0 && !mayHold(bytes, texts)) return false;
  const test = attributes?.mayMatch ?? null;
  return test === null || wanted === null || test(wanted.of(bytes));
}

/** The first place in the list that a span of the zone may have. */
function edgeOf([zone, min, max]: ZoneCells, sort: Sort, sign: number): bigint {
  if (sort === 'id') return sign > 0 ? zone * BigInt(ZONE_SPANS) : (zone + 1n) * BigInt(ZONE_SPANS) - 1n;
  return sign > 0 ? min : max;
}

function compareKeys(a: SpanKey, b: SpanKey, sort: Sort): number {
  return sort === 'id' || a.start === b.start ? a.id - b.id : compareValues(a.start, b.start);
}

function compareValues(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
