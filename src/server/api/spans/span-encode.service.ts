import { CreateSpansBody, type NewSpan } from '#contracts/spans/span-create.ts';
import { encodeTraceRequest } from '#core/otlp/encode.ts';
import type { Static } from 'typebox';
import { parseJson } from '../kit/request/json-body.ts';
import type { Query } from '#server/threads/query.ts';
import { decodeNewSpan } from './new-span-codec.ts';

export interface NamedSpan {
  readonly span_id: string;
  readonly trace_id: string;
}
export interface InvalidSpan extends NamedSpan {
  readonly error: string;
}

/** Spans that came as JSON, on their way to the writer: the OTLP request they would have been. */
export interface EncodedSpans {
  /** Empty when one of them cannot be encoded. */
  readonly request: Uint8Array;
  readonly names: readonly NamedSpan[];
  readonly invalid: readonly InvalidSpan[];
}

const ID_LENGTHS = { trace_id: 32, span_id: 16 } as const;
const TEXT = new TextDecoder();
let problemOf: ((body: unknown) => string | null) | null = null;

/** Parses, validates and encodes a body of spans in a reader thread: 32 MiB of JSON take half a second. A body that does not fit the schema comes back as a message. */
export const encodeSpans: Query<{ readonly body: Uint8Array }, EncodedSpans | { readonly problem: string }> = {
  name: 'spans.encode',
  deadlineMs: 60_000,
  run: async (_context, { body }) => {
    // Loaded when the first such body comes, so that readers that never see one do without.
    problemOf ??= (await import('../kit/request/json-validator.ts')).bodyProblem(CreateSpansBody);
    const parsed = parseJson(TEXT.decode(body));
    const problem = problemOf(parsed);
    if (problem !== null) return { problem };
    // as: the validator has checked it against the schema; the compiler cannot follow it there.
    const { data } = parsed as Static<typeof CreateSpansBody>;
    const invalid = data.flatMap((span) => invalidIds(span));
    const scope = { scope: null, schemaUrl: '', spans: invalid.length > 0 ? [] : data.map(decodeNewSpan) };
    return { request: encodeTraceRequest([{ resource: null, schemaUrl: '', scopeSpans: [scope] }]), names: data.map(nameOf), invalid };
  },
};

function invalidIds(span: NewSpan): InvalidSpan[] {
  for (const field of ['trace_id', 'span_id'] as const) {
    const id = span.context[field];
    if (id.length !== ID_LENGTHS[field] || !/^[0-9a-fA-F]+$/.test(id) || /^0+$/.test(id)) {
      return [
        { ...nameOf(span), error: `context.${field} must be ${ID_LENGTHS[field]} hex digits, not all zero; got '${id.slice(0, 64)}'` },
      ];
    }
  }
  const parent = span.parent_id ?? '';
  if (parent === '' || (parent.length === ID_LENGTHS.span_id && /^[0-9a-fA-F]+$/.test(parent))) return [];
  return [{ ...nameOf(span), error: `parent_id must be 16 hex digits or null; got '${parent.slice(0, 64)}'` }];
}

function nameOf({ context }: NewSpan): NamedSpan {
  return { span_id: context.span_id, trace_id: context.trace_id };
}
