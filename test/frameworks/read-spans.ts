import type { SpanKind } from '#contracts/span-kind.ts';
import { previewSpanBytes } from '#core/otlp/preview.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { attributesFlat } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { createPriceList } from '#server/prices/call-prices.ts';
import { protobufOf } from './recording.ts';
import type { Recording } from './recording.ts';

const PREVIEW_CHARS = 90;
const priceOf = createPriceList();

/** A span as the page shows it. */
export interface ReadSpan {
  /** Which of the library's programs sent it: its service. */
  readonly mode: string;
  readonly kind: SpanKind;
  readonly record: SpanRecord;
  readonly input: string | null;
  readonly output: string | null;
  readonly attributes: JsonObject;
}

/** The spans of a recording; throws where one was refused. */
export function readSpans(recording: Recording): readonly ReadSpan[] {
  return recording.requests.flatMap((request) => {
    const { records, refused } = skimTraces(protobufOf(request), DEFAULT_SKIM_LIMITS, priceOf);
    if (refused.length > 0) throw new Error(`${recording.library}: ${JSON.stringify(refused)}`);
    return records.map((record) => ({
      mode: record.resource.serviceName ?? '',
      kind: record.kind,
      record,
      ...previewSpanBytes(record.bytes, PREVIEW_CHARS),
      attributes: attributesFlat(decodeSpan(record.bytes)),
    }));
  });
}

/** One line a span: what a change of the library or of our reading changes. */
export function spanLines(spans: readonly ReadSpan[]): string {
  return spans
    .map(({ mode, kind, record, input, output }) => {
      const { prompt, completion, total, cacheRead, cacheWrite, reasoning } = record.tokens;
      const fields = {
        model: record.modelName,
        provider: record.modelProvider,
        tokens: [prompt, completion, total, cacheRead, cacheWrite, reasoning].map((count) => count ?? '-').join('/'),
        cost: record.costUsd,
        session: record.sessionId,
        user: record.userId,
        firstToken: record.firstTokenNano === null ? null : 'yes',
        documents: record.documentCount === 0 ? null : record.documentCount,
        error: record.errorMessage,
        in: input,
        out: output,
      };
      const told = Object.entries(fields).filter(([, value]) => value !== null && value !== '-/-/-/-/-/-');
      return `${mode} | ${kind} | ${record.name} | ${told.map(([key, value]) => `${key}=${value}`).join(' | ')}`;
    })
    .join('\n');
}
