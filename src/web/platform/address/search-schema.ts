import {
  RANGE_DEFAULT,
  isRelativeRange,
  windowOfRange,
  type RangeText,
} from '#web/platform/time/time-range.ts';

/** The search of an address as the router parses it. */
export type RawSearch = Readonly<Record<string, unknown>>;

/**
 * Reads one part of a search: undefined if it is missing, invalid, or the default, so that links
 * stay short. `all` is the whole search, for a part that depends on others.
 */
export type Field<Value> = (raw: unknown, all: RawSearch) => Value | undefined;

type Fields = Readonly<Record<string, Field<unknown>>>;

type SearchOf<Of extends Fields> = {
  readonly [Part in keyof Of]?: Exclude<ReturnType<Of[Part]>, undefined>;
};

/** Reads a search: what is in it, and valid. */
export interface SearchReader<Of extends Fields> {
  (raw: RawSearch): SearchOf<Of>;
  /** For the reader of a longer search. */
  readonly fields: Of;
}

/** The reader of an address's search, by its fields. Parts without a field are left out. */
export function searchReader<const Of extends Fields>(fields: Of): SearchReader<Of> {
  const read = (raw: RawSearch): SearchOf<Of> => {
    const parts = Object.entries(fields).map(
      ([part, field]) => [part, field(raw[part], raw)] as const,
    );
    // codec: each part was read by its own field
    return presentParts(Object.fromEntries(parts)) as SearchOf<Of>;
  };
  return Object.assign(read, { fields });
}

/** A text that isn't empty. */
export function text(raw: unknown): string | undefined {
  // The router reads "123" as a number: a session or a search may well be one.
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  return typeof raw === 'string' && raw !== '' ? raw : undefined;
}

/** The texts of a repeatable part. */
export function texts(raw: unknown): readonly string[] | undefined {
  const values = (Array.isArray(raw) ? raw : [raw]).map(text).filter((one) => one !== undefined);
  return values.length === 0 ? undefined : values;
}

/** A whole number from `min`. */
export function integer(min: 0 | 1): Field<number> {
  return (raw) =>
    typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= min ? raw : undefined;
}

/** One of these values, except `byDefault`. */
export function oneOf<const Value extends string | boolean, const Usual extends Value = never>(
  values: readonly Value[],
  byDefault?: Usual,
): Field<Exclude<Value, Usual>> {
  return (raw) =>
    values.find((one): one is Exclude<Value, Usual> => one === raw && one !== byDefault);
}

/** Present or not. */
export const flag = oneOf([true]);

/** A time range, except the default. */
export function timeRange(raw: unknown): RangeText | undefined {
  const range = text(raw);
  if (range === undefined || range === RANGE_DEFAULT) return undefined;
  return isRelativeRange(range) || windowOfRange(range, 0) !== null ? range : undefined;
}

/** Drops what is not there, so that objects compare and links stay short. */
export function presentParts<T extends object>(search: {
  [Key in keyof T]: T[Key] | undefined;
}): T {
  const kept = Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  );
  return kept as T; // codec: what is left has only defined values
}

/** Changes to an address; undefined removes a part. */
export type Changes<Search> = { readonly [Key in keyof Search]?: Search[Key] | undefined };

/** An address with some parts changed. */
export function withChanges<Search extends object>(
  search: Search,
  changes: Changes<Search>,
): Search {
  return presentParts<Search>({ ...search, ...changes });
}

/**
 * Only the known parts of an address: the router passes unknown ones on as if they had been
 * validated.
 */
export function onlyRead<Search extends object>(
  read: (raw: RawSearch) => Search,
): (raw: Record<string, unknown>) => Search {
  return (raw) => ({
    ...Object.fromEntries(Object.keys(raw).map((key) => [key, undefined])),
    ...read(raw),
  });
}
