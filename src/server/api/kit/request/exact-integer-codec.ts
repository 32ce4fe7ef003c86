interface RawJson {
  rawJSON(text: string): object;
}

// as: Node has it since version 21; the compiler's library does not name it yet.
const rawJson = JSON as typeof JSON & RawJson;

/** A whole number of any size that `JSON.stringify` writes with all its digits. */
export function exactInteger(value: bigint): object {
  return rawJson.rawJSON(value.toString());
}

/**
 * A number that `JSON.stringify` writes as it was spelled. Throws a `SyntaxError` for what is no
 * JSON number.
 */
export function exactNumberText(source: string): object {
  return rawJson.rawJSON(source);
}
