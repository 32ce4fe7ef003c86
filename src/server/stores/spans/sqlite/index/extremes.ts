import { SPAN_RANK_SORTS } from '../both/span-rank.ts';
import {
  ANY_SHAPE,
  CLASSES,
  FEW_NAMES,
  featuresOf,
  fewNamesOf,
  nameIn,
  NAMES,
  type RankedShape,
  type WantedShapes,
} from './ranked-shapes.ts';

/** For each sort the lowest and the highest rank. */
const VALUES = 2 * SPAN_RANK_SORTS.length;
/**
 * Of more shapes than this, those of one kind, status and model are taken together, and if these are
 * more, those of one kind and status; and beside these, those of one name with or without an error.
 * So a row stays small, whatever is sent.
 */
const ENTRIES_MAX = 64;
const EMPTY: readonly number[] = Array.from({ length: VALUES }, (_, i) =>
  i % 2 === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
);
const VARINT_BYTES_MAX = 8;
const BOUND_MAX = Number.MAX_SAFE_INTEGER - 2;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** What distinguishes shapes: each is by itself, by kind, status and model, or without the model. */
type Grain = 'shape' | 'model' | 'class';

interface ShapeValues {
  readonly shape: number;
  /**
   * Of a shape by itself what `featuresOf` gives, or without the name in what an earlier version
   * wrote; of others the class, with the model but for grain `class`.
   */
  readonly features: number;
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
  /**
   * By name, where shapes are taken together; null where they are not, and where an earlier version
   * took them together.
   */
  #names: NameValues | null = null;

  constructor(startMin: bigint, startMax: bigint) {
    this.startMin = startMin;
    this.startMax = startMax;
  }

