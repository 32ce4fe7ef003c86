import { Double, type Attributes } from '../../tools/otlp/export-request.ts';
import { prose } from '../../tools/otlp/prose.ts';
import type { Random } from '../../tools/otlp/random.ts';

/**
 * The ten spans of a benchmark trace: an agent that guards, retrieves, thinks, uses two tools and
 * answers.
 */
export interface SpanShape {
  readonly name: string;
  /** Index of the parent among the ten; -1 for the root. */
  readonly parent: number;
  readonly error?: boolean;
  attributes(random: Random, textChars: number): Attributes;
}

const MODELS = [
  'gpt-4o',
  'gpt-4o-mini',
  'claude-sonnet-4-5',
  'gemini-2.5-pro',
  'mistral-large-2411',
  'llama-3.3-70b',
] as const;

function llm(random: Random, textChars: number): Attributes {
  const question = prose(random, textChars * 0.35);
  const answer = prose(random, textChars * 0.45);
  const system = prose(random, textChars * 0.2);
  const prompt = random.between(200, 6_000);
  const completion = random.between(20, 900);
  return {
    'openinference.span.kind': 'LLM',
    'llm.model_name': random.pick(MODELS),
    'llm.provider': 'openai',
    'llm.invocation_parameters': `{"temperature":0.${random.between(0, 9)},"max_tokens":${random.between(1, 40) * 100}}`,
    'llm.input_messages.0.message.role': 'system',
    'llm.input_messages.0.message.content': system,
    'llm.input_messages.1.message.role': 'user',
    'llm.input_messages.1.message.content': question,
    'llm.output_messages.0.message.role': 'assistant',
    'llm.output_messages.0.message.content': answer,
    'llm.token_count.prompt': prompt,
    'llm.token_count.completion': completion,
    'llm.token_count.total': prompt + completion,
    'llm.cost.total': new Double((prompt * 2.5 + completion * 10) / 1e6),
    'input.mime_type': 'application/json',
    'output.mime_type': 'text/plain',
  };
}

function step(kind: string): SpanShape['attributes'] {
  return (random, textChars) => ({
    'openinference.span.kind': kind,
    'input.value': prose(random, textChars * 0.4),
    'input.mime_type': 'text/plain',
    'output.value': prose(random, textChars * 0.6),
    'output.mime_type': 'text/plain',
    metadata: `{"region":"eu-${random.between(1, 3)}","attempt":${random.between(1, 3)},"build":"${random.bytes(4).toString('hex')}"}`,
  });
}

function tool(random: Random, textChars: number): Attributes {
  return {
    'openinference.span.kind': 'TOOL',
    'tool.name': random.pick(['lookup_order', 'search_docs', 'get_weather', 'run_sql']),
    'tool.description': 'Looks something up for the agent.',
    'tool.parameters': `{"id":"ORD-${random.between(1, 1e7)}","limit":${random.between(1, 50)}}`,
    'input.value': prose(random, textChars * 0.3),
    'output.value': prose(random, textChars * 0.7),
  };
}

function retriever(random: Random, textChars: number): Attributes {
  const attributes: Record<string, Attributes[string]> = {
    'openinference.span.kind': 'RETRIEVER',
    'input.value': prose(random, textChars * 0.1),
  };
  for (let at = 0; at < 4; at++) {
    attributes[`retrieval.documents.${at}.document.id`] = `doc-${random.between(1, 1e6)}`;
    attributes[`retrieval.documents.${at}.document.score`] = new Double(random.fraction());
    attributes[`retrieval.documents.${at}.document.content`] = prose(random, textChars * 0.2);
  }
  return attributes;
}

export const SPAN_SHAPES: readonly SpanShape[] = [
  { name: 'support_agent', parent: -1, attributes: step('AGENT') },
  { name: 'check_policy', parent: 0, attributes: step('GUARDRAIL') },
  { name: 'plan', parent: 0, attributes: step('CHAIN') },
  { name: 'ChatCompletion', parent: 2, attributes: llm },
  { name: 'retrieve', parent: 0, attributes: retriever },
  { name: 'lookup_order', parent: 0, attributes: tool },
  { name: 'search_docs', parent: 0, error: true, attributes: tool },
  { name: 'answer', parent: 0, attributes: step('CHAIN') },
  { name: 'ChatCompletion', parent: 7, attributes: llm },
  { name: 'ChatCompletion', parent: 7, attributes: llm },
];
