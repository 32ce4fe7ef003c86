import { randomInt } from 'node:crypto';
import type Database from 'better-sqlite3';
import { toHex } from '#core/otlp/hex.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type { TraceSkeleton } from '#core/ports/whole-trace.ts';
import type { Repeat } from '#core/trace/repeated-call.ts';
import type { ShapeFeatureReader, ShapeFeatures } from '../both/shape-features.ts';
import { repeatFromCell } from '../both/span-row-codec.ts';

/**
 * Each column's values in list order: joined by SQLite, so that no row crosses into JavaScript. All
 * are null for a trace without spans.
 */
type ColumnCells = [
  ids: string | null,
  spanIds: Uint8Array,
  parents: Uint8Array,
  shapes: string,
  starts: string,
  durations: string,
  prompts: string,
  completions: string,
  costs: string,
  firstTokens: string,
  repeated: string | null,
];

type NameCells = [id: number, name: string | null, model: string | null];

/** Blobs are joined byte by byte, though SQLite calls what it joins a text. */
const SKELETON_SQL = `SELECT group_concat(id), CAST(group_concat(span_id, '') AS BLOB),
  CAST(group_concat(coalesce(parent_span_id, x'0000000000000000'), '') AS BLOB), group_concat(shape_id), group_concat(start_time - ?), group_concat(duration),
  group_concat(coalesce(tokens_prompt, '')), group_concat(coalesce(tokens_completion, '')),
  group_concat(CASE WHEN cost_usd IS NULL THEN '' ELSE printf('%!.17g', cost_usd) END), group_concat(coalesce(first_token, '')),
  group_concat(id || ':' || repeats)
FROM (SELECT id, span_id, parent_span_id, shape_id, start_time, duration, tokens_prompt, tokens_completion, cost_usd, first_token, repeats
  FROM spans WHERE trace_number = ? ORDER BY start_time, id LIMIT ?)`;
const NAMES_SQL = 'SELECT id, name, model_name FROM spans WHERE trace_number = ?';

/** Drawn for each process: senders choose span ids, and must not be able to make them collide. */
const [SEED, FACTOR_HIGH, FACTOR_LOW] = [draw(), draw() | 1, draw() | 1];
const NO_PLACE = -1;
const MISSING = -2;

type ShapeColumns = Pick<
  TraceSkeleton,
  'names' | 'nameIndexes' | 'kinds' | 'statuses' | 'models' | 'modelIndexes'
>;

const COMMA = 0x2c;
const ZERO = 0x30;
/** Digits that are surely summed up without rounding. */
const EXACT_DIGITS = 15;
const ID_BYTES = 8;
/** Of a shape whose spans have their names in their rows: a project with very many names. */
const IN_ROW = -1;
const NO_CELLS: ColumnCells = [
  '',
  new Uint8Array(),
  new Uint8Array(),
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  null,
];
const UNKNOWN: Pick<ShapeFeatures, 'kind' | 'status' | 'name' | 'modelName'> = {
  kind: 0,
  status: 0,
  name: null,
  modelName: null,
};

/**
 * Reads a whole trace as columns: measured, a seventh of the work of reading its rows. Parents may
 * form a cycle: nothing here follows them.
 */
export class SkeletonReader {
  readonly #columns: Database.Statement<[bigint, number, number], ColumnCells>;
  readonly #names: Database.Statement<[number], NameCells>;
  readonly #shapes: ShapeFeatureReader;

  constructor(db: Database.Database, shapes: ShapeFeatureReader) {
    this.#columns = db.prepare<[bigint, number, number], ColumnCells>(SKELETON_SQL).raw(true);
    this.#names = db.prepare<[number], NameCells>(NAMES_SQL).raw(true);
    this.#shapes = shapes;
  }

  read(trace: TraceRow, spansMax: number): TraceSkeleton {
    const cells = this.#columns.get(trace.startTimeUnixNano, trace.id, spansMax);
    const [
      ids,
      spanIds,
      parents,
      shapes,
      starts,
      durations,
      prompts,
      completions,
      costs,
      firstTokens,
      repeated,
    ] = cells === undefined || cells[0] === null ? NO_CELLS : cells;
    const count = spanIds.length / ID_BYTES;
    const numbers = numbersOf(ids ?? '', count);
    return {
      trace,
      complete: count >= trace.spanCount,
      ids: numbers,
      spanIds: new Uint8Array(spanIds.buffer, spanIds.byteOffset, spanIds.byteLength),
      ...parentPlaces(spanIds, parents),
      startOffsetsNano: numbersOf(starts, count),
      durationsNano: numbersOf(durations, count),
      ...this.#columnsByShape(trace.id, numbers, numbersOf(shapes, count)),
      promptTokens: numbersOf(prompts, count),
      completionTokens: numbersOf(completions, count),
      costsUsd: numbersOf(costs, count),
      firstTokensNano: numbersOf(firstTokens, count),
      repeats: repeatsOf(numbers, repeated),
    };
  }

