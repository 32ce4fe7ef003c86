import type { AnyValue, KeyValue } from './any-value.ts';
import { fromBase64 } from './base64.ts';
import type { DecodedResource, DecodedScope } from './decoded-span.ts';
import {
  doubleAt,
  int64At,
  listAt,
  objectAt,
  textAt,
  uint32At,
  wrong,
  type JsonFields,
} from './json-fields.ts';
import { checkJsonTokens } from './json-size.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';

/** The common parts of all signals' requests in OTLP/JSON. */

/** Levels of AnyValue in OTLP/JSON; protobuf takes deeper ones, since it need not unpack them. */
const JSON_DEPTH_MAX = 64;
const SIGNALS = ['resourceSpans', 'resourceLogs', 'resourceMetrics', 'resourceProfiles'];
/** A run of digits too long for a double to hold exactly. */
const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * The request in a JSON text. Throws OtlpDecodeError for what is no JSON object, or holds another
 * signal than `signal`.
 */
export function requestOf(text: string, signal: 'resourceSpans' | 'resourceLogs'): JsonFields {
  checkJsonTokens(text);
  const request = objectAt(parse(text), 'the request');
  for (const name of SIGNALS)
    if (name !== signal && name in request)
      throw new OtlpDecodeError(`${name} is another signal; this takes ${signal}`);
  return request;
}

function parse(text: string): unknown {
  try {
    // Nanoseconds sent as JSON numbers must not pass through a double: such numbers are read from
    // their source text.
    return LONG_NUMBER.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
  } catch (error) {
    throw new OtlpDecodeError(
      error instanceof SyntaxError ? `not JSON: ${error.message}` : 'JSON nested too deep',
    );
  }
}

function exactInteger(_key: string, value: unknown, ...context: readonly unknown[]): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = objectAt(context[0] ?? {}, 'a number')['source'];
  return typeof source === 'string' && source.length <= 21 && INTEGER.test(source)
    ? BigInt(source)
    : value;
}

/** A Resource, or the attributes of anything else that has some. */
export function resource(fields: JsonFields, path: string): DecodedResource {
  return {
    attributes: attributes(fields, path, 0),
    droppedAttributesCount: uint32At(
      fields['droppedAttributesCount'],
      `${path}.droppedAttributesCount`,
    ),
  };
}

/** An InstrumentationScope. */
export function scope(fields: JsonFields, path: string): DecodedScope {
  return {
    ...resource(fields, path),
    name: textAt(fields['name'], `${path}.name`),
    version: textAt(fields['version'], `${path}.version`),
  };
}

/** Key-value pairs. */
export function attributes(
  fields: JsonFields,
  path: string,
  depth: number,
  field = 'attributes',
): readonly KeyValue[] {
  return listAt(fields[field], `${path}.${field}`).map((item, index) => {
    const at = `${path}.${field}[${index}]`;
    const pair = objectAt(item, at);
    return {
      key: textAt(pair['key'], `${at}.key`),
      value: anyValue(pair['value'], `${at}.value`, depth + 1),
    };
  });
}

/** The first field of the oneof that is there; JSON has no order to go by. */
export function anyValue(value: unknown, path: string, depth: number): AnyValue {
  if (isAbsent(value)) return { type: 'empty' };
  if (depth > JSON_DEPTH_MAX)
    throw new OtlpDecodeError(`${path.slice(0, 200)} nests deeper than ${JSON_DEPTH_MAX} values`);
  const fields = objectAt(value, path);
  if (!isAbsent(fields['stringValue']))
    return { type: 'string', value: textAt(fields['stringValue'], `${path}.stringValue`) };
  if (!isAbsent(fields['intValue']))
    return { type: 'int', value: int64At(fields['intValue'], `${path}.intValue`) };
  if (!isAbsent(fields['doubleValue']))
    return { type: 'double', value: doubleAt(fields['doubleValue'], `${path}.doubleValue`) };
  if (!isAbsent(fields['boolValue'])) {
    if (typeof fields['boolValue'] !== 'boolean')
      throw wrong(`${path}.boolValue`, 'true or false', fields['boolValue']);
    return { type: 'bool', value: fields['boolValue'] };
  }
  if (!isAbsent(fields['arrayValue'])) {
    const items = listAt(
      objectAt(fields['arrayValue'], `${path}.arrayValue`)['values'],
      `${path}.arrayValue.values`,
    );
    return {
      type: 'array',
      value: items.map((item, index) =>
        anyValue(item, `${path}.arrayValue.values[${index}]`, depth + 1),
      ),
    };
  }
  if (!isAbsent(fields['kvlistValue'])) {
    return {
      type: 'kvlist',
      value: attributes(
        objectAt(fields['kvlistValue'], `${path}.kvlistValue`),
        `${path}.kvlistValue`,
        depth,
        'values',
      ),
    };
  }
  if (!isAbsent(fields['bytesValue'])) {
    const bytes = fromBase64(textAt(fields['bytesValue'], `${path}.bytesValue`));
    if (bytes === null) throw wrong(`${path}.bytesValue`, 'base64', fields['bytesValue']);
    return { type: 'bytes', value: bytes };
  }
  return { type: 'empty' };
}

/** Null is absent, in OTLP/JSON. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
