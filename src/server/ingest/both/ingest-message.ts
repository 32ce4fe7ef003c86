import type { WriteOutcome } from '#core/ports/span-batch.ts';
import type { BodyEncoding } from './inflate.ts';

/** How a body spells its request. */
export type BodyFormat = 'protobuf' | 'json';

/** A request's signal: spans or log records. */
export type Signal = 'traces' | 'logs';

/** The names of a signal's items. */
export const ITEMS: Readonly<Record<Signal, { readonly one: string; readonly many: string }>> = {
  traces: { one: 'span', many: 'spans' },
  logs: { one: 'log record', many: 'log records' },
};

/**
 * One export request as it arrived: its bytes, and what its headers say of them. The writer thread
 * makes a DecodedRequest of it.
 */
export interface IngestRequest {
  /** The body in the pieces it arrived in; their buffers are moved, not copied. */
  readonly body: readonly Uint8Array[];
  readonly encoding: BodyEncoding;
  readonly signal: Signal;
  readonly format: BodyFormat;
  /** The request's own header or metadata, trimmed; null when absent or blank. */
  readonly projectName: string | null;
  /** The only projects its sender may store in; null for all. */
  readonly limitedTo: readonly number[] | null;
  /** The size that admission estimated for the body. */
  readonly guessedSpans: number;
}

/** A request's outcome as its sender reads it: `stored + duplicates + refused` equals `items`. */
export interface IngestOutcome extends Pick<WriteOutcome, 'stored' | 'duplicates'> {
  /** Spans, or log records. */
  readonly items: number;
  readonly refused: number;
  /** Which of them were refused and why, or a warning; null when there is nothing to say. */
  readonly message: string | null;
}

/** A transaction's new rows. */
export interface Commit {
  readonly projectIds: readonly number[];
  readonly stored: number;
}

/** Messages from the writer thread to the main thread that are not replies. */
export type WriterEvent =
  /** Why the store cannot take spans; null when it can. */
  | { readonly kind: 'status'; readonly problem: string | null; readonly isDamaged: boolean }
  /** A part of the store could not be read, in words. */
  | { readonly kind: 'damage'; readonly part: string }
  /** The number of dropped events. */
  | {
      readonly kind: 'lost_events';
      readonly events: number;
      readonly why: 'no_span' | 'span_too_large';
    }
  /** So many blocks of spans wait to be packed by conversation. */
  | { readonly kind: 'settling'; readonly blocks: number }
  /** So many blocks of spans could not be read by background work, which passes over them. */
  | { readonly kind: 'damaged_blocks'; readonly blocks: number }
  /** Spans were stored, by whatever way they came, or have got events. */
  | ({ readonly kind: 'commit' } & Commit);
