/**
 * Whose interface a call is spelt for. Most providers take OpenAI's shape, at an address of their
 * own.
 */
export type CallShape = 'openai' | 'azure' | 'anthropic' | 'google' | 'bedrock';

/** Where a provider of OpenAI's shape listens, and how its variables of the environment begin. */
export interface OpenAiAddress {
  readonly prefix: string;
  /** Null where the client knows it. */
  readonly baseUrl: string | null;
}

/**
 * The shape of a call, by the provider's name (as OpenInference has it, or as it was sent) and the
 * model's.
 */
export function shapeOf(model: string, provider: string | null): CallShape {
  const name = (provider ?? '').toLowerCase();
  if (/\b(?:aws|bedrock|amazon)\b/.test(name)) return 'bedrock';
  if (/\b(?:azure|az)\b/.test(name)) return 'azure';
  if (/anthropic/.test(name) || /(?:^|[./])claude/i.test(model)) return 'anthropic';
  if (/google|gemini|vertex|^gcp\b/.test(name) || (name === '' && /(?:^|\/)gemini/i.test(model)))
    return 'google';
  return 'openai';
}

const OPEN_AI: OpenAiAddress = { prefix: 'OPENAI', baseUrl: null };
const ADDRESSES: readonly (readonly [name: RegExp, address: OpenAiAddress])[] = [
  [/mistral/, { prefix: 'MISTRAL', baseUrl: 'https://api.mistral.ai/v1' }],
  [/groq/, { prefix: 'GROQ', baseUrl: 'https://api.groq.com/openai/v1' }],
  [/deepseek/, { prefix: 'DEEPSEEK', baseUrl: 'https://api.deepseek.com' }],
  [/^x_?ai$/, { prefix: 'XAI', baseUrl: 'https://api.x.ai/v1' }],
  [/cohere/, { prefix: 'COHERE', baseUrl: 'https://api.cohere.ai/compatibility/v1' }],
  [/perplexity/, { prefix: 'PERPLEXITY', baseUrl: 'https://api.perplexity.ai' }],
  [/openrouter/, { prefix: 'OPENROUTER', baseUrl: 'https://openrouter.ai/api/v1' }],
  [/together/, { prefix: 'TOGETHER', baseUrl: 'https://api.together.xyz/v1' }],
  [/fireworks/, { prefix: 'FIREWORKS', baseUrl: 'https://api.fireworks.ai/inference/v1' }],
  [/cerebras/, { prefix: 'CEREBRAS', baseUrl: 'https://api.cerebras.ai/v1' }],
  [/ollama/, { prefix: 'OLLAMA', baseUrl: 'http://localhost:11434/v1' }],
];

/**
 * Where a call of OpenAI's shape goes: OpenAI itself, unless the provider is known to listen
 * elsewhere.
 */
export function openAiAddress(provider: string | null): OpenAiAddress {
  const name = (provider ?? '').toLowerCase();
  return ADDRESSES.find(([pattern]) => pattern.test(name))?.[1] ?? OPEN_AI;
}
