/** A span that was not stored: its place in the request, counted from 0, and why. */
export interface RefusedSpan {
  readonly index: number;
  readonly reason: string;
}

const NAMED_MAX = 10;

/** `partial_success.error_message`: which spans were refused, and why; the first ten by name. */
export function partialSuccessMessage(spans: number, refused: readonly RefusedSpan[]): string {
  const named = refused.slice(0, NAMED_MAX).map(({ index, reason }) => `span ${index}: ${reason}`);
  const more = refused.length - named.length;
  return `${refused.length} of ${spans} spans were not stored: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
