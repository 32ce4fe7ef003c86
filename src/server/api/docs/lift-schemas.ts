type JsonObject = { [key: string]: unknown };

/**
 * Moves every schema that has a title to `components/schemas` and leaves a reference: the document names things once, and types
 * generated from it have names. Paths served by other parts are added on the way.
 */
export function liftSchemas(document: object, morePaths: JsonObject): JsonObject {
  const schemas: JsonObject = {};
  const plain = toPlain(document);
  const paths = { ...objectOf(plain['paths']), ...toPlain(morePaths) };
  const lifted = objectOf(lift({ ...plain, paths: sortKeys(paths) }, schemas, false));
  return { ...lifted, components: { ...objectOf(lifted['components']), schemas: sortKeys(schemas) } };
}

/** A copy without what JSON cannot say (TypeBox's hidden marks among it). */
function toPlain(value: object): JsonObject {
  return objectOf(JSON.parse(JSON.stringify(value)));
}

function lift(node: unknown, schemas: JsonObject, isSchemaMap: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => lift(item, schemas, false));
  if (!isObject(node)) return node;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'examples' || key === 'example') copy[key] = value;
    else copy[key] = lift(value, schemas, key === 'properties');
  }
  const title = copy['title'];
  if (isSchemaMap || typeof title !== 'string' || copy['type'] !== 'object') return copy;
  const before = schemas[title];
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(copy))
    throw new Error(`Two different schemas are called ${title}.`);
  schemas[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}

function sortKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
