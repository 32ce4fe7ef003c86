/**
 * Bytes or JSON that are not an OTLP request. The sender's mistake: an edge answers 400 /
 * INVALID_ARGUMENT.
 */
export class OtlpDecodeError extends Error {
  /** Where in the message the fault was seen; null for JSON. */
  readonly offset: number | null;

  constructor(detail: string, offset: number | null = null) {
    super(offset === null ? detail : `${detail} at byte ${offset}`);
    this.name = 'OtlpDecodeError';
    this.offset = offset;
  }
}
