import type { AnyValue, KeyValue } from './any-value.ts';
import { fromBase64 } from './base64.ts';
import type { DecodedEvent, DecodedLink, DecodedResource, DecodedScope, DecodedSpan } from './decoded-span.ts';
import { encodeTraceRequest } from './encode.ts';
import type { ResourceSpans, ScopeSpans } from './encode.ts';
import { doubleAt, enumAt, int64At, listAt, objectAt, textAt, uint32At, uint64At, wrong } from './json-fields.ts';
import type { JsonFields } from './json-fields.ts';
import { checkJsonElements, checkJsonTokens } from './json-size.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import type { SkimLimits } from './skim-limits.ts';

/** Levels of AnyValue in OTLP/JSON; protobuf takes deeper ones, since it need not unpack them. */
const JSON_DEPTH_MAX = 64;
const OTHER_SIGNALS = ['resourceLogs', 'resourceMetrics', 'resourceProfiles'];
const KIND_NAMES = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUS_NAMES = ['UNSET', 'OK', 'ERROR'];
/** A run of digits too long for a double to hold exactly. */
const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * An OTLP/JSON ExportTraceServiceRequest as protobuf, so that one skim serves both. lowerCamelCase names only, ids in hex, enums as
 * numbers (names are taken too), 64-bit integers as decimal strings or numbers; unknown fields are ignored and null is absent. Ids
 * that are not hex are left out: the skim then refuses those spans alone. Anything else that does not fit is an OtlpDecodeError that
 * names its path, and too much in one request is an AppError `too_large`.
 */
export function traceRequestFromJson(text: string, limits: SkimLimits): Uint8Array {
  checkJsonTokens(text);
  const request = objectAt(parse(text), 'the request');
  for (const name of OTHER_SIGNALS) if (name in request) throw new OtlpDecodeError(`${name} is another signal; this takes resourceSpans`);
  checkJsonElements(request, limits);
  return encodeTraceRequest(
    listAt(request['resourceSpans'], 'resourceSpans').map((group, index) => resourceSpans(group, `resourceSpans[${index}]`)),
  );
}

function parse(text: string): unknown {
  try {
    // Nanoseconds sent as JSON numbers must not pass through a double: such numbers are read from their source text.
    return LONG_NUMBER.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
  } catch (error) {
    throw new OtlpDecodeError(error instanceof SyntaxError ? `not JSON: ${error.message}` : 'JSON nested too deep');
  }
}

function exactInteger(_key: string, value: unknown, ...context: readonly unknown[]): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = objectAt(context[0] ?? {}, 'a number')['source'];
  return typeof source === 'string' && source.length <= 21 && INTEGER.test(source) ? BigInt(source) : value;
}

function resourceSpans(value: unknown, path: string): ResourceSpans {
  const fields = objectAt(value, path);
  return {
    resource: isAbsent(fields['resource']) ? null : resource(objectAt(fields['resource'], `${path}.resource`), `${path}.resource`),
    schemaUrl: textAt(fields['schemaUrl'], `${path}.schemaUrl`),
    scopeSpans: listAt(fields['scopeSpans'], `${path}.scopeSpans`).map((group, index) => scopeSpans(group, `${path}.scopeSpans[${index}]`)),
  };
}

function scopeSpans(value: unknown, path: string): ScopeSpans {
  const fields = objectAt(value, path);
  return {
    scope: isAbsent(fields['scope']) ? null : scope(objectAt(fields['scope'], `${path}.scope`), `${path}.scope`),
    schemaUrl: textAt(fields['schemaUrl'], `${path}.schemaUrl`),
    spans: listAt(fields['spans'], `${path}.spans`).map((item, index) => span(item, `${path}.spans[${index}]`)),
  };
}

function resource(fields: JsonFields, path: string): DecodedResource {
  return {
    attributes: attributes(fields, path, 0),
    droppedAttributesCount: uint32At(fields['droppedAttributesCount'], `${path}.droppedAttributesCount`),
  };
}

function scope(fields: JsonFields, path: string): DecodedScope {
  return { ...resource(fields, path), name: textAt(fields['name'], `${path}.name`), version: textAt(fields['version'], `${path}.version`) };
}

