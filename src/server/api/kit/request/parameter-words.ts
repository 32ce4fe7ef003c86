/** Spells the texts of parameters as the validator reads them: in place. */
type FoldParameters = (parameters: unknown) => void;

/** What clients send for true and false, lower-cased: Python's `True`, a form's `on`. */
const BOOLEAN_WORDS = new Map<string, 'true' | 'false'>([
  ...['true', '1', 'on', 'yes', 't', 'y'].map((word) => [word, 'true'] as const),
  ...['false', '0', 'off', 'no', 'f', 'n'].map((word) => [word, 'false'] as const),
]);

/**
 * For a schema of parameters: the clients' words for true and false become the validator's two, and
 * an empty cursor is left out, so that a script's loop can begin with one.
 */
export function parameterFolder(schema: unknown): FoldParameters {
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  const flags = Object.entries(properties)
    .filter(([, one]) => isObject(one) && one['type'] === 'boolean')
    .map(([name]) => name);
  const hasCursor = Object.hasOwn(properties, 'cursor');
  return (parameters) => {
    if (!isObject(parameters)) return;
    for (const name of flags) {
      const value = parameters[name];
      const word = typeof value === 'string' ? BOOLEAN_WORDS.get(value.toLowerCase()) : undefined;
      if (word !== undefined) parameters[name] = word;
    }
    if (hasCursor && parameters['cursor'] === '') delete parameters['cursor'];
  };
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
