import type { Attributes, AttributeValue, EventSpec, SpanSpec } from '../otlp/export-request.ts';
import type { Random } from '../otlp/random.ts';

export type Kind =
  | 'AGENT'
  | 'CHAIN'
  | 'EMBEDDING'
  | 'EVALUATOR'
  | 'GUARDRAIL'
  | 'LLM'
  | 'PROMPT'
  | 'RERANKER'
  | 'RETRIEVER'
  | 'TOOL';

/**
 * A span as a scenario tells it; where it lies in time follows from its own work and its children.
 */
export interface Step {
  readonly name: string;
  readonly kind: Kind;
  /** Its own work, before its children begin. */
  readonly workMs: number;
  readonly attributes: Attributes;
  readonly children?: readonly Step[];
  /** Children begin together instead of one after the other. */
  readonly parallel?: boolean;
  readonly error?: { readonly type: string; readonly message: string; readonly stack: string };
  /** Milliseconds after its start at which the first token arrived. */
  readonly firstTokenMs?: number;
  readonly otelKind?: number;
}

export interface TracePlace {
  readonly random: Random;
  readonly startUnixNano: bigint;
  /** Attributes that instrumentation puts on every span: session, user, tags. */
  readonly shared: Attributes;
}

/**
 * Lays a tree out in time and gives its spans ids. Children come after their parents, as they are
 * started.
 */
export function traceSpans(root: Step, place: TracePlace): SpanSpec[] {
  const { random, startUnixNano, shared } = place;
  const traceId = random.bytes(16);
  const spans: SpanSpec[] = [];
  const at = (ms: number) => startUnixNano + BigInt(Math.round(ms * 1e6));

  /** Returns when the step ended. */
  const lay = (step: Step, startMs: number, parentSpanId: Uint8Array | null): number => {
    const spanId = random.bytes(8);
    const slot = spans.length;
    spans.push({ traceId, spanId, name: step.name, startTimeUnixNano: 0n, endTimeUnixNano: 0n });
    let cursor = startMs + step.workMs;
    let endMs = cursor;
    for (const child of step.children ?? []) {
      const childEnd = lay(child, cursor, spanId);
      endMs = Math.max(endMs, childEnd);
      cursor =
        step.parallel === true ? cursor + random.fraction() * 2 : childEnd + random.fraction() * 3;
    }
    endMs += random.fraction() * 1.5;
    spans[slot] = {
      traceId,
      spanId,
      parentSpanId,
      name: step.name,
      otelKind: step.otelKind ?? 1,
      startTimeUnixNano: at(startMs),
      endTimeUnixNano: at(endMs),
      attributes: { 'openinference.span.kind': step.kind, ...shared, ...step.attributes },
      events: events(step, at(startMs + (step.firstTokenMs ?? 0)), at(endMs)),
      status:
        step.error === undefined
          ? { code: 1 }
          : { code: 2, message: `${step.error.type}: ${step.error.message}` },
    };
    return endMs;
  };
  lay(root, 0, null);
  return spans;
}

function events(step: Step, firstToken: bigint, end: bigint): EventSpec[] {
  const found: EventSpec[] = [];
  if (step.firstTokenMs !== undefined)
    found.push({ name: 'First Token Stream Event', timeUnixNano: firstToken });
  if (step.error !== undefined) {
    const { type, message, stack } = step.error;
    found.push({
      name: 'exception',
      timeUnixNano: end,
      attributes: {
        'exception.type': type,
        'exception.message': message,
        'exception.stacktrace': stack,
        'exception.escaped': 'false',
      },
    });
  }
  return found;
}

/** `prefix.0.key` … for a list of records, as OpenInference writes lists. */
export function indexed(
  prefix: string,
  items: readonly Attributes[],
): Record<string, AttributeValue> {
  const flat: Record<string, AttributeValue> = {};
  for (const [index, item] of items.entries()) {
    for (const [key, value] of Object.entries(item)) flat[`${prefix}.${index}.${key}`] = value;
  }
  return flat;
}
