/** A span that was not stored: its place in the request, counted from 0, and why. */
export interface RefusedSpan {
  readonly index: number;
  readonly reason: string;
}

const NAMED_MAX = 10;

/** `partial_success.error_message`: which spans were refused, and why; the first ten by name. */
export function partialSuccessMessage(refused: number, spans: number, details: readonly RefusedSpan[]): string {
  const named = details.slice(0, NAMED_MAX).map(({ index, reason }) => `span ${index}: ${reason}`);
  const more = refused - named.length;
  const rest = more > 0 ? `; and ${more} more` : '';
  return `${refused} of ${spans} spans were not stored: ${named.join('; ')}${rest}`;
}
