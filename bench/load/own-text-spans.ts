import type { Attributes, SpanSpec } from '../../tools/otlp/export-request.ts';
import type { Random } from '../../tools/otlp/random.ts';
import { SPAN_SHAPES } from './span-shapes.ts';

const TEXT_CHARS = 1_080;

/** What changes from one trace to the next; attributes are added to those of a span's shape. */
export interface OwnTextTrace {
  readonly index: number;
  readonly startNano: bigint;
  readonly attributesOf?: (span: number) => Attributes;
}

/** A trace of ten spans of 1.7 KB with texts of their own. Eight traces in a row share a session. */
export function ownTextTrace(
  random: Random,
  { index, startNano, attributesOf }: OwnTextTrace,
): readonly SpanSpec[] {
  const traceId = random.bytes(16);
  const ids = SPAN_SHAPES.map(() => random.bytes(8));
  return SPAN_SHAPES.map((shape, i) => ({
    traceId,
    spanId: ids[i] ?? random.bytes(8),
    parentSpanId: shape.parent < 0 ? null : (ids[shape.parent] ?? null),
    name: shape.name,
    startTimeUnixNano: startNano + BigInt(random.between(0, 9_000_000)),
    endTimeUnixNano: startNano + BigInt(random.between(9_000_000, 900_000_000)),
    attributes: {
      'session.id': `session-${index >> 3}`,
      'user.id': `user-${index % 997}`,
      ...shape.attributes(random, TEXT_CHARS * (0.5 + random.fraction())),
      ...attributesOf?.(i),
    },
  }));
}
