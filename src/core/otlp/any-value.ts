/**
 * An attribute's value as OTLP types it. Integers are numbers where that is exact and bigints
 * beyond. `raw` is the AnyValue message itself, for what is not unpacked: nested too deep, or past
 * the budget of values for one span.
 */
export type AnyValue =
  | { readonly type: 'empty' }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: number | bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | { readonly type: 'array'; readonly value: readonly AnyValue[] }
  | { readonly type: 'kvlist'; readonly value: readonly KeyValue[] }
  | { readonly type: 'raw'; readonly value: Uint8Array };

export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}
