import { ProtobufWriter } from './protobuf-writer.ts';

/**
 * A JavaScript number that is whole becomes an OTLP int; wrap it to have a double (a price of 3.0,
 * say).
 */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export type AttributeValue =
  | string
  | number
  | bigint
  | boolean
  | Double
  | Uint8Array
  | null
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue };
export type Attributes = Readonly<Record<string, AttributeValue>>;

export interface EventSpec {
  readonly name: string;
  readonly timeUnixNano: bigint;
  readonly attributes?: Attributes;
}

export interface LinkSpec {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly attributes?: Attributes;
}

/** A span to be sent. Field names are those of the OTLP message. */
export interface SpanSpec {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId?: Uint8Array | null;
  readonly name: string;
  /** OTLP SpanKind number; 1 is INTERNAL. */
  readonly otelKind?: number;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly attributes?: Attributes;
  readonly events?: readonly EventSpec[];
  readonly links?: readonly LinkSpec[];
  readonly status?: { readonly code: 0 | 1 | 2; readonly message?: string };
}

export interface ScopeSpec {
  readonly name: string;
  readonly version?: string;
}

/** Encodes one ExportTraceServiceRequest with a single resource and scope. */
export function encodeExportRequest(
  resource: Attributes,
  scope: ScopeSpec,
  spans: readonly Uint8Array[],
): Buffer {
  const writer = new ProtobufWriter(spans.reduce((sum, span) => sum + span.length + 8, 1_024));
  writer.message(1, (resourceSpans) => {
    resourceSpans.message(1, (message) => writeAttributes(message, 1, resource));
    resourceSpans.message(2, (scopeSpans) => {
      scopeSpans.message(1, (message) => {
        message.text(1, scope.name);
        if (scope.version !== undefined) message.text(2, scope.version);
      });
      for (const span of spans) scopeSpans.bytes(2, span);
    });
  });
  return writer.finish();
}

/** Encodes one Span message, fields in the order of their numbers, as exporters do. */
export function encodeSpan(span: SpanSpec): Buffer {
  const writer = new ProtobufWriter(2_048);
  writer.bytes(1, span.traceId).bytes(2, span.spanId);
  if (span.parentSpanId) writer.bytes(4, span.parentSpanId);
  writer.text(5, span.name).varint(6, span.otelKind ?? 1);
  writer.fixed64(7, span.startTimeUnixNano).fixed64(8, span.endTimeUnixNano);
  writeAttributes(writer, 9, span.attributes ?? {});
  for (const event of span.events ?? []) {
    writer.message(11, (message) => {
      message.fixed64(1, event.timeUnixNano).text(2, event.name);
      writeAttributes(message, 3, event.attributes ?? {});
    });
  }
  for (const link of span.links ?? []) {
    writer.message(13, (message) => {
      message.bytes(1, link.traceId).bytes(2, link.spanId);
      writeAttributes(message, 4, link.attributes ?? {});
    });
  }
  const { status } = span;
  if (status !== undefined) {
    writer.message(15, (message) => {
      if (status.message !== undefined) message.text(2, status.message);
      if (status.code !== 0) message.varint(3, status.code);
    });
  }
  return writer.finish();
}

function writeAttributes(writer: ProtobufWriter, field: number, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) {
    writer.message(field, (pair) => {
      pair.text(1, key);
      pair.message(2, (message) => writeValue(message, value));
    });
  }
}

function writeValue(writer: ProtobufWriter, value: AttributeValue): void {
  if (value === null) return;
  if (typeof value === 'string') writer.text(1, value);
  else if (typeof value === 'boolean') writer.varint(2, value ? 1 : 0);
  else if (typeof value === 'bigint') writer.varint(3, value);
  else if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) writer.varint(3, value);
    else writer.double(4, value);
  } else if (value instanceof Double) writer.double(4, value.value);
  else if (value instanceof Uint8Array) writer.bytes(7, value);
  else if (isList(value)) {
    writer.message(5, (list) => {
      for (const item of value) list.message(1, (message) => writeValue(message, item));
    });
  } else writer.message(6, (list) => writeAttributes(list, 1, value));
}

function isList(value: AttributeValue): value is readonly AttributeValue[] {
  return Array.isArray(value);
}