  #columnsByShape(traceNumber: number, ids: Float64Array, shapeIds: Float64Array): ShapeColumns {
    const [names, models] = [new Values(), new Values()];
    const columns = {
      nameIndexes: new Int32Array(ids.length),
      kinds: new Uint8Array(ids.length),
      statuses: new Uint8Array(ids.length),
      modelIndexes: new Int32Array(ids.length),
    };
    const known = new Map<
      number,
      { readonly features: typeof UNKNOWN; readonly name: number; readonly model: number }
    >();
    let ownNames: ReadonlyMap<number, NameCells> | undefined;
    for (const [index, id] of shapeIds.entries()) {
      let shape = known.get(id);
      if (shape === undefined) {
        const features = this.#shapes.of(id) ?? UNKNOWN;
        if (features.name === null)
          ownNames ??= new Map(this.#names.all(traceNumber).map((row) => [row[0], row]));
        const name = features.name === null ? IN_ROW : names.indexOf(features.name);
        known.set(id, (shape = { features, name, model: models.indexOf(features.modelName) }));
      }
      const own = shape.name === IN_ROW ? ownNames?.get(ids[index] ?? 0) : undefined;
      columns.nameIndexes[index] =
        shape.name === IN_ROW ? names.indexOf(own?.[1] ?? '') : shape.name;
      columns.kinds[index] = shape.features.kind;
      columns.statuses[index] = shape.features.status;
      columns.modelIndexes[index] =
        own === undefined ? shape.model : models.indexOf(shape.features.modelName ?? own[2]);
    }
    return { names: names.all, models: models.all, ...columns };
  }
}

/**
 * The numbers of a text such as `group_concat` writes it, where most are natural; NaN for what is
 * empty.
 */
function numbersOf(text: string, count: number): Float64Array {
  const numbers = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const begin = at;
    let value = 0;
    let isNatural = true;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === COMMA) break;
      const digit = code - ZERO;
      if (digit < 0 || digit > 9) isNatural = false;
      value = value * 10 + digit;
    }
    if (at === begin) value = Number.NaN;
    else if (!isNatural || at - begin > EXACT_DIGITS) value = Number(text.slice(begin, at));
    numbers[index] = value;
    at += 1;
  }
  return numbers;
}

/** The different values of a column, in the order in which they first appear. */
class Values {
  readonly #places = new Map<string, number>();

  get all(): readonly string[] {
    return [...this.#places.keys()];
  }

  indexOf(value: string | null): number {
    if (value === null) return -1;
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.#places.set(value, this.#places.size);
    return this.#places.size - 1;
  }
}

/** Row numbers become places only where some are named, which few traces have. */
function repeatsOf(ids: Float64Array, repeated: string | null): Record<number, Repeat> {
  if (repeated === null) return {};
  const places = new Map(Array.from(ids, (id, place) => [id, place]));
  return Object.fromEntries(
    repeated.split(',').flatMap((one) => {
      const [id, repeats] = one.split(':').map(Number);
      const place = places.get(id ?? 0);
      return place === undefined ? [] : [[place, repeatFromCell(repeats ?? null)]];
    }),
  );
}

interface Parents {
  readonly parents: Int32Array;
  readonly missingParents: Record<number, string>;
}

/**
 * Where the parent of each span is among them, by ids of eight bytes: zeros for no parent. Parents
 * may form a cycle: nothing follows them.
 */
function parentPlaces(spanIds: Uint8Array, parentIds: Uint8Array): Parents {
  const ids = wordsOf(spanIds);
  const wanted = wordsOf(parentIds);
  const count = spanIds.length / ID_BYTES;
  const mask = tableSize(count) - 1;
  const table = new Int32Array(mask + 1).fill(NO_PLACE);
  const find = (high: number, low: number): number => {
    let slot = hash(high, low) & mask;
    for (let place = table[slot] ?? NO_PLACE; place !== NO_PLACE; place = table[slot] ?? NO_PLACE) {
      if (ids[place * 2] === high && ids[place * 2 + 1] === low) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  for (let place = 0; place < count; place += 1)
    table[find(ids[place * 2] ?? 0, ids[place * 2 + 1] ?? 0)] = place;
  const parents = new Int32Array(count);
  const missingParents: Record<number, string> = {};
  for (let place = 0; place < count; place += 1) {
    const [high, low] = [wanted[place * 2] ?? 0, wanted[place * 2 + 1] ?? 0];
    if (high === 0 && low === 0) parents[place] = NO_PLACE;
    else {
      const parent = table[find(high, low)] ?? NO_PLACE;
      if (parent === NO_PLACE)
        missingParents[place] = toHex(parentIds.subarray(place * ID_BYTES, (place + 1) * ID_BYTES));
      parents[place] = parent === NO_PLACE ? MISSING : parent;
    }
  }
  return { parents, missingParents };
}

function hash(high: number, low: number): number {
  const mixed = Math.imul(high ^ SEED, FACTOR_HIGH) ^ Math.imul(low, FACTOR_LOW);
  const spread = Math.imul(mixed ^ (mixed >>> 15), FACTOR_LOW);
  return spread ^ (spread >>> 13);
}

/** At most half of the table is taken. */
function tableSize(count: number): number {
  let size = 8;
  while (size < count * 2) size *= 2;
  return size;
}

/** Copied, since a blob's buffer need not be aligned. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function draw(): number {
  return randomInt(2 ** 32) | 0;
}
