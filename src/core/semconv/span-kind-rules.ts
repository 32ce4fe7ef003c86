import { SPAN_KINDS } from '#contracts/span-kind.ts';
import type { SpanKind } from '#contracts/span-kind.ts';

/** Longer than any kind. */
const KIND_CHARS_MAX = 32;
const KINDS: ReadonlyMap<string, SpanKind> = new Map(SPAN_KINDS.map((kind) => [kind, kind]));

/** `gen_ai.operation.name`. Source: OTel GenAI semantic conventions. */
const OPERATION_KINDS: ReadonlyMap<string, SpanKind> = new Map([
  ['chat', 'LLM'],
  ['text_completion', 'LLM'],
  ['completion', 'LLM'],
  ['generate_content', 'LLM'],
  ['embeddings', 'EMBEDDING'],
  ['retrieval', 'RETRIEVER'],
  ['rerank', 'RERANKER'],
  ['execute_tool', 'TOOL'],
  ['create_agent', 'AGENT'],
  ['invoke_agent', 'AGENT'],
  ['invoke_workflow', 'CHAIN'],
]);

/** `llm.request.type`. Source: Traceloop's OpenLLMetry, the forerunner of the GenAI conventions. */
const REQUEST_TYPE_KINDS: ReadonlyMap<string, SpanKind> = new Map([
  ['chat', 'LLM'],
  ['completion', 'LLM'],
  ['embedding', 'EMBEDDING'],
  ['rerank', 'RERANKER'],
]);

/** `traceloop.span.kind`. */
const TRACELOOP_KINDS: ReadonlyMap<string, SpanKind> = new Map([
  ['workflow', 'CHAIN'],
  ['task', 'CHAIN'],
  ['agent', 'AGENT'],
  ['tool', 'TOOL'],
]);

/** The Vercel AI SDK's `ai.operationId`: outer calls wrap steps, the inner `.do…` spans are the model calls themselves. */
const AI_SDK_KINDS: ReadonlyMap<string, SpanKind> = new Map([
  ['ai.generateText', 'CHAIN'],
  ['ai.streamText', 'CHAIN'],
  ['ai.generateObject', 'CHAIN'],
  ['ai.streamObject', 'CHAIN'],
  ['ai.embed', 'CHAIN'],
  ['ai.embedMany', 'CHAIN'],
  ['ai.rerank', 'CHAIN'],
  ['ai.generateText.doGenerate', 'LLM'],
  ['ai.streamText.doStream', 'LLM'],
  ['ai.generateObject.doGenerate', 'LLM'],
  ['ai.streamObject.doStream', 'LLM'],
  ['ai.embed.doEmbed', 'EMBEDDING'],
  ['ai.embedMany.doEmbed', 'EMBEDDING'],
  ['ai.rerank.doRerank', 'RERANKER'],
  ['ai.toolCall', 'TOOL'],
]);

/** What a span says about its kind in other conventions than OpenInference; null where it says nothing. */
export interface KindEvidence {
  readonly operation: string | null;
  readonly requestType: string | null;
  readonly traceloop: string | null;
  readonly aiOperation: string | null;
  /** A model was asked, though perhaps no operation is named. */
  readonly hasRequestModel: boolean;
}

/** The kind that `openinference.span.kind` spells, in any case; UNKNOWN for what is not a kind. */
export function kindFromSpelling(spelling: string): SpanKind {
  return KINDS.get(spelling) ?? KINDS.get(spelling.slice(0, KIND_CHARS_MAX).trim().toUpperCase()) ?? 'UNKNOWN';
}

/** The kind by the conventions other than OpenInference; null when none of them speaks. */
export function inferredKind(evidence: KindEvidence): SpanKind | null {
  const { operation, requestType, traceloop, aiOperation } = evidence;
  const known =
    (operation === null ? undefined : OPERATION_KINDS.get(operation)) ??
    (aiOperation === null ? undefined : AI_SDK_KINDS.get(firstWord(aiOperation))) ??
    (requestType === null ? undefined : REQUEST_TYPE_KINDS.get(requestType)) ??
    (traceloop === null ? undefined : TRACELOOP_KINDS.get(traceloop));
  if (known !== undefined) return known;
  return operation === null && evidence.hasRequestModel ? 'LLM' : null;
}

/** The AI SDK's older `operation.name` is the operation, then the caller's function id. */
function firstWord(text: string): string {
  const space = text.indexOf(' ');
  return space < 0 ? text : text.slice(0, space);
}
