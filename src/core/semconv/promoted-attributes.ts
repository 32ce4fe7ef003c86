/**
 * Which attributes fill which promoted field, most trusted first: OpenInference, then the OTel
 * GenAI conventions (current, then older spellings), then Traceloop's and the Vercel AI SDK's own.
 * The first that is present wins.
 *
 * The same table maps spans to the OpenInference model when they are read: the first key of a row
 * is the OpenInference attribute, and it is set from the others only if missing.
 */
export const PROMOTED_ATTRIBUTES = {
  kind: ['openinference.span.kind'],
  langfuseKind: ['langfuse.observation.type'],
  langsmithKind: ['langsmith.span.kind'],
  mlflowKind: ['mlflow.spanType'],
  mastraKind: ['mastra.span.type'],
  operation: ['gen_ai.operation.name'],
  requestType: ['llm.request.type'],
  traceloopKind: ['traceloop.span.kind'],
  aiOperation: ['ai.operationId', 'operation.name'],
  mcpMethod: ['mcp.method.name'],
  springKind: ['spring.ai.kind'],
  haystackModelCall: ['haystack.agent.step.llm.input'],
  haystackToolCall: ['haystack.agent.step.tool.input'],
  haystackAgent: ['haystack.agent.max_steps'],
  haystackComponent: ['haystack.component.type'],
  haystackStep: ['haystack.agent.step'],
  haystackPipeline: ['haystack.pipeline.max_runs_per_component'],
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
    'langfuse.observation.model.name',
    'mlflow.llm.model',
  ],
  /** Of a call that was refused some name the model only among what they asked. */
  requestedModel: ['llm.invocation_parameters', 'model'],
  provider: [
    'llm.provider',
    'langsmith.metadata.ls_provider',
    'gen_ai.provider.name',
    'gen_ai.system',
    'llm.vendor',
    'ai.model.provider',
  ],
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
  totalTokens: [
    'llm.token_count.total',
    'gen_ai.usage.total_tokens',
    'llm.usage.total_tokens',
    'ai.usage.totalTokens',
  ],
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
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.cache_write_input_tokens',
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
  promptAudioTokens: [
    'llm.token_count.prompt_details.audio',
    'gen_ai.usage.details.input_audio_tokens',
  ],
  completionAudioTokens: [
    'llm.token_count.completion_details.audio',
    'gen_ai.usage.details.output_audio_tokens',
  ],
  promptImageTokens: [
    'llm.token_count.prompt_details.image',
    'gen_ai.usage.details.input_image_tokens',
  ],
  completionImageTokens: [
    'llm.token_count.completion_details.image',
    'gen_ai.usage.details.output_image_tokens',
  ],
  /**
   * All counts at once, as JSON: `token-usage.ts` reads it for counts without a key of their own.
   */
  usage: [
    'langfuse.observation.usage_details',
    'mlflow.chat.tokenUsage',
    'langsmith.metadata.usage_metadata',
    'gen_ai.usage.raw',
    'metadata.usage_object',
  ],
  /** A whole reply, which names its model and has such an object in it. */
  reply: ['haystack.agent.step.llm.output', 'haystack.component.output'],
  costUsd: ['llm.cost.total'],
  /** Computed by a library that says 0 where it knows no price. */
  computedCostUsd: ['gen_ai.cost.total_cost', 'gen_ai.usage.cost', 'operation.cost'],
  /** As JSON with a `total`, or amounts to add up. */
  costDetails: ['langfuse.observation.cost_details', 'mlflow.llm.cost'],
  sessionId: [
    'session.id',
    'gen_ai.conversation.id',
    'langfuse.session.id',
    'langsmith.metadata.session_id',
    'langsmith.metadata.thread_id',
    'langsmith.metadata.conversation_id',
    'mlflow.trace.session',
    'traceloop.association.properties.session_id',
    'ai.telemetry.metadata.sessionId',
    'mastra.metadata.sessionId',
    'spring.ai.chat.client.conversation.id',
  ],
  userId: [
    'user.id',
    'enduser.id',
    'langfuse.user.id',
    'langsmith.metadata.user_id',
    'mlflow.trace.user',
    'llm.user',
    'traceloop.association.properties.user_id',
    'ai.telemetry.metadata.userId',
    'mastra.metadata.userId',
  ],
  /** The display name of a span whose own name is a template. */
  message: ['logfire.msg'],
  /** Of a span that failed and says no more. */
  error: ['error.message', 'error.type'],
  firstTokenSeconds: [
    'gen_ai.server.time_to_first_token',
    'gen_ai.response.time_to_first_chunk',
    'gen_ai.client.operation.time_to_first_chunk',
  ],
  firstTokenMs: ['ai.response.msToFirstChunk'],
  firstTokenTime: ['langfuse.observation.completion_start_time', 'mastra.completion_start_time'],
  documents: ['retrieval.documents', 'gen_ai.retrieval.documents'],
  outputDocuments: ['reranker.output_documents'],
  /** A retriever's result: documents if it is a list of them. */
  foundDocuments: ['langfuse.observation.output', 'mlflow.spanOutputs', 'gen_ai.completion'],
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
