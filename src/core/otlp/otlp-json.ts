import { decodeAnyValue, VALUE_DEPTH_MAX, VALUE_ITEMS_MAX } from './any-value-codec.ts';
import type { AnyValue, KeyValue } from './any-value.ts';
import { toBase64 } from './base64.ts';
import type { DecodedResource, DecodedScope, DecodedSpan } from './decoded-span.ts';
import { WireReader } from './wire-reader.ts';

/** The resource and scope of one span. */
export interface SentSpan {
  readonly span: DecodedSpan;
  readonly resource: DecodedResource;
  readonly resourceSchemaUrl: string;
  readonly scope: DecodedScope;
  readonly scopeSchemaUrl: string;
}

/** A plain JSON object; fields with nothing in them are left out, as exporters leave them out. */
export type OtlpJson = { readonly [field: string]: unknown };

/** Below so many levels a value stays base64: no reader goes that deep, and a stack has an end. */
const RAW_LEVELS_MAX = 8;

/**
 * An OTLP/JSON ExportTraceServiceRequest of one span: lowerCamelCase names, ids in hex, 64-bit
 * integers as decimal text, enums as numbers. Attributes are in the order and under the keys they
 * were sent with; sent again, it stores the same span.
 */
export function otlpJsonOf(sent: SentSpan): OtlpJson {
  const { resource, scope } = sent;
  return {
    resourceSpans: [
      {
        resource: attributed(resource),
        scopeSpans: [
          {
            scope: present({ name: scope.name, version: scope.version, ...attributed(scope) }),
            spans: [otlpSpan(sent.span)],
            ...present({ schemaUrl: sent.scopeSchemaUrl }),
          },
        ],
        ...present({ schemaUrl: sent.resourceSchemaUrl }),
      },
    ],
  };
}

function otlpSpan(span: DecodedSpan): OtlpJson {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...present({ traceState: span.traceState, parentSpanId: span.parentSpanId, flags: span.flags }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: span.startTimeUnixNano.toString(),
    endTimeUnixNano: span.endTimeUnixNano.toString(),
    ...attributed(span),
    ...listed(
      'events',
      span.events.map((event) => ({
        timeUnixNano: event.timeUnixNano.toString(),
        name: event.name,
        ...attributed(event),
      })),
    ),
    ...present({ droppedEventsCount: span.droppedEventsCount }),
    ...listed(
      'links',
      span.links.map((link) => ({
        traceId: link.traceId,
        spanId: link.spanId,
        ...present({ traceState: link.traceState, flags: link.flags }),
        ...attributed(link),
      })),
    ),
    ...present({ droppedLinksCount: span.droppedLinksCount }),
    status: present({ code: span.status.code, message: span.status.message }),
  };
}

function attributed(of: {
  readonly attributes: readonly KeyValue[];
  readonly droppedAttributesCount: number;
}): OtlpJson {
  return {
    ...listed(
      'attributes',
      of.attributes.map((pair) => keyValue(pair, RAW_LEVELS_MAX)),
    ),
    ...present({ droppedAttributesCount: of.droppedAttributesCount }),
  };
}

function keyValue({ key, value }: KeyValue, rawLevels: number): OtlpJson {
  return { key, value: otlpValue(value, rawLevels) };
}

function otlpValue(value: AnyValue, rawLevels: number): OtlpJson {
  switch (value.type) {
    case 'string':
      return { stringValue: value.value };
    case 'bool':
      return { boolValue: value.value };
    case 'int':
      return { intValue: value.value.toString() };
    case 'double':
      return { doubleValue: doubleJson(value.value) };
    case 'array':
      return { arrayValue: { values: value.value.map((item) => otlpValue(item, rawLevels)) } };
    case 'kvlist':
      return { kvlistValue: { values: value.value.map((pair) => keyValue(pair, rawLevels)) } };
    case 'bytes':
      return { bytesValue: toBase64(value.value) };
    case 'empty':
      return {};
    case 'raw': {
      if (rawLevels === 0) return { bytesValue: toBase64(value.value) };
      // Left packed because of its depth or the number of values before it; decoded here because
      // all of it is needed.
      const budget = { items: VALUE_ITEMS_MAX };
      return otlpValue(
        decodeAnyValue(new WireReader(value.value), value.value.length, VALUE_DEPTH_MAX, budget),
        rawLevels - 1,
      );
    }
  }
}

/** JSON has no form for some doubles, and `JSON.stringify` loses the sign of a zero. */
function doubleJson(value: number): number | string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}

function listed(field: string, items: readonly OtlpJson[]): OtlpJson {
  return items.length === 0 ? {} : { [field]: items };
}

/** The fields that are neither empty nor zero. */
function present(fields: Readonly<Record<string, unknown>>): OtlpJson {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== 0),
  );
}
