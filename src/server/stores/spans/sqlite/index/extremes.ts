import { SPAN_RANK_SORTS } from '../both/span-rank.ts';

/** For each sort the lowest and the highest rank. */
const VALUES = 2 * SPAN_RANK_SORTS.length;
/**
 * Of more shapes than this, those of one kind, status and model are taken together, and if these are
 * more, those of one kind and status: so a row stays small, whatever is sent.
 */
const ENTRIES_MAX = 64;
/** Stands for every shape of its class; no shape has this number. */
const ANY_SHAPE = 0;
const STATUSES = 3;
/** Above all numbers of a kind and status. */
const CLASSES = 256;
/** Two models with the same code widen each other's bounds and do no other harm. */
const MODEL_CODES = 1_024;
const EMPTY: readonly number[] = Array.from({ length: VALUES }, (_, i) =>
  i % 2 === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
);
const VARINT_BYTES_MAX = 8;
const BOUND_MAX = Number.MAX_SAFE_INTEGER - 2;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** A shape, as far as extremes tell shapes apart. */
export interface RankedShape {
  readonly id: number;
  /** An index of SPAN_KINDS. */
  readonly kind: number;
  readonly status: number;
  readonly modelName: string | null;
}

/** The kind and status of a shape as one number. */
function classOf({ kind, status }: RankedShape): number {
  return kind * STATUSES + status;
}

/** The kind, status and model of a shape as one number, larger than that of any class. */
function modelClassOf(shape: RankedShape): number {
  return classOf(shape) + CLASSES * (1 + modelCode(shape.modelName));
}

/** 0 for spans without a model. */
function modelCode(name: string | null): number {
  if (name === null) return 0;
  let hash = 0;
  for (let i = 0; i < name.length; i += 1) hash = (hash * 31 + name.charCodeAt(i)) | 0;
  return 1 + ((hash >>> 0) % (MODEL_CODES - 1));
}

/** The shapes that a list is about. */
export class WantedShapes {
  readonly ids: ReadonlySet<number>;
  readonly #classes: ReadonlySet<number>;

  constructor(shapes: readonly RankedShape[]) {
    this.ids = new Set(shapes.map((shape) => shape.id));
    this.#classes = new Set(shapes.flatMap((shape) => [classOf(shape), modelClassOf(shape)]));
  }

  has(shape: number, itsClass: number): boolean {
    return shape === ANY_SHAPE ? this.#classes.has(itsClass) : this.ids.has(shape);
  }
}

/** What distinguishes shapes: each is by itself, by kind, status and model, or without the model. */
type Grain = 'shape' | 'model' | 'class';

interface ShapeValues {
  readonly shape: number;
  /** With the model, but for grain `class` and what an earlier version wrote. */
  readonly class: number;
  readonly values: number[];
}

/**
 * The lowest and highest ranks among some spans, by shape, and the times that they cover. They may
 * be wider than the spans are, as when some are deleted, but never narrower.
 */
export class Extremes {
  startMin: bigint;
  startMax: bigint;
  /** By the number of the shape, or by -1 - class. */
  #shapes = new Map<number, ShapeValues>();
  #grain: Grain = 'shape';

  constructor(startMin: bigint, startMax: bigint) {
    this.startMin = startMin;
    this.startMax = startMax;
  }

