/**
 * Providers as OpenInference spells them (`llm.provider`), by the spellings of other conventions. A
 * name in no row is kept as sent. Sources: OTel GenAI `gen_ai.provider.name` (and its older
 * values), the Vercel AI SDK's `ai.model.provider`.
 */
export const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['aws.bedrock', 'aws'],
  ['aws_bedrock', 'aws'],
  ['amazon-bedrock', 'aws'],
  ['bedrock', 'aws'],
  ['az.ai.inference', 'azure'],
  ['az.ai.openai', 'azure'],
  ['azure.ai.inference', 'azure'],
  ['azure.ai.openai', 'azure'],
  ['azure-openai', 'azure'],
  ['gcp.gemini', 'google'],
  ['gcp.gen_ai', 'google'],
  ['gcp.vertex_ai', 'google'],
  ['gemini', 'google'],
  ['google_genai', 'google'],
  ['vertex_ai', 'google'],
  ['vertexai', 'google'],
  ['mistral_ai', 'mistralai'],
  ['mistral', 'mistralai'],
  ['x_ai', 'xai'],
]);

/**
 * Frameworks that name themselves where the provider belongs: of who served the model they say
 * nothing.
 */
export const FRAMEWORKS: ReadonlySet<string> = new Set([
  'strands-agents',
  'langchain',
  'langgraph',
  'llama_index',
  'llamaindex',
  'microsoft',
  'microsoft.agent_framework',
  'autogen',
  'semantic_kernel',
  'haystack',
  'crewai',
  'agno',
  'dspy',
  'smolagents',
  'litellm',
  'pydantic_ai',
  'openai_agents',
  'google_adk',
  'spring_ai',
  'mcp',
]);

/**
 * Whether the name is a framework's, not a provider's: it has no price, so the model's name
 * decides.
 */
export function isFramework(provider: string): boolean {
  return FRAMEWORKS.has(provider.trim().toLowerCase());
}

/**
 * Self-hosted servers: their tokens are not billed, so other providers' prices for a model of that
 * name don't apply.
 */
const SELF_HOSTED: ReadonlySet<string> = new Set([
  'ollama',
  'vllm',
  'sglang',
  'lmstudio',
  'lm_studio',
  'lm-studio',
  'llama.cpp',
  'llamacpp',
  'llama_cpp',
  'llama-cpp',
  'localai',
  'tgi',
  'text-generation-inference',
  'triton',
  'tensorrt-llm',
  'mlx',
  'gpt4all',
  'koboldcpp',
  'xinference',
]);

/** Whether that is a server one runs oneself, whose calls have no public price. */
export function isSelfHosted(provider: string): boolean {
  return SELF_HOSTED.has(provider.trim().toLowerCase());
}

/** The provider's usual name: `az.ai.openai` is `azure`, `openai.chat` is `openai`. */
export function providerName(sent: string): string {
  const name = sent.trim().toLowerCase();
  const known = PROVIDERS.get(name);
  if (known !== undefined) return known;
  const dot = name.indexOf('.');
  if (dot <= 0) return name;
  const family = name.slice(0, dot);
  return PROVIDERS.get(family) ?? family;
}
