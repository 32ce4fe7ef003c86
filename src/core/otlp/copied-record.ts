import { STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { CopiedSpan } from '../ports/span-copy.ts';
import { fromHex } from './hex.ts';
import type { SpanRecord } from './span-record.ts';
import type { StoredContexts } from './stored-contexts.ts';

const NO_BYTES = new Uint8Array();

/**
 * A stored span as ingest would bring it, with the values that its row has: nothing is read from
 * its bytes again.
 */
export function copiedRecord(span: CopiedSpan, contexts: StoredContexts): SpanRecord {
  const { row } = span;
  return {
    traceId: fromHex(row.traceId) ?? NO_BYTES,
    spanId: fromHex(row.spanId) ?? NO_BYTES,
    parentSpanId: row.parentSpanId === null ? null : fromHex(row.parentSpanId),
    name: row.name,
    kind: row.kind,
    otelKind: row.otelKind,
    startTimeUnixNano: row.startTimeUnixNano,
    endTimeUnixNano: row.endTimeUnixNano,
    statusCode: statusNumber(row.statusCode),
    errorMessage: row.errorMessage,
    modelName: row.modelName,
    modelProvider: row.modelProvider,
    tokens: row.tokens,
    costUsd: row.costUsd,
    sessionId: row.sessionId,
    userId: row.userId,
    firstTokenNano: row.firstTokenNano,
    documentCount: row.documentCount,
    resource: contexts.resource(span.resourceBytes, span.resourceSchemaUrl),
    scope: contexts.scope(span.scopeBytes, span.scopeSchemaUrl),
    bytes: span.bytes,
  };
}

function statusNumber(code: CopiedSpan['row']['statusCode']): SpanRecord['statusCode'] {
  const number = STATUS_CODES.indexOf(code);
  return number === 1 || number === 2 ? number : 0;
}
