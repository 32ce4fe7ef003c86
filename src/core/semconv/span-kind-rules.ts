import { SPAN_KINDS, type SpanKind } from '#contracts/spans/span-kind.ts';
import { unquoted } from './json-text.ts';
import type { PromotedField } from './promoted-attributes.ts';

/** Longer than any kind. */
const KIND_CHARS_MAX = 32;
const KINDS: ReadonlyMap<string, SpanKind> = new Map(SPAN_KINDS.map((kind) => [kind, kind]));

interface KindRule {
  /** Which attribute speaks: a row of PROMOTED_ATTRIBUTES. */
  readonly field: PromotedField;
  readonly convention: string;
  readonly kinds: Readonly<Record<string, SpanKind>>;
  /** For words that are not in `kinds`. */
  readonly others?: (word: string) => SpanKind | null;
}

/**
 * Attributes that give the kind of a span without `openinference.span.kind`: the first with a known
 * value wins.
 */
export const KIND_RULES: readonly KindRule[] = [
  {
    field: 'langfuseKind',
    convention: 'Langfuse SDK 3 and 4',
    kinds: {
      generation: 'LLM',
      embedding: 'EMBEDDING',
      agent: 'AGENT',
      tool: 'TOOL',
      chain: 'CHAIN',
      retriever: 'RETRIEVER',
      evaluator: 'EVALUATOR',
      guardrail: 'GUARDRAIL',
    },
  },
  {
    // Before the operation's name: LangSmith calls a prompt `chat` there, and a retriever
    // `embeddings`.
    field: 'langsmithKind',
    convention: "LangSmith's OpenTelemetry mode",
    kinds: {
      llm: 'LLM',
      chain: 'CHAIN',
      tool: 'TOOL',
      retriever: 'RETRIEVER',
      embedding: 'EMBEDDING',
      prompt: 'PROMPT',
      parser: 'CHAIN',
    },
  },
  {
    field: 'mlflowKind',
    convention: 'MLflow',
    kinds: {
      LLM: 'LLM',
      CHAT_MODEL: 'LLM',
      CHAIN: 'CHAIN',
      AGENT: 'AGENT',
      TOOL: 'TOOL',
      RETRIEVER: 'RETRIEVER',
      EMBEDDING: 'EMBEDDING',
      RERANKER: 'RERANKER',
      PARSER: 'CHAIN',
      WORKFLOW: 'CHAIN',
      TASK: 'CHAIN',
      MEMORY: 'RETRIEVER',
      EVALUATOR: 'EVALUATOR',
      GUARDRAIL: 'GUARDRAIL',
    },
  },
  {
    field: 'operation',
    convention: 'OpenTelemetry GenAI, and names that libraries add to it',
    kinds: {
      chat: 'LLM',
      text_completion: 'LLM',
      completion: 'LLM',
      generate_content: 'LLM',
      responses: 'LLM',
      embeddings: 'EMBEDDING',
      embedding: 'EMBEDDING',
      retrieval: 'RETRIEVER',
      retrieve: 'RETRIEVER',
      retriever: 'RETRIEVER',
      search_memory: 'RETRIEVER',
      rerank: 'RERANKER',
      execute_tool: 'TOOL',
      tool: 'TOOL',
      create_agent: 'AGENT',
      invoke_agent: 'AGENT',
      agent: 'AGENT',
      invoke_workflow: 'CHAIN',
      workflow: 'CHAIN',
      plan: 'CHAIN',
      task: 'CHAIN',
      chain: 'CHAIN',
      parser: 'CHAIN',
      prompt: 'PROMPT',
      // Strands, CrewAI by OpenLIT, smolagents, Semantic Kernel
      execute_event_loop_cycle: 'CHAIN',
      agent_step: 'CHAIN',
      framework: 'CHAIN',
      orchestrate: 'CHAIN',
      evaluation: 'EVALUATOR',
      guardrail: 'GUARDRAIL',
      // MLflow's types of spans that the conventions have no operation for
      RETRIEVER: 'RETRIEVER',
      RERANKER: 'RERANKER',
      CHAIN: 'CHAIN',
      PARSER: 'CHAIN',
      WORKFLOW: 'CHAIN',
      TASK: 'CHAIN',
      MEMORY: 'RETRIEVER',
      EVALUATOR: 'EVALUATOR',
      GUARDRAIL: 'GUARDRAIL',
    },
  },
  {
    field: 'mastraKind',
    convention:
      'Mastra, of spans whose operation is no more than this type; any other type is a CHAIN',
    kinds: {
      client_tool_call: 'TOOL',
      rag_vector_operation: 'RETRIEVER',
      scorer_run: 'EVALUATOR',
      scorer_step: 'EVALUATOR',
      classifier_evaluation: 'EVALUATOR',
    },
    others: () => 'CHAIN',
  },
  {
    field: 'aiOperation',
    convention:
      'Vercel AI SDK: outer calls wrap steps, the inner `.do…` spans are the model calls themselves',
    kinds: {
      'ai.generateText': 'CHAIN',
      'ai.streamText': 'CHAIN',
      'ai.generateObject': 'CHAIN',
      'ai.streamObject': 'CHAIN',
      'ai.embed': 'CHAIN',
      'ai.embedMany': 'CHAIN',
      'ai.rerank': 'CHAIN',
      'ai.generateText.doGenerate': 'LLM',
      'ai.streamText.doStream': 'LLM',
      'ai.generateObject.doGenerate': 'LLM',
      'ai.streamObject.doStream': 'LLM',
      'ai.embed.doEmbed': 'EMBEDDING',
      'ai.embedMany.doEmbed': 'EMBEDDING',
      'ai.rerank.doRerank': 'RERANKER',
      'ai.toolCall': 'TOOL',
    },
  },
  {
    field: 'requestType',
    convention: "Traceloop's OpenLLMetry, the forerunner of the GenAI conventions",
    kinds: { chat: 'LLM', completion: 'LLM', embedding: 'EMBEDDING', rerank: 'RERANKER' },
  },
  {
    field: 'traceloopKind',
    convention: "Traceloop's OpenLLMetry",
    kinds: { workflow: 'CHAIN', task: 'CHAIN', agent: 'AGENT', tool: 'TOOL' },
  },
  {
    field: 'mcpMethod',
    convention: 'OpenTelemetry MCP',
    kinds: { 'tools/call': 'TOOL', 'prompts/get': 'PROMPT', 'resources/read': 'RETRIEVER' },
    others: () => 'CHAIN',
  },
  {
    field: 'springKind',
    convention: 'Spring AI',
    kinds: { chat_client: 'CHAIN', advisor: 'CHAIN', vector_store: 'RETRIEVER', tool_call: 'TOOL' },
  },
  {
    field: 'haystackModelCall',
    convention: 'Haystack, of the step of an agent',
    kinds: {},
    others: () => 'LLM',
  },
  {
    field: 'haystackToolCall',
    convention: 'Haystack, of the step of an agent',
    kinds: {},
    others: () => 'TOOL',
  },
  {
    field: 'haystackAgent',
    convention: 'Haystack, of the run of an agent',
    kinds: {},
    others: () => 'AGENT',
  },
  {
    field: 'haystackComponent',
    convention: 'Haystack, by the class of the component',
    kinds: {},
    others: haystackKind,
  },
  {
    field: 'haystackStep',
    convention: 'Haystack, of the step of an agent',
    kinds: {},
    others: () => 'CHAIN',
  },
  {
    field: 'haystackPipeline',
    convention: 'Haystack, of a pipeline',
    kinds: {},
    others: () => 'CHAIN',
  },
  {
    // An observation without a type of its own: a step.
    field: 'langfuseKind',
    convention: 'Langfuse SDK 3 and 4',
    kinds: { span: 'CHAIN', event: 'CHAIN' },
  },
];

