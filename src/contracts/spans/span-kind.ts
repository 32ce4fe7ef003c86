/**
 * OpenInference span kinds, in the order of their stored numbers: append only.
 * Source: OpenInference semantic conventions, `openinference.span.kind`.
 */
export const SPAN_KINDS = [
  'UNKNOWN',
  'AGENT',
  'CHAIN',
  'DECISION',
  'EMBEDDING',
  'EVALUATOR',
  'GUARDRAIL',
  'LLM',
  'PROMPT',
  'RERANKER',
  'RETRIEVER',
  'TOOL',
] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

/** OpenTelemetry status codes, indexed by their wire number. */
export const STATUS_CODES = ['UNSET', 'OK', 'ERROR'] as const;
export type StatusCode = (typeof STATUS_CODES)[number];
