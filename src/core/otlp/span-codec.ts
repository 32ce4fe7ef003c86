import type { KeyValue } from './any-value.ts';
import {
  decodeKeyValue,
  VALUE_DEPTH_MAX,
  VALUE_ITEMS_MAX,
  type ValueBudget,
} from './any-value-codec.ts';
import { decodeUtf8, internUtf8 } from './decode-utf8.ts';
import type {
  DecodedEvent,
  DecodedLink,
  DecodedResource,
  DecodedScope,
  DecodedSpan,
} from './decoded-span.ts';
import { toHex } from './hex.ts';
import { WireReader } from './wire-reader.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Everything a span's bytes say. Bytes that a skim accepted always decode; others may throw
 * OtlpDecodeError. Byte values are views into `bytes`.
 */
export function decodeSpan(bytes: Uint8Array): DecodedSpan {
  const reader = new WireReader(bytes);
  const end = bytes.length;
  const budget: ValueBudget = { items: VALUE_ITEMS_MAX };
  const attributes: KeyValue[] = [];
  const events: DecodedEvent[] = [];
  const links: DecodedLink[] = [];
  const status = { code: 0, message: '' };
  const span: Mutable<DecodedSpan> = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    traceState: '',
    flags: 0,
    name: '',
    kind: 0,
    startTimeUnixNano: 0n,
    endTimeUnixNano: 0n,
    attributes,
    droppedAttributesCount: 0,
    events,
    droppedEventsCount: 0,
    links,
    droppedLinksCount: 0,
    status,
  };
  while (reader.pos < end) {
    const tag = reader.tag(end);
    switch (tag) {
      case 0x0a:
        span.traceId = hexField(reader, end);
        break;
      case 0x12:
        span.spanId = hexField(reader, end);
        break;
      case 0x22:
        span.parentSpanId = hexField(reader, end);
        break;
      case 0x2a:
        span.name = textField(reader, end);
        break;
      case 0x30:
        span.kind = reader.uint32(end) | 0;
        break;
      case 0x39:
        span.startTimeUnixNano = reader.fixed64(end);
        break;
      case 0x41:
        span.endTimeUnixNano = reader.fixed64(end);
        break;
      case 0x4a:
        attributes.push(decodeKeyValue(reader, reader.end(end), VALUE_DEPTH_MAX, budget));
        break;
      case 0x5a:
        events.push(decodeEvent(reader, reader.end(end), budget));
        break;
      case 0x6a:
        links.push(decodeLink(reader, reader.end(end), budget));
        break;
      case 0x7a:
        decodeStatus(reader, reader.end(end), status);
        break;
      default:
        decodeRareField(reader, tag, end, span);
    }
  }
  return span;
}

/** The fields that most spans do without; steps over what is unknown. */
function decodeRareField(
  reader: WireReader,
  tag: number,
  end: number,
  span: Mutable<DecodedSpan>,
): void {
  if (tag === 0x1a) span.traceState = textField(reader, end);
  else if (tag === 0x50) span.droppedAttributesCount = reader.uint32(end);
  else if (tag === 0x60) span.droppedEventsCount = reader.uint32(end);
  else if (tag === 0x70) span.droppedLinksCount = reader.uint32(end);
  else if (tag === 0x85) span.flags = reader.fixed32(end);
  else reader.skip(tag, end);
}

/** A Resource message. */
export function decodeResource(bytes: Uint8Array): DecodedResource {
  const reader = new WireReader(bytes);
  const end = bytes.length;
  const budget: ValueBudget = { items: VALUE_ITEMS_MAX };
  const attributes: KeyValue[] = [];
  let droppedAttributesCount = 0;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === 0x0a)
      attributes.push(decodeKeyValue(reader, reader.end(end), VALUE_DEPTH_MAX, budget));
    else if (tag === 0x10) droppedAttributesCount = reader.uint32(end);
    else reader.skip(tag, end);
  }
  return { attributes, droppedAttributesCount };
}

/** An InstrumentationScope message. */
export function decodeScope(bytes: Uint8Array): DecodedScope {
  const reader = new WireReader(bytes);
  const end = bytes.length;
  const budget: ValueBudget = { items: VALUE_ITEMS_MAX };
  const attributes: KeyValue[] = [];
  let name = '';
  let version = '';
  let droppedAttributesCount = 0;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === 0x0a) name = textField(reader, end);
    else if (tag === 0x12) version = textField(reader, end);
    else if (tag === 0x1a)
      attributes.push(decodeKeyValue(reader, reader.end(end), VALUE_DEPTH_MAX, budget));
    else if (tag === 0x20) droppedAttributesCount = reader.uint32(end);
    else reader.skip(tag, end);
  }
  return { name, version, attributes, droppedAttributesCount };
}

function decodeEvent(reader: WireReader, end: number, budget: ValueBudget): DecodedEvent {
  const attributes: KeyValue[] = [];
  const event: Mutable<DecodedEvent> = {
    timeUnixNano: 0n,
    name: '',
    attributes,
    droppedAttributesCount: 0,
  };
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === 0x09) event.timeUnixNano = reader.fixed64(end);
    else if (tag === 0x12) event.name = textField(reader, end);
    else if (tag === 0x1a)
      attributes.push(decodeKeyValue(reader, reader.end(end), VALUE_DEPTH_MAX, budget));
    else if (tag === 0x20) event.droppedAttributesCount = reader.uint32(end);
    else reader.skip(tag, end);
  }
  return event;
}

function decodeLink(reader: WireReader, end: number, budget: ValueBudget): DecodedLink {
  const attributes: KeyValue[] = [];
  const link: Mutable<DecodedLink> = {
    traceId: '',
    spanId: '',
    traceState: '',
    attributes,
    droppedAttributesCount: 0,
    flags: 0,
  };
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === 0x0a) link.traceId = hexField(reader, end);
    else if (tag === 0x12) link.spanId = hexField(reader, end);
    else if (tag === 0x1a) link.traceState = textField(reader, end);
    else if (tag === 0x22)
      attributes.push(decodeKeyValue(reader, reader.end(end), VALUE_DEPTH_MAX, budget));
    else if (tag === 0x28) link.droppedAttributesCount = reader.uint32(end);
    else if (tag === 0x35) link.flags = reader.fixed32(end);
    else reader.skip(tag, end);
  }
  return link;
}

function decodeStatus(
  reader: WireReader,
  end: number,
  status: { code: number; message: string },
): void {
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === 0x12) status.message = textField(reader, end);
    else if (tag === 0x18) status.code = reader.uint32(end) | 0;
    else reader.skip(tag, end);
  }
}

function textField(reader: WireReader, limit: number): string {
  const end = reader.end(limit);
  const text =
    end - reader.pos <= 64
      ? internUtf8(reader, reader.pos, end)
      : decodeUtf8(reader.bytes, reader.pos, end);
  reader.pos = end;
  return text;
}

function hexField(reader: WireReader, limit: number): string {
  const end = reader.end(limit);
  const hex = toHex(reader.bytes.subarray(reader.pos, end));
  reader.pos = end;
  return hex;
}
