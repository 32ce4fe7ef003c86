import type { BlockSpan } from './block-codec.ts';

/**
 * A conversation of so many bytes has blocks of its own; smaller ones share. Where the spans of one
 * trace are read alone, more would have to be unpacked for nothing.
 */
const ALONE_BYTES_MIN = 256 * 1024;
const SHARED_BYTES_MAX = 1024 * 1024;
/** Four milliseconds to unpack. */
export const BLOCK_BYTES_MAX = 4 * 1024 * 1024;

/** What one block is to hold; of a conversation alone where it has a rank. */
export interface ArrangedBlock {
  readonly spans: readonly BlockSpan[];
  readonly rank: number | null;
}

/**
 * Arranges spans into blocks: conversations one after the other by rank, the spans of each in the
 * order they came.
 */
export function arrange(byRank: readonly (readonly BlockSpan[] | undefined)[]): ArrangedBlock[] {
  const blocks: ArrangedBlock[] = [];
  let shared: BlockSpan[] = [];
  let sharedBytes = 0;
  const close = (): void => {
    if (shared.length > 0) blocks.push({ spans: shared, rank: null });
    [shared, sharedBytes] = [[], 0];
  };
  for (const [rank, spans] of byRank.entries()) {
    if (spans === undefined || spans.length === 0) continue;
    const bytes = bytesOf(spans);
    const rising = inOrder(spans);
    if (bytes >= ALONE_BYTES_MIN)
      for (const piece of pieces(rising)) blocks.push({ spans: piece, rank });
    else {
      if (sharedBytes + bytes > SHARED_BYTES_MAX) close();
      shared.push(...rising);
      sharedBytes += bytes;
    }
  }
  close();
  return blocks;
}

function bytesOf(spans: readonly BlockSpan[]): number {
  return spans.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function inOrder(spans: readonly BlockSpan[]): readonly BlockSpan[] {
  const isRising = spans.every(({ id }, i) => i === 0 || id > (spans[i - 1]?.id ?? 0));
  return isRising ? spans : spans.toSorted((a, b) => a.id - b.id);
}

function* pieces(spans: readonly BlockSpan[]): Generator<readonly BlockSpan[]> {
  let piece: BlockSpan[] = [];
  let bytes = 0;
  for (const span of spans) {
    if (piece.length > 0 && bytes + span.bytes.length > BLOCK_BYTES_MAX) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(span);
    bytes += span.bytes.length;
  }
  yield piece;
}