  static decode(startMin: bigint, startMax: bigint, bytes: Uint8Array): Extremes {
    const extremes = new Extremes(startMin, startMax);
    const reader = new VarintReader(bytes);
    while (!reader.isAtEnd) {
      const [shape, ofClass] = [reader.next(), reader.next()];
      const values = emptyValues();
      for (let i = 0; i < VALUES; i += 1) values[i] = boundOf(reader.next(), i % 2 === 1);
      extremes.#shapes.set(keyOf(shape, ofClass), { shape, class: ofClass, values });
      if (shape !== ANY_SHAPE) continue;
      if (ofClass < CLASSES) extremes.#grain = 'class';
      else if (extremes.#grain === 'shape') extremes.#grain = 'model';
    }
    return extremes;
  }

  /** Takes in a span with these ranks. */
  add(shape: RankedShape, startTime: bigint, ranks: Float64Array): void {
    if (startTime < this.startMin) this.startMin = startTime;
    if (startTime > this.startMax) this.startMax = startTime;
    const { values } = this.#ofShape(shape);
    for (let i = 0; i < ranks.length; i += 1) {
      const rank = ranks[i]!;
      if (rank < values[2 * i]!) values[2 * i] = rank;
      if (rank > values[2 * i + 1]!) values[2 * i + 1] = rank;
    }
  }

  /** Takes in spans of a shape with these lowest and highest ranks by each sort. */
  addRange(
    shape: RankedShape,
    startMin: bigint,
    startMax: bigint,
    values: readonly number[],
  ): void {
    if (startMin < this.startMin) this.startMin = startMin;
    if (startMax > this.startMax) this.startMax = startMax;
    widen(this.#ofShape(shape).values, values);
  }

  /** Takes in all spans of others. */
  merge(other: Extremes): void {
    if (other.startMin < this.startMin) this.startMin = other.startMin;
    if (other.startMax > this.startMax) this.startMax = other.startMax;
    for (const { shape, class: ofClass, values } of other.#shapes.values())
      widen(this.#of(shape, ofClass).values, values);
  }

  encode(): Uint8Array {
    const bytes = new Uint8Array(this.#shapes.size * (VALUES + 2) * VARINT_BYTES_MAX);
    let at = 0;
    for (const { shape, class: ofClass, values } of this.#shapes.values()) {
      at = writeVarint(bytes, writeVarint(bytes, at, shape), ofClass);
      for (let i = 0; i < VALUES; i += 1)
        at = writeVarint(bytes, at, codeOf(values[i]!, i % 2 === 1));
    }
    return bytes.slice(0, at);
  }

  #ofShape(shape: RankedShape): ShapeValues {
    const known = this.#grain === 'shape' ? this.#shapes.get(shape.id) : undefined;
    return known ?? this.#of(shape.id, modelClassOf(shape));
  }

  #of(shape: number, ofClass: number): ShapeValues {
    if (shape === ANY_SHAPE) this.#joinFor(ofClass);
    for (;;) {
      const key = this.#keyOf(shape, ofClass);
      const entry = this.#shapes.get(key);
      if (entry !== undefined) return entry;
      if (this.#grain === 'class' || this.#shapes.size < ENTRIES_MAX)
        return this.#add(key, shape, ofClass);
      this.#join(this.#grain === 'shape' ? 'model' : 'class');
    }
  }

  /** Models that were taken together can't be separated again. */
  #joinFor(ofClass: number): void {
    if (ofClass < CLASSES) this.#join('class');
    else if (this.#grain === 'shape') this.#join('model');
  }

  #keyOf(shape: number, ofClass: number): number {
    if (this.#grain === 'shape') return keyOf(shape, ofClass);
    return keyOf(ANY_SHAPE, this.#grain === 'class' ? ofClass % CLASSES : ofClass);
  }

  #add(key: number, shape: number, ofClass: number): ShapeValues {
    const entry =
      key < 0
        ? { shape: ANY_SHAPE, class: -1 - key, values: emptyValues() }
        : { shape, class: ofClass, values: emptyValues() };
    this.#shapes.set(key, entry);
    return entry;
  }

  #join(grain: Grain): void {
    if (this.#grain === grain) return;
    const shapes = this.#shapes;
    this.#shapes = new Map();
    this.#grain = grain;
    for (const { class: ofClass, values } of shapes.values())
      widen(this.#of(ANY_SHAPE, ofClass).values, values);
  }
}

function keyOf(shape: number, ofClass: number): number {
  return shape === ANY_SHAPE ? -1 - ofClass : shape;
}

/** A plain list: typed arrays cost more to make than all that is put into one of a zone. */
function emptyValues(): number[] {
  return EMPTY.slice();
}

function widen(into: number[], values: readonly number[]): void {
  for (let i = 0; i < VALUES; i += 2) {
    into[i] = Math.min(into[i]!, values[i]!);
    into[i + 1] = Math.max(into[i + 1]!, values[i + 1]!);
  }
}

/**
 * The lowest (or highest) rank by a sort among the encoded spans of these shapes; null when there
 * are none.
 */
export function extremeOf(
  bytes: Uint8Array,
  wanted: WantedShapes,
  sort: (typeof SPAN_RANK_SORTS)[number],
  which: 'lowest' | 'highest',
): bigint | null {
  const place = 2 * SPAN_RANK_SORTS.indexOf(sort) + (which === 'highest' ? 1 : 0);
  const reader = new VarintReader(bytes);
  let found: number | null = null;
  while (!reader.isAtEnd) {
    const isWanted = wanted.has(reader.next(), reader.next());
    reader.skip(place);
    const bound = boundOf(reader.next(), which === 'highest');
    reader.skip(VALUES - place - 1);
    if (!isWanted) continue;
    if (found === null || (which === 'highest' ? bound > found : bound < found)) found = bound;
  }
  if (found === null) return null;
  if (found === Number.POSITIVE_INFINITY) return INT64_MAX;
  return found === Number.NEGATIVE_INFINITY ? INT64_MIN : BigInt(found);
}

/**
 * Ranks begin at -1, but for negative durations, and are exact up to 2^53: beyond these, there is
 * no bound (0).
 */
function codeOf(value: number, isHighest: boolean): number {
  if (isHighest) return value > BOUND_MAX ? 0 : Math.max(value, -1) + 2;
  return value < -1 ? 0 : Math.min(value, BOUND_MAX) + 2;
}

function boundOf(code: number, isHighest: boolean): number {
  if (code === 0) return isHighest ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return code - 2;
}

function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  let place = at;
  for (; rest >= 128; place += 1) {
    const above = Math.floor(rest / 128);
    bytes[place] = rest - above * 128 + 128;
    rest = above;
  }
  bytes[place] = rest;
  return place + 1;
}

class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  skip(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      while (this.#bytes[this.#at]! >= 128) this.#at += 1;
      this.#at += 1;
    }
  }
}
