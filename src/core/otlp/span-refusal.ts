import { toHex } from './hex.ts';

/** A span or log record of a request that was not stored, and why; for `partial_success`. */
export interface RefusedSpan {
  /** Its place in the request, counted from 0. */
  readonly index: number;
  /** Its ids in hex, as far as they were read before it was refused. */
  readonly traceId?: string | null;
  readonly spanId?: string | null;
  /** The field at fault, if there is one. */
  readonly field?: string;
  readonly reason: string;
}

/** The ids of an item as its bytes give them; empty where there is none. */
interface ReadIds {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
}

const NAMED_ID_BYTES_MAX = 32;

/** Why one span of a request cannot be kept. The others are. */
export class SpanRefusal extends Error {
  readonly field: string;
  readonly reason: string;

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.name = 'SpanRefusal';
    this.field = field;
    this.reason = reason;
  }

  /** The refusal of the item with this place and these ids. */
  of(index: number, { traceId, spanId }: ReadIds): RefusedSpan {
    return {
      index,
      traceId: namedId(traceId),
      spanId: namedId(spanId),
      field: this.field,
      reason: this.reason,
    };
  }
}

function namedId(bytes: Uint8Array): string | null {
  return bytes.length === 0 ? null : toHex(bytes.subarray(0, NAMED_ID_BYTES_MAX));
}
