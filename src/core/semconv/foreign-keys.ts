/**
 * How the keys of the conventions that are mapped begin, by their first letter: a span without any
 * is OpenInference already, or none of ours.
 */
const FOREIGN_PREFIXES: readonly string[] = [
  'ai.',
  'gen_ai.',
  'haystack.',
  'langfuse.',
  'langsmith.',
  'llm.request.',
  'llm.usage.',
  'mcp.',
  'mlflow.',
  'mastra.',
  'spring.ai.',
  'traceloop.',
];
const FOREIGN_KEYS: ReadonlySet<string> = new Set([
  'enduser.id',
  'llm.response.model',
  'llm.user',
  'llm.vendor',
  'metadata.usage_object',
  'operation.cost',
  'operation.name',
]);
const FIRST_LETTERS: ReadonlySet<number> = new Set(
  [...FOREIGN_PREFIXES, ...FOREIGN_KEYS].map((key) => key.charCodeAt(0)),
);

/** Whether a key belongs to a convention that is mapped. */
export function isForeignKey(key: string): boolean {
  return (
    FIRST_LETTERS.has(key.charCodeAt(0)) &&
    (FOREIGN_KEYS.has(key) || FOREIGN_PREFIXES.some((prefix) => key.startsWith(prefix)))
  );
}
