import { ITEMS, type Signal } from '../both/ingest-message.ts';

/** A span or log record that was not stored: its place in the request, counted from 0, and why. */
export interface RefusedSpan {
  readonly index: number;
  readonly reason: string;
}

const NAMED_MAX = 10;

/** `partial_success.error_message`: which items were refused, and why; the first ten by name. */
export function partialSuccessMessage(signal: Signal, sent: number, refused: readonly RefusedSpan[]): string {
  const { one, many } = ITEMS[signal];
  const named = refused.slice(0, NAMED_MAX).map(({ index, reason }) => `${one} ${index}: ${reason}`);
  const more = refused.length - named.length;
  return `${refused.length} of ${sent} ${many} were not stored: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
