import type { AnyValue, KeyValue } from './any-value.ts';
import type {
  DecodedEvent,
  DecodedLink,
  DecodedResource,
  DecodedScope,
  DecodedSpan,
} from './decoded-span.ts';
import { fromHex } from './hex.ts';
import { WireWriter } from './wire-writer.ts';

/** The parts of an export request, as they are grouped on the wire. */
export interface ResourceSpans {
  readonly resource: DecodedResource | null;
  readonly schemaUrl: string;
  readonly scopeSpans: readonly ScopeSpans[];
}

export interface ScopeSpans {
  readonly scope: DecodedScope | null;
  readonly schemaUrl: string;
  readonly spans: readonly DecodedSpan[];
}

/**
 * A Span message. Ids that are not hex are written empty, so that a reader refuses the span for its
 * missing id.
 */
export function encodeSpan(span: DecodedSpan): Uint8Array {
  const writer = new WireWriter();
  writeSpan(writer, span);
  return writer.finish();
}

/** An ExportTraceServiceRequest. */
export function encodeTraceRequest(resourceSpans: readonly ResourceSpans[]): Uint8Array {
  const writer = new WireWriter();
  for (const group of resourceSpans) {
    writer.message(1, () => {
      writeResourceSpans(writer, group);
    });
  }
  return writer.finish();
}

function writeResourceSpans(writer: WireWriter, group: ResourceSpans): void {
  writeResource(writer, group.resource);
  for (const scopeSpans of group.scopeSpans) {
    writer.message(2, () => {
      writeScopeSpans(writer, scopeSpans);
    });
  }
  writeText(writer, 3, group.schemaUrl);
}

function writeScopeSpans(writer: WireWriter, group: ScopeSpans): void {
  writeScope(writer, group.scope);
  for (const span of group.spans) {
    writer.message(2, () => {
      writeSpan(writer, span);
    });
  }
  writeText(writer, 3, group.schemaUrl);
}

/** The resource of a group's spans or log records. */
export function writeResource(writer: WireWriter, resource: DecodedResource | null): void {
  if (resource === null) return;
  writer.message(1, () => {
    writeAttributes(writer, 1, resource.attributes);
    writeCount(writer, 2, resource.droppedAttributesCount);
  });
}

/** The instrumentation scope of a group. */
export function writeScope(writer: WireWriter, scope: DecodedScope | null): void {
  if (scope === null) return;
  writer.message(1, () => {
    writeText(writer, 1, scope.name);
    writeText(writer, 2, scope.version);
    writeAttributes(writer, 3, scope.attributes);
    writeCount(writer, 4, scope.droppedAttributesCount);
  });
}

function writeSpan(writer: WireWriter, span: DecodedSpan): void {
  writeId(writer, 1, span.traceId);
  writeId(writer, 2, span.spanId);
  writeText(writer, 3, span.traceState);
  writeId(writer, 4, span.parentSpanId);
  writeText(writer, 5, span.name);
  writeCount(writer, 6, span.kind);
  if (span.startTimeUnixNano !== 0n) writer.fixed64(7, span.startTimeUnixNano);
  if (span.endTimeUnixNano !== 0n) writer.fixed64(8, span.endTimeUnixNano);
  writeAttributes(writer, 9, span.attributes);
  writeCount(writer, 10, span.droppedAttributesCount);
  for (const event of span.events) {
    writer.message(11, () => {
      writeEvent(writer, event);
    });
  }
  writeCount(writer, 12, span.droppedEventsCount);
  for (const link of span.links) {
    writer.message(13, () => {
      writeLink(writer, link);
    });
  }
  writeCount(writer, 14, span.droppedLinksCount);
  const { status } = span;
  if (status.code !== 0 || status.message !== '') {
    writer.message(15, () => {
      writeText(writer, 2, status.message);
      writeCount(writer, 3, status.code);
    });
  }
  if (span.flags !== 0) writer.fixed32(16, span.flags);
}

function writeEvent(writer: WireWriter, event: DecodedEvent): void {
  if (event.timeUnixNano !== 0n) writer.fixed64(1, event.timeUnixNano);
  writeText(writer, 2, event.name);
  writeAttributes(writer, 3, event.attributes);
  writeCount(writer, 4, event.droppedAttributesCount);
}

function writeLink(writer: WireWriter, link: DecodedLink): void {
  writeId(writer, 1, link.traceId);
  writeId(writer, 2, link.spanId);
  writeText(writer, 3, link.traceState);
  writeAttributes(writer, 4, link.attributes);
  writeCount(writer, 5, link.droppedAttributesCount);
  if (link.flags !== 0) writer.fixed32(6, link.flags);
}

/** Key-value pairs under a field. */
export function writeAttributes(
  writer: WireWriter,
  field: number,
  attributes: readonly KeyValue[],
): void {
  for (const attribute of attributes) {
    writer.message(field, () => {
      writeText(writer, 1, attribute.key);
      writer.message(2, () => {
        writeAnyValue(writer, attribute.value);
      });
    });
  }
}

/** The contents of an AnyValue. */
export function writeAnyValue(writer: WireWriter, value: AnyValue): void {
  switch (value.type) {
    case 'empty':
      return;
    case 'string':
      writer.string(1, value.value);
      return;
    case 'bool':
      writer.varint(2, value.value ? 1 : 0);
      return;
    case 'int':
      writer.varint(3, value.value);
      return;
    case 'double':
      writer.double(4, value.value);
      return;
    case 'array':
      writer.message(5, () => {
        for (const item of value.value) {
          writer.message(1, () => {
            writeAnyValue(writer, item);
          });
        }
      });
      return;
    case 'kvlist':
      writer.message(6, () => {
        writeAttributes(writer, 1, value.value);
      });
      return;
    case 'bytes':
      writer.bytes(7, value.value);
      return;
    case 'raw':
      writer.raw(value.value);
  }
}

/** An id in hex; nothing where it is not hex. */
export function writeId(writer: WireWriter, field: number, hex: string): void {
  const bytes = fromHex(hex);
  if (bytes !== null && bytes.length > 0) writer.bytes(field, bytes);
}

/** A string, where there is one. */
export function writeText(writer: WireWriter, field: number, text: string): void {
  if (text !== '') writer.string(field, text);
}

/** A number, where it is not 0. */
export function writeCount(writer: WireWriter, field: number, count: number): void {
  if (count !== 0) writer.varint(field, count);
}