  static decode(startMin: bigint, startMax: bigint, bytes: Uint8Array): Extremes {
    const extremes = new Extremes(startMin, startMax);
    const reader = new VarintReader(bytes);
    while (!reader.isAtEnd) {
      const [shape, features] = [reader.next(), reader.next()];
      const values = emptyValues();
      for (let i = 0; i < VALUES; i += 1) values[i] = boundOf(reader.next(), i % 2 === 1);
      if (shape === ANY_SHAPE && features >= NAMES) {
        extremes.#names ??= new NameValues();
        widen(extremes.#names.of(nameIn(features)), values);
        continue;
      }
      extremes.#shapes.set(keyOf(shape, features), { shape, features, values });
      if (shape !== ANY_SHAPE) continue;
      if (features < CLASSES) extremes.#grain = 'class';
      else if (extremes.#grain === 'shape') extremes.#grain = 'model';
    }
    return extremes;
  }

  /** Takes in a span with these ranks. */
  add(shape: RankedShape, startTime: bigint, ranks: Float64Array): void {
    if (startTime < this.startMin) this.startMin = startTime;
    if (startTime > this.startMax) this.startMax = startTime;
    take(this.#ofShape(shape).values, ranks);
    if (this.#names !== null) take(this.#names.of(nameIn(featuresOf(shape))), ranks);
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
    if (this.#names !== null) widen(this.#names.of(nameIn(featuresOf(shape))), values);
  }

  /** Takes in all spans of others. */
  merge(other: Extremes): void {
    if (other.startMin < this.startMin) this.startMin = other.startMin;
    if (other.startMax > this.startMax) this.startMax = other.startMax;
    for (const { shape, features, values } of other.#shapes.values()) {
      widen(this.#of(shape, features).values, values);
      if (shape !== ANY_SHAPE) this.#widenName(nameIn(features), values);
    }
    if (other.#grain === 'shape') return;
    if (other.#names === null) this.#names = null;
    else for (const [name, values] of other.#names.all) this.#widenName(name, values);
  }

  encode(): Uint8Array {
    const names = this.#names?.all ?? [];
    const entries = this.#shapes.size + (this.#names?.all.size ?? 0);
    const bytes = new Uint8Array(entries * (VALUES + 2) * VARINT_BYTES_MAX);
    let at = 0;
    for (const { shape, features, values } of this.#shapes.values())
      at = writeEntry(bytes, at, shape, features, values);
    for (const [name, values] of names)
      at = writeEntry(bytes, at, ANY_SHAPE, NAMES * (1 + name), values);
    return bytes.slice(0, at);
  }

  #ofShape(shape: RankedShape): ShapeValues {
    const known = this.#grain === 'shape' ? this.#shapes.get(shape.id) : undefined;
    return known ?? this.#of(shape.id, featuresOf(shape));
  }

  #of(shape: number, features: number): ShapeValues {
    if (shape === ANY_SHAPE) this.#joinFor(features);
    for (;;) {
      const key = this.#keyOf(shape, features);
      const entry = this.#shapes.get(key);
      if (entry !== undefined) return entry;
      if (this.#grain === 'class' || this.#shapes.size < ENTRIES_MAX)
        return this.#add(key, shape, features);
      this.#join(this.#grain === 'shape' ? 'model' : 'class');
    }
  }

  /** Without effect where names are not kept. Of a shape whose name is not known, none are any more. */
  #widenName(name: number, values: readonly number[]): void {
    if (this.#names === null) return;
    if (name < 0) this.#names = null;
    else widen(this.#names.of(name), values);
  }

  /** Models that were taken together can't be separated again. */
  #joinFor(features: number): void {
    if (features < CLASSES) this.#join('class');
    else if (this.#grain === 'shape') this.#join('model');
  }

  #keyOf(shape: number, features: number): number {
    if (this.#grain === 'shape') return keyOf(shape, features);
    return keyOf(ANY_SHAPE, features % (this.#grain === 'class' ? CLASSES : NAMES));
  }

  #add(key: number, shape: number, features: number): ShapeValues {
    const entry =
      key < 0
        ? { shape: ANY_SHAPE, features: -1 - key, values: emptyValues() }
        : { shape, features, values: emptyValues() };
    this.#shapes.set(key, entry);
    return entry;
  }

  #join(grain: Grain): void {
    if (this.#grain === grain) return;
    if (this.#grain === 'shape') this.#names = new NameValues();
    const shapes = this.#shapes;
    this.#shapes = new Map();
    this.#grain = grain;
    for (const { shape, features, values } of shapes.values()) {
      if (shape !== ANY_SHAPE) this.#widenName(nameIn(features), values);
      widen(this.#of(ANY_SHAPE, features % NAMES).values, values);
    }
  }
}

/** The values of spans by the name of their shape and whether it is one of errors. */
class NameValues {
  #all = new Map<number, number[]>();
  #areFew = false;

  get all(): ReadonlyMap<number, number[]> {
    return this.#all;
  }

  of(name: number): number[] {
    if (name >= FEW_NAMES && !this.#areFew) this.#makeFew();
    const key = this.#areFew ? fewNamesOf(name) : name;
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    if (!this.#areFew && this.#all.size >= ENTRIES_MAX) {
      this.#makeFew();
      return this.of(name);
    }
    const values = emptyValues();
    this.#all.set(key, values);
    return values;
  }

  #makeFew(): void {
    const all = this.#all;
    this.#all = new Map();
    this.#areFew = true;
    for (const [name, values] of all) widen(this.of(name), values);
  }
}

function keyOf(shape: number, features: number): number {
  return shape === ANY_SHAPE ? -1 - features : shape;
}

/** A plain list: typed arrays cost more to make than all that is put into one of a zone. */
function emptyValues(): number[] {
  return EMPTY.slice();
}

function take(into: number[], ranks: Float64Array): void {
  for (let i = 0; i < ranks.length; i += 1) {
    const rank = ranks[i]!;
    if (rank < into[2 * i]!) into[2 * i] = rank;
    if (rank > into[2 * i + 1]!) into[2 * i + 1] = rank;
  }
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
  let ofShapes: number | null = null;
  let ofNames: number | null = null;
  let haveNames = false;
  const farther = (bound: number, found: number | null): number =>
    found === null || (which === 'highest' ? bound > found : bound < found) ? bound : found;
  while (!reader.isAtEnd) {
    const [shape, features] = [reader.next(), reader.next()];
    reader.skip(place);
    const bound = boundOf(reader.next(), which === 'highest');
    reader.skip(VALUES - place - 1);
    if (shape === ANY_SHAPE && features >= NAMES) {
      haveNames = true;
      if (wanted.hasName(features)) ofNames = farther(bound, ofNames);
    } else if (wanted.has(shape, features)) ofShapes = farther(bound, ofShapes);
  }
  if (ofShapes === null || (haveNames && ofNames === null)) return null;
  // A span is within both bounds.
  const found = ofNames === null || farther(ofNames, ofShapes) === ofNames ? ofShapes : ofNames;
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

function writeEntry(
  bytes: Uint8Array,
  at: number,
  shape: number,
  features: number,
  values: readonly number[],
): number {
  let end = writeVarint(bytes, writeVarint(bytes, at, shape), features);
  for (let i = 0; i < VALUES; i += 1)
    end = writeVarint(bytes, end, codeOf(values[i]!, i % 2 === 1));
  return end;
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
