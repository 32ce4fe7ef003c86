/**
 * Which attributes fill which promoted field, most trusted first: OpenInference, then the OTel GenAI conventions (current, then older
 * spellings), then Traceloop's and the Vercel AI SDK's own. The first that is present wins.
 *
 * The same table maps spans to the OpenInference model when they are read: the first key of a row is the OpenInference attribute,
 * and it is set from the others only if missing.
 */
export const PROMOTED_ATTRIBUTES = {
  kind: ['openinference.span.kind'],
  operation: ['gen_ai.operation.name'],
  requestType: ['llm.request.type'],
  traceloopKind: ['traceloop.span.kind'],
  aiOperation: ['ai.operationId', 'operation.name'],
  modelName: [
    'llm.model_name',
    'embedding.model_name',
    'reranker.model_name',
    'gen_ai.response.model',
    'gen_ai.request.model',
    'llm.response.model',
    'llm.request.model',
    'ai.response.model',
    'ai.model.id',
  ],
  provider: ['llm.provider', 'gen_ai.provider.name', 'gen_ai.system', 'llm.vendor', 'ai.model.provider'],
  system: ['llm.system'],
  promptTokens: [
    'llm.token_count.prompt',
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.usage.prompt_tokens',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'ai.usage.tokens',
  ],
  completionTokens: [
    'llm.token_count.completion',
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.usage.completion_tokens',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
  ],
  totalTokens: ['llm.token_count.total', 'gen_ai.usage.total_tokens', 'llm.usage.total_tokens', 'ai.usage.totalTokens'],
  cacheReadTokens: [
    'llm.token_count.prompt_details.cache_read',
    'llm.token_count.prompt_details.cache_input',
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'gen_ai.usage.details.cache_read_tokens',
    'ai.usage.inputTokenDetails.cacheReadTokens',
    'ai.usage.cachedInputTokens',
  ],
  cacheWriteTokens: [
    'llm.token_count.prompt_details.cache_write',
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.details.cache_write_tokens',
    'ai.usage.inputTokenDetails.cacheWriteTokens',
  ],
  reasoningTokens: [
    'llm.token_count.completion_details.reasoning',
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'gen_ai.usage.details.reasoning_tokens',
    'llm.usage.reasoning_tokens',
    'ai.usage.outputTokenDetails.reasoningTokens',
    'ai.usage.reasoningTokens',
  ],
  promptAudioTokens: ['llm.token_count.prompt_details.audio', 'gen_ai.usage.details.input_audio_tokens'],
  completionAudioTokens: ['llm.token_count.completion_details.audio', 'gen_ai.usage.details.output_audio_tokens'],
  costUsd: ['llm.cost.total'],
  sessionId: ['session.id', 'gen_ai.conversation.id', 'traceloop.association.properties.session_id', 'ai.telemetry.metadata.sessionId'],
  userId: ['user.id', 'enduser.id', 'traceloop.association.properties.user_id', 'ai.telemetry.metadata.userId'],
  firstTokenSeconds: ['gen_ai.server.time_to_first_token', 'gen_ai.response.time_to_first_chunk'],
  firstTokenMs: ['ai.response.msToFirstChunk'],
  documents: ['retrieval.documents', 'gen_ai.retrieval.documents'],
  outputDocuments: ['reranker.output_documents'],
} as const satisfies Record<string, readonly string[]>;

export type PromotedField = keyof typeof PROMOTED_ATTRIBUTES;

/** A field's keys, as a range of PROMOTED_KEYS. */
export interface PromotedRow {
  readonly start: number;
  readonly end: number;
}

/** Every promoted attribute key, field by field. */
export const PROMOTED_KEYS: readonly string[] = Object.values(PROMOTED_ATTRIBUTES).flat();

/** Where a field's keys lie in PROMOTED_KEYS. */
export function promotedRow(field: PromotedField): PromotedRow {
  let start = 0;
  for (const [name, keys] of Object.entries(PROMOTED_ATTRIBUTES)) {
    if (name === field) return { start, end: start + keys.length };
    start += keys.length;
  }
  return { start, end: start };
}

/** The place of one key in PROMOTED_KEYS. */
export function promotedKey(key: string): PromotedRow {
  const start = PROMOTED_KEYS.indexOf(key);
  return { start, end: start + 1 };
}