/** Haystack names the class of a component: `OpenAIChatGenerator`, `InMemoryBM25Retriever`. */
function haystackKind(name: string): SpanKind | null {
  const ends: readonly (readonly [RegExp, SpanKind])[] = [
    [/Generator$/, 'LLM'],
    [/Embedder$/, 'EMBEDDING'],
    [/Retriever$/, 'RETRIEVER'],
    [/Ranker$/, 'RERANKER'],
    [/ToolInvoker$/, 'TOOL'],
    [/Agent$/, 'AGENT'],
    [/Evaluator$/, 'EVALUATOR'],
    [/PromptBuilder$/, 'PROMPT'],
  ];
  return ends.find(([end]) => end.test(name))?.[1] ?? 'CHAIN';
}

/** The kind that `openinference.span.kind` spells, in any case; UNKNOWN for what is not a kind. */
export function kindFromSpelling(spelling: string): SpanKind {
  return (
    KINDS.get(spelling) ??
    KINDS.get(spelling.slice(0, KIND_CHARS_MAX).trim().toUpperCase()) ??
    'UNKNOWN'
  );
}

/**
 * The kind by the conventions other than OpenInference; null when none of them speaks. `textOf`
 * gives what a span says in a field, `hasRequestModel` tells that a model was asked, though perhaps
 * no operation is named.
 */
export function inferredKind(
  textOf: (field: PromotedField) => string | null,
  hasRequestModel: () => boolean,
): SpanKind | null {
  for (const rule of KIND_RULES) {
    const kindText = textOf(rule.field);
    if (kindText === null) continue;
    const word = firstWord(unquoted(kindText));
    const kind = Object.hasOwn(rule.kinds, word) ? rule.kinds[word] : rule.others?.(word);
    if (kind !== undefined && kind !== null) return kind;
  }
  return textOf('operation') === null && hasRequestModel() ? 'LLM' : null;
}

/** The AI SDK's older `operation.name` is the operation, then the caller's function id. */
function firstWord(text: string): string {
  const space = text.indexOf(' ');
  return space < 0 ? text : text.slice(0, space);
}
