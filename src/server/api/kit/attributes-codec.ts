import type { SpanKind } from '#contracts/span-kind.ts';
import { exactInteger } from './exact-integer-codec.ts';
import type { AnyValue, KeyValue } from '#core/otlp/any-value.ts';

export type FlatAttributes = Record<string, unknown>;

/** Attributes with dotted keys. The map has no prototype, so any key is data. */
export function flatAttributes(attributes: readonly KeyValue[]): FlatAttributes {
  return flatEventAttributes(attributes);
}

/** Attributes of events, links, resources and scopes: as they were sent. */
export function flatEventAttributes(attributes: readonly KeyValue[]): FlatAttributes {
  const flat: FlatAttributes = Object.create(null);
  for (const { key, value } of attributes) if (value.type !== 'empty') flat[key] = jsonValue(value);
  return flat;
}

/** The kind with the spelling the sender used, else the one derived. */
export function spanKindOf(attributes: FlatAttributes, derived: SpanKind): string {
  const sent = attributes['openinference.span.kind'];
  return typeof sent === 'string' ? sent : derived;
}

function jsonValue(value: AnyValue): unknown {
  switch (value.type) {
    case 'empty':
      return null;
    case 'int':
      return typeof value.value === 'bigint' ? exactInteger(value.value) : value.value;
    case 'double':
      return Number.isFinite(value.value) ? value.value : String(value.value);
    case 'bytes':
    case 'raw':
      return Buffer.from(value.value).toString('base64');
    case 'array':
      return value.value.map(jsonValue);
    case 'kvlist':
      return flatEventAttributes(value.value);
    default:
      return value.value;
  }
}
