import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Command, WriteContext } from '#server/threads/query.ts';
import type { EncodedSpans, InvalidSpan, NamedSpan } from './span-encode.service.ts';

/**
 * Stores spans that came as JSON, all or none; 400 with a JSON document as its text when some exist
 * already or cannot be stored.
 */
export const createSpans: Command<
  EncodedSpans & { readonly project: string },
  { readonly total_received: number; readonly total_queued: number }
> = {
  name: 'spans.create',
  run: async (context, { project, request, names, invalid: malformed }) => {
    // A name that is new makes the project, for those who are not limited to some; an id that does
    // not exist is a mistake.
    const mustExist = decodeGlobalId(project)?.type === 'Project' || context.limitedTo !== null;
    const projectName = mustExist ? (await findProject(context.projects, project)).name : project;
    if (names.length === 0) return { total_received: 0, total_queued: 0 };
    const duplicates = await duplicateSpans(context, names);
    const { records, refused } = skimTraces(request, DEFAULT_SKIM_LIMITS, context.priceOf);
    const invalid = [
      ...malformed,
      ...refused.map(({ traceId, spanId, field, reason }) => ({
        span_id: spanId ?? '',
        trace_id: traceId ?? '',
        error: `${field}: ${reason}`,
      })),
    ];
    if (duplicates.length > 0 || invalid.length > 0)
      throw refusal(names.length, duplicates, invalid);
    const [outcome] = await context.writer.write([{ projectName, records }]);
    if (outcome !== undefined && outcome.refused.length > 0) {
      throw refusal(
        names.length,
        [],
        outcome.refused.map(({ index, reason }) => ({
          span_id: '',
          trace_id: '',
          ...names[index],
          error: reason,
        })),
      );
    }
    return { total_received: names.length, total_queued: names.length };
  },
};

async function duplicateSpans(
  { spans: reader }: WriteContext,
  names: readonly NamedSpan[],
): Promise<NamedSpan[]> {
  const rows = await reader.findSpans(names.map(({ span_id }) => ({ spanId: span_id })));
  const stored = new Set(rows.map(({ traceId, spanId }) => `${traceId} ${spanId}`));
  return names.filter(({ trace_id, span_id }) =>
    stored.has(`${trace_id.toLowerCase()} ${span_id.toLowerCase()}`),
  );
}

/** The official clients parse the text of this error as JSON. */
function refusal(
  received: number,
  duplicates: readonly NamedSpan[],
  invalid: readonly InvalidSpan[],
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
