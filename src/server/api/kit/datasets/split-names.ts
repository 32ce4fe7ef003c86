/** Names of splits as they are stored: trimmed, none blank, none twice. */
export function splitNames(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}
