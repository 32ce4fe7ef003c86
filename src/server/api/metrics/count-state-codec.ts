/** A tally's state as text: between two steps it crosses two threads, and text is the cheapest form. */
export function encodeState(saved: unknown): string {
  return JSON.stringify(saved);
}

/** The same back again, in another reader. */
export function decodeState<Saved>(text: string): Saved {
  // as: it never leaves the server; the same query wrote it in its step before.
  return JSON.parse(text) as Saved;
}
