const KEPT_MAX = 500;
const kept = new Map<string, string>();
/** Quoted texts and names, which may have a question mark in them, and question marks. */
const PARTS = /'(?:[^']|'')*'|"[^"]*"|\?/g;

/** A statement with `$1`, `$2`, … where it has question marks. */
export function numberParameters(sql: string): string {
  const known = kept.get(sql);
  if (known !== undefined) return known;
  let count = 0;
  const numbered = sql.replaceAll(PARTS, (part) => (part === '?' ? `$${(count += 1)}` : part));
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(sql, numbered);
  return numbered;
}
