import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { KIND_RULES } from '#core/semconv/span-kind-rules.ts';
import { HAYSTACK_INPUTS, HAYSTACK_OUTPUTS } from '#core/semconv/haystack.ts';
import { LANGFUSE_ATTRIBUTES } from '#core/semconv/langfuse.ts';
import { ONE_TO_ONE } from '#core/semconv/map-to-openinference.ts';
import { PROMOTED_ATTRIBUTES, type PromotedField } from '#core/semconv/promoted-attributes.ts';
import { FRAMEWORKS, PROVIDERS } from '#core/semconv/provider-names.ts';
import { INPUT_VALUES, OUTPUT_VALUES } from '#core/semconv/span-values.ts';
import { USAGE_PATHS } from '#core/semconv/token-usage.ts';

export const ATTRIBUTES_PAGE = path.resolve(import.meta.dirname, '..', 'docs', 'attributes.md');

/** The fields of a span's row, with the promoted attributes that fill each. */
const FIELDS: readonly (readonly [name: string, ...fields: PromotedField[]])[] = [
  ['Name, instead of the span’s', 'message'],
  ['Model', 'modelName', 'requestedModel', 'reply'],
  ['Provider', 'provider', 'system'],
  ['Input tokens', 'promptTokens', 'usage', 'reply'],
  ['Output tokens', 'completionTokens', 'usage', 'reply'],
  ['Total tokens', 'totalTokens', 'usage', 'reply'],
  ['Cached input tokens', 'cacheReadTokens', 'usage', 'reply'],
  ['Input tokens written to the cache', 'cacheWriteTokens', 'usage', 'reply'],
  ['Reasoning tokens', 'reasoningTokens', 'usage', 'reply'],
  ['Audio tokens', 'promptAudioTokens', 'completionAudioTokens', 'usage', 'reply'],
  ['Cost in US dollars', 'costUsd', 'computedCostUsd', 'costDetails'],
  ['Session', 'sessionId'],
  ['User', 'userId'],
  ['Error message, where neither the status nor an exception has one', 'error'],
  ['Time to the first token, in seconds', 'firstTokenSeconds'],
  ['Time to the first token, in milliseconds', 'firstTokenMs'],
  ['Time of the first token', 'firstTokenTime'],
  ['Documents of a retriever', 'documents', 'foundDocuments', 'reply'],
  ['Documents of a reranker', 'outputDocuments'],
];

/**
 * The page about attributes, made from the tables that map them. A test compares it with the
 * committed one.
 */
export function attributesPage(): string {
  return `# Attributes

<!-- Made by \`npm run docs:attributes\` from the tables in src/core/semconv. Change them there. -->

Telltale reads spans of OpenInference, the OpenTelemetry GenAI conventions (current and older), OpenLLMetry, the Vercel AI SDK, Pydantic AI,
Langfuse, LangSmith, MLflow, Mastra, Strands, Logfire, OpenLIT, LiteLLM, MCP, Spring AI and Haystack. This page says which attribute fills
which field. In each list the first attribute that is present wins. Every attribute is also kept and shown exactly as it was sent.

## Fields of a span

| field | attributes, in order of precedence |
|---|---|
${FIELDS.map(([name, ...fields]) => `| ${name} | ${codes(fields.flatMap((field) => PROMOTED_ATTRIBUTES[field]))} |`).join('\n')}

A usage object is JSON. It fills the counts that no attribute of their own fills:

| attribute | members of the usage object |
|---|---|
${USAGE_PATHS.map(([field, ...paths]) => `| ${code(PROMOTED_ATTRIBUTES[field][0])} | ${codes(paths)} |`).join('\n')}

A cost that was sent replaces the one computed from the price list. A cost of 0 counts only as \`llm.cost.total\`: libraries without a price send 0.

## Kind

\`openinference.span.kind\` is final. Without it, the first of these attributes with a known value decides; a span that names a model and no operation is an LLM call.

| attribute | convention | values |
|---|---|---|
${KIND_RULES.map(({ field, convention, kinds }) => `| ${codes(PROMOTED_ATTRIBUTES[field])} | ${convention} | ${kindsOf(kinds)} |`).join('\n')}

## Attributes with one counterpart

| OpenInference | also read from |
|---|---|
${ONE_TO_ONE.map(([target = '', ...sources]) => `| ${code(target)} | ${codes(sources)} |`).join('\n')}
${LANGFUSE_ATTRIBUTES.map(([target, source]) => `| ${code(target)} | ${code(source)} |`).join('\n')}
| \`input.value\` | ${codes(INPUT_VALUES)} |
| \`output.value\` | ${codes(OUTPUT_VALUES)} |

## Messages

Input and output messages (\`llm.input_messages\`, \`llm.output_messages\`) are read from the first of these that says anything:

1. OpenInference’s own attributes.
2. \`langfuse.observation.input\` and \`.output\`; Haystack’s inputs and outputs (${codes([...HAYSTACK_INPUTS, ...HAYSTACK_OUTPUTS])}); \`mlflow.spanInputs\` and \`mlflow.spanOutputs\`; LangSmith’s \`gen_ai.prompt\` and \`gen_ai.completion\`: whole requests and replies of OpenAI (chat and Responses), Anthropic, Gemini and LangChain.
3. \`gen_ai.input.messages\`, \`gen_ai.output.messages\` and \`gen_ai.system_instructions\`, on the span or in its \`gen_ai.client.inference.operation.details\` events, whose lists of messages are joined.
4. \`gen_ai.prompt.N.…\` and \`gen_ai.completion.N.…\` (OpenLLMetry, LiteLLM).
5. Events, on the span or sent as log records (OTLP logs): \`gen_ai.system.message\`, \`gen_ai.user.message\`, \`gen_ai.assistant.message\`, \`gen_ai.tool.message\`, \`gen_ai.choice\`, \`gen_ai.content.prompt\`, \`gen_ai.content.completion\`.
6. \`ai.prompt.messages\`, \`ai.prompt\` and \`ai.response.…\` (Vercel AI SDK).

System instructions that are also among the messages appear once. The messages of a span of kind TOOL are its input and output.

## Providers

| sent | shown |
|---|---|
${[...PROVIDERS].map(([sent, shown]) => `| ${code(sent)} | ${code(shown)} |`).join('\n')}

Frameworks that name themselves as the provider do not affect the price, which follows from the model’s name: ${codes([...FRAMEWORKS])}.
`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function codes(texts: readonly string[]): string {
  return [...new Set(texts)].map(code).join(', ');
}

function kindsOf(kinds: Readonly<Record<string, string>>): string {
  const byKind = Map.groupBy(Object.entries(kinds), ([, kind]) => kind);
  const lists = [...byKind].map(
    ([kind, words]) => `${kind}: ${codes(words.map(([word]) => word))}`,
  );
  return lists.length === 0 ? 'any' : lists.join('; ');
}

if (import.meta.main) {
  writeFileSync(ATTRIBUTES_PAGE, attributesPage());
  console.log('wrote docs/attributes.md');
}
