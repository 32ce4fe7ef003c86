import type { DecodedEvent, DecodedLink, DecodedSpan } from './decoded-span.ts';
import { encodeTraceRequest, type ResourceSpans, type ScopeSpans } from './encode.ts';
import { enumAt, listAt, objectAt, textAt, uint32At, uint64At } from './json-fields.ts';
import { isAbsent, requestOf, resource, scope } from './json-parts.ts';
import { checkJsonElements } from './json-size.ts';
import type { SkimLimits } from './skim-limits.ts';

const TRACES = {
  byResource: 'resourceSpans',
  byScope: 'scopeSpans',
  items: 'spans',
  words: 'spans',
};
const KIND_NAMES = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUS_NAMES = ['UNSET', 'OK', 'ERROR'];

/**
 * An OTLP/JSON ExportTraceServiceRequest as protobuf, so that one skim serves both. lowerCamelCase
 * names only, ids in hex, enums as numbers (names are taken too), 64-bit integers as decimal
 * strings or numbers; unknown fields are ignored and null is absent. Ids that are not hex are left
 * out: the skim then refuses those spans alone. Anything else that does not fit is an
 * OtlpDecodeError that names its path, and too much in one request is an AppError `too_large`.
 */
export function traceRequestFromJson(text: string, limits: SkimLimits): Uint8Array {
  const request = requestOf(text, 'resourceSpans');
  checkJsonElements(request, limits, TRACES);
  return encodeTraceRequest(
    listAt(request['resourceSpans'], 'resourceSpans').map((group, index) =>
      resourceSpans(group, `resourceSpans[${index}]`),
    ),
  );
}

function resourceSpans(value: unknown, path: string): ResourceSpans {
  const fields = objectAt(value, path);
  return {
    resource: isAbsent(fields['resource'])
      ? null
      : resource(objectAt(fields['resource'], `${path}.resource`), `${path}.resource`),
    schemaUrl: textAt(fields['schemaUrl'], `${path}.schemaUrl`),
    scopeSpans: listAt(fields['scopeSpans'], `${path}.scopeSpans`).map((group, index) =>
      scopeSpans(group, `${path}.scopeSpans[${index}]`),
    ),
  };
}

function scopeSpans(value: unknown, path: string): ScopeSpans {
  const fields = objectAt(value, path);
  return {
    scope: isAbsent(fields['scope'])
      ? null
      : scope(objectAt(fields['scope'], `${path}.scope`), `${path}.scope`),
    schemaUrl: textAt(fields['schemaUrl'], `${path}.schemaUrl`),
    spans: listAt(fields['spans'], `${path}.spans`).map((item, index) =>
      span(item, `${path}.spans[${index}]`),
    ),
  };
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
    events: listAt(fields['events'], `${path}.events`).map((item, index) =>
      event(item, `${path}.events[${index}]`),
    ),
    droppedEventsCount: uint32At(fields['droppedEventsCount'], `${path}.droppedEventsCount`),
    links: listAt(fields['links'], `${path}.links`).map((item, index) =>
      link(item, `${path}.links[${index}]`),
    ),
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
