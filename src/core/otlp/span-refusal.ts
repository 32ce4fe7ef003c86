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
}