function span(value: unknown, path: string): DecodedSpan {
  const fields = objectAt(value, path);
  const status = isAbsent(fields['status']) ? {} : objectAt(fields['status'], `${path}.status`);
  return {
    traceId: textAt(fields['traceId'], `${path}.traceId`),
    spanId: textAt(fields['spanId'], `${path}.spanId`),
    parentSpanId: textAt(fields['parentSpanId'], `${path}.parentSpanId`),
    traceState: textAt(fields['traceState'], `${path}.traceState`),
    flags: uint32At(fields['flags'], `${path}.flags`),
    name: textAt(fields['name'], `${path}.name`),
    kind: enumAt(fields['kind'], `${path}.kind`, 'SPAN_KIND_', KIND_NAMES),
    startTimeUnixNano: uint64At(fields['startTimeUnixNano'], `${path}.startTimeUnixNano`),
    endTimeUnixNano: uint64At(fields['endTimeUnixNano'], `${path}.endTimeUnixNano`),
    ...resource(fields, path),
    events: listAt(fields['events'], `${path}.events`).map((item, index) => event(item, `${path}.events[${index}]`)),
    droppedEventsCount: uint32At(fields['droppedEventsCount'], `${path}.droppedEventsCount`),
    links: listAt(fields['links'], `${path}.links`).map((item, index) => link(item, `${path}.links[${index}]`)),
    droppedLinksCount: uint32At(fields['droppedLinksCount'], `${path}.droppedLinksCount`),
    status: {
      code: enumAt(status['code'], `${path}.status.code`, 'STATUS_CODE_', STATUS_NAMES),
      message: textAt(status['message'], `${path}.status.message`),
    },
  };
}

function event(value: unknown, path: string): DecodedEvent {
  const fields = objectAt(value, path);
  return {
    ...resource(fields, path),
    timeUnixNano: uint64At(fields['timeUnixNano'], `${path}.timeUnixNano`),
    name: textAt(fields['name'], `${path}.name`),
  };
}

function link(value: unknown, path: string): DecodedLink {
  const fields = objectAt(value, path);
  return {
    ...resource(fields, path),
    traceId: textAt(fields['traceId'], `${path}.traceId`),
    spanId: textAt(fields['spanId'], `${path}.spanId`),
    traceState: textAt(fields['traceState'], `${path}.traceState`),
    flags: uint32At(fields['flags'], `${path}.flags`),
  };
}

function attributes(fields: JsonFields, path: string, depth: number, field = 'attributes'): readonly KeyValue[] {
  return listAt(fields[field], `${path}.${field}`).map((item, index) => {
    const at = `${path}.${field}[${index}]`;
    const pair = objectAt(item, at);
    return { key: textAt(pair['key'], `${at}.key`), value: anyValue(pair['value'], `${at}.value`, depth + 1) };
  });
}

/** The first field of the oneof that is there; JSON has no order to go by. */
function anyValue(value: unknown, path: string, depth: number): AnyValue {
  if (isAbsent(value)) return { type: 'empty' };
  if (depth > JSON_DEPTH_MAX) throw new OtlpDecodeError(`${path.slice(0, 200)} nests deeper than ${JSON_DEPTH_MAX} values`);
  const fields = objectAt(value, path);
  if (!isAbsent(fields['stringValue'])) return { type: 'string', value: textAt(fields['stringValue'], `${path}.stringValue`) };
  if (!isAbsent(fields['intValue'])) return { type: 'int', value: int64At(fields['intValue'], `${path}.intValue`) };
  if (!isAbsent(fields['doubleValue'])) return { type: 'double', value: doubleAt(fields['doubleValue'], `${path}.doubleValue`) };
  if (!isAbsent(fields['boolValue'])) {
    if (typeof fields['boolValue'] !== 'boolean') throw wrong(`${path}.boolValue`, 'true or false', fields['boolValue']);
    return { type: 'bool', value: fields['boolValue'] };
  }
  if (!isAbsent(fields['arrayValue'])) {
    const items = listAt(objectAt(fields['arrayValue'], `${path}.arrayValue`)['values'], `${path}.arrayValue.values`);
    return { type: 'array', value: items.map((item, index) => anyValue(item, `${path}.arrayValue.values[${index}]`, depth + 1)) };
  }
  if (!isAbsent(fields['kvlistValue'])) {
    return {
      type: 'kvlist',
      value: attributes(objectAt(fields['kvlistValue'], `${path}.kvlistValue`), `${path}.kvlistValue`, depth, 'values'),
    };
  }
  if (!isAbsent(fields['bytesValue'])) {
    const bytes = fromBase64(textAt(fields['bytesValue'], `${path}.bytesValue`));
    if (bytes === null) throw wrong(`${path}.bytesValue`, 'base64', fields['bytesValue']);
    return { type: 'bytes', value: bytes };
  }
  return { type: 'empty' };
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
