import { AppError } from '#contracts/errors.ts';
import { decodeGlobalId } from '#contracts/ids.ts';
import type { NewSpan } from '#contracts/span-create.ts';
import { encodeTraceRequest } from '#core/otlp/encode.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { findProject } from '../kit/find-project.ts';
import type { Command, WriteContext } from '../kit/query.ts';
import { decodeNewSpan } from './new-span-codec.ts';

interface CreateSpansInput {
  readonly project: string;
  readonly spans: readonly NewSpan[];
}
interface NamedSpan {
  readonly span_id: string;
  readonly trace_id: string;
}

const ID_LENGTHS = { trace_id: 32, span_id: 16 } as const;

/** Stores spans that came as JSON, all or none; 400 with a JSON document as its text when some exist already or cannot be stored. */
export const createSpans: Command<CreateSpansInput, { readonly total_received: number; readonly total_queued: number }> = {
  name: 'spans.create',
  run: async (context, { project, spans }) => {
    // A name that is new makes the project; an id that does not exist is a mistake.
    const projectName = decodeGlobalId(project)?.type === 'Project' ? (await findProject(context.projects, project)).name : project;
    if (spans.length === 0) return { total_received: 0, total_queued: 0 };
    const duplicates = await duplicateSpans(context, spans);
    const malformed = spans.flatMap((span) => invalidIds(span));
    const { records, refused } =
      malformed.length > 0
        ? { records: [], refused: [] }
        : skimTraces(
            encodeTraceRequest([
              { resource: null, schemaUrl: '', scopeSpans: [{ scope: null, schemaUrl: '', spans: spans.map(decodeNewSpan) }] },
            ]),
            DEFAULT_SKIM_LIMITS,
            context.priceOf,
          );
    const invalid = [
      ...malformed,
      ...refused.map(({ traceId, spanId, field, reason }) => ({
        span_id: spanId ?? '',
        trace_id: traceId ?? '',
        error: `${field}: ${reason}`,
      })),
    ];
    if (duplicates.length > 0 || invalid.length > 0) throw refusal(spans.length, duplicates, invalid);
    const [outcome] = await context.writer.write([{ projectName, records }]);
    if (outcome !== undefined && outcome.refused.length > 0) {
      throw refusal(
        spans.length,
        [],
        outcome.refused.map(({ index, reason }) => ({ ...nameOf(spans[index]), error: reason })),
      );
    }
    return { total_received: spans.length, total_queued: spans.length };
  },
};

async function duplicateSpans({ spans: reader }: WriteContext, spans: readonly NewSpan[]): Promise<NamedSpan[]> {
  const duplicates: NamedSpan[] = [];
  for (const span of spans) {
    const stored = await reader.findSpans({ spanId: span.context.span_id.toLowerCase() });
    if (stored.some(({ traceId }) => traceId === span.context.trace_id.toLowerCase())) duplicates.push(nameOf(span));
  }
  return duplicates;
}

function invalidIds(span: NewSpan): (NamedSpan & { readonly error: string })[] {
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

function nameOf(span: NewSpan | undefined): NamedSpan {
  return { span_id: span?.context.span_id ?? '', trace_id: span?.context.trace_id ?? '' };
}

/** The official clients parse the text of this error as JSON. */
function refusal(
  received: number,
  duplicates: readonly NamedSpan[],
  invalid: readonly (NamedSpan & { readonly error: string })[],
): AppError {
  return new AppError(
    'invalid_request',
    JSON.stringify({
      error: 'Request contains invalid or duplicate spans',
      total_received: received,
      total_queued: 0,
      total_duplicates: duplicates.length,
      total_invalid: invalid.length,
      duplicate_spans: duplicates,
      invalid_spans: invalid,
    }),
  );
}
