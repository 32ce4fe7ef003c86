import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { TraceRowItem } from '#contracts/traces/trace.ts';
import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type { TracePreviews } from '#core/ports/whole-trace.ts';
import { millisBetween } from '../kit/spans/resource-codec.ts';
import type { RowAttributes } from '../kit/spans/span-previews.ts';

/** A trace as the page's lists show it. `attributes` are those of the root that were asked for. */
export function traceRowItem(
  row: TraceRow,
  { root, firstLlm, firstError, firstCall, lastCall }: TracePreviews,
  annotations: AnnotationSummary[],
  attributes?: RowAttributes,
): TraceRowItem {
  return {
    id: encodeGlobalId('Trace', row.id),
    trace_id: row.traceId,
    project_id: encodeGlobalId('Project', row.projectId),
    start_time: isoFromUnixNano(row.startTimeUnixNano),
    end_time: isoFromUnixNano(row.endTimeUnixNano),
    latency_ms: millisBetween(row.startTimeUnixNano, row.endTimeUnixNano),
    span_count: row.spanCount,
    error_count: row.errorCount,
    root_span_id: row.rootSpanNumber === null ? null : encodeGlobalId('Span', row.rootSpanNumber),
    name: row.rootName,
    span_kind: row.rootKind,
    status_code: row.rootStatusCode,
    error_message: root?.row.errorMessage ?? firstError?.errorMessage ?? null,
    is_open: root?.isOpen ?? false,
    input_preview: root?.input ?? null,
    output_preview: root?.output ?? null,
    llm_input_preview: firstCall?.input ?? null,
    llm_output_preview: lastCall?.output ?? null,
    token_count_prompt: row.promptTokens,
    token_count_completion: row.completionTokens,
    cost_usd: row.costUsd,
    model_name: firstLlm?.modelName ?? null,
    session_id: row.sessionId,
    user_id: row.userId,
    annotations,
    ...(attributes === undefined ? {} : { attributes }),
  };
}
