interface RawJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}

// as: Node has these since version 21; the compiler's library does not name them yet.
const rawJson = JSON as typeof JSON & RawJson;

/** A whole number of any size that `JSON.stringify` writes with all its digits. */
export function exactInteger(value: bigint): object {
  return rawJson.rawJSON(value.toString());
}

export function isExactInteger(value: unknown): boolean {
  return rawJson.isRawJSON(value);
}
