/**
 * Spells the words of enumerations in a value as the schema does, whatever their case: in place.
 */
type FoldEnums = (value: unknown) => void;

interface SchemaNode {
  readonly [keyword: string]: unknown;
}
/** The action for a value under a key of its parent. */
type Fold = (parent: { [key: string]: unknown }, key: string) => void;

/**
 * For a schema of bodies; null where it has no enumeration. A place that also takes free text is
 * left alone.
 */
export function enumFolder(schema: object): FoldEnums | null {
  const fold = foldOf(schema);
  return fold === null ? null : (value) => fold({ value }, 'value');
}

function foldOf(schema: unknown): Fold | null {
  if (!isNode(schema)) return null;
  const words = wordsOf(schema);
  if (words !== null) return foldWord(words);
  const folds = [
    ...alternativesOf(schema).map(foldOf),
    isNode(schema['properties']) ? foldProperties(schema['properties']) : null,
    foldItems(schema['items']),
  ].filter((fold) => fold !== null);
  if (folds.length === 0) return null;
  return (parent, key) => {
    for (const fold of folds) fold(parent, key);
  };
}

/** The texts that a schema allows; null when it is no enumeration of texts. */
function wordsOf(schema: SchemaNode): readonly string[] | null {
  const values: unknown = 'const' in schema ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values)) return null;
  const words = values.filter((value) => typeof value === 'string');
  return words.length === 0 ? null : words;
}

function alternativesOf(schema: SchemaNode): readonly unknown[] {
  const found = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  );
  return found.some((one) => isNode(one) && one['type'] === 'string' && wordsOf(one) === null)
    ? []
    : found;
}

function foldWord(words: readonly string[]): Fold {
  const known = new Set(words);
  const byFolded = new Map(words.map((word) => [word.toLowerCase(), word]));
  return (parent, key) => {
    const value = parent[key];
    if (typeof value !== 'string' || known.has(value)) return;
    const word = byFolded.get(value.toLowerCase());
    if (word !== undefined) parent[key] = word;
  };
}

function foldProperties(properties: SchemaNode): Fold | null {
  const folds = Object.entries(properties).flatMap(([name, schema]) => {
    const fold = foldOf(schema);
    return fold === null ? [] : [[name, fold] as const];
  });
  if (folds.length === 0) return null;
  return (parent, key) => {
    const object = parent[key];
    if (isNode(object))
      for (const [name, fold] of folds) if (Object.hasOwn(object, name)) fold(object, name);
  };
}

function foldItems(schema: unknown): Fold | null {
  const fold = foldOf(schema);
  if (fold === null) return null;
  return (parent, key) => {
    const list = parent[key];
    // as: an array is an object whose keys are its places
    if (Array.isArray(list))
      for (const place of list.keys())
        fold(list as unknown as { [key: string]: unknown }, String(place));
  };
}

function isNode(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
