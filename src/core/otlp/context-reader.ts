import { promotedText } from '#core/semconv/derive-span.ts';
import { checkKeyValue } from './any-value-check.ts';
import { concatBytes } from './concat-bytes.ts';
import { decodeUtf8, internUtf8 } from './decode-utf8.ts';
import type { ResourceContext, ScopeContext } from './span-record.ts';
import { WireReader } from './wire-reader.ts';

/**
 * The context (Resource or InstrumentationScope) is field 1 and the schema URL field 3, of
 * ResourceSpans as of ScopeSpans.
 */
const CONTEXT = 0x0a;
const SCHEMA_URL = 0x1a;
const RESOURCE_ATTRIBUTE = 0x0a;
const SCOPE_NAME = 0x0a;
const SCOPE_VERSION = 0x12;
const SCOPE_ATTRIBUTE = 0x1a;
const KEY = 0x0a;
const VALUE = 0x12;
const STRING = 0x0a;
/**
 * Only the outer levels of a context's attribute values are checked here; deeper ones are kept as
 * bytes.
 */
const DEPTH_CHECKED = 32;

interface Envelope {
  readonly bytes: Uint8Array;
  readonly schemaUrl: string;
}

/**
 * Reads what all spans of a ResourceSpans or ScopeSpans share. Fields may come in any order, and
 * before or after the spans.
 */
export class ContextReader {
  readonly #reader: WireReader;

  constructor(reader: WireReader) {
    this.#reader = reader;
  }

  resource(start: number, end: number): ResourceContext {
    const envelope = this.#envelope(start, end);
    let serviceName: string | null = null;
    let projectName: string | null = null;
    const reader = new WireReader(envelope.bytes);
    const resourceEnd = envelope.bytes.length;
    while (reader.pos < resourceEnd) {
      const tag = reader.tag(resourceEnd);
      if (tag !== RESOURCE_ATTRIBUTE) {
        reader.skip(tag, resourceEnd);
        continue;
      }
      const attributeEnd = reader.end(resourceEnd);
      const attributeStart = reader.pos;
      checkKeyValue(reader, attributeEnd, DEPTH_CHECKED);
      reader.pos = attributeStart;
      const attribute = textAttribute(reader, attributeEnd);
      if (attribute.key === 'service.name') serviceName = promotedText(attribute.text);
      else if (attribute.key === 'openinference.project.name')
        projectName = promotedText(attribute.text);
    }
    return { ...envelope, serviceName, projectName };
  }

  scope(start: number, end: number): ScopeContext {
    const envelope = this.#envelope(start, end);
    let name = '';
    let version = '';
    const reader = new WireReader(envelope.bytes);
    const scopeEnd = envelope.bytes.length;
    while (reader.pos < scopeEnd) {
      const tag = reader.tag(scopeEnd);
      if (tag === SCOPE_NAME) name = text(reader, scopeEnd);
      else if (tag === SCOPE_VERSION) version = text(reader, scopeEnd);
      else if (tag === SCOPE_ATTRIBUTE) checkKeyValue(reader, reader.end(scopeEnd), DEPTH_CHECKED);
      else reader.skip(tag, scopeEnd);
    }
    return { ...envelope, name, version };
  }

  /**
   * The context's bytes and the schema URL. A context that was sent in parts is their
   * concatenation, as protobuf merges messages.
   */
  #envelope(start: number, end: number): Envelope {
    const reader = this.#reader;
    reader.pos = start;
    const parts: Uint8Array[] = [];
    let schemaUrl = '';
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === CONTEXT) {
        const contextEnd = reader.end(end);
        parts.push(reader.bytes.subarray(reader.pos, contextEnd));
        reader.pos = contextEnd;
      } else if (tag === SCHEMA_URL) {
        schemaUrl = text(reader, end);
      } else {
        reader.skip(tag, end);
      }
    }
    // Joined, half a field at the end of one part would be completed by the next.
    if (parts.length > 1) parts.forEach(stepOverFields);
    return { bytes: concatBytes(parts), schemaUrl };
  }
}

/** Throws OtlpDecodeError where a field does not end within the message. */
function stepOverFields(message: Uint8Array): void {
  const reader = new WireReader(message);
  while (reader.pos < message.length) reader.skip(reader.tag(message.length), message.length);
}

function text(reader: WireReader, limit: number): string {
  const end = reader.end(limit);
  const value = internUtf8(reader, reader.pos, end);
  reader.pos = end;
  return value;
}

/** A KeyValue whose value is text; other values give null. */
function textAttribute(reader: WireReader, end: number): { key: string; text: string | null } {
  let key = '';
  let value: string | null = null;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === KEY) {
      key = text(reader, end);
    } else if (tag === VALUE) {
      const valueEnd = reader.end(end);
      while (reader.pos < valueEnd) {
        const inner = reader.tag(valueEnd);
        if (inner === STRING) {
          const textEnd = reader.end(valueEnd);
          value = decodeUtf8(reader.bytes, reader.pos, textEnd);
          reader.pos = textEnd;
        } else {
          reader.skip(inner, valueEnd);
        }
      }
    } else {
      reader.skip(tag, end);
    }
  }
  return { key, text: value };
}
