/** As much of JSON Schema as tools and structured answers use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** A value that the schema accepts; a city is always Lisbon. */
export function sampleOf(schema: JsonSchema, name = '', definitions = schema.$defs ?? {}): unknown {
  if (schema.$ref !== undefined)
    return sampleOf(definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, definitions);
  if (schema.anyOf?.[0] !== undefined) return sampleOf(schema.anyOf[0], name, definitions);
  if (schema.enum !== undefined) return schema.enum[0];
  const type = (
    typeof schema.type === 'string' ? schema.type : (schema.type?.[0] ?? 'object')
  ).toLowerCase();
  switch (type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      return Object.fromEntries(
        properties.map(([key, property]) => [key, sampleOf(property, key, definitions)]),
      );
    }
    case 'array':
      return [sampleOf(schema.items ?? { type: 'string' }, name, definitions)];
    case 'number':
    case 'integer':
      return 19;
    case 'boolean':
      return true;
    default:
      return name === 'city' ? 'Lisbon' : 'It is 19 °C and sunny in Lisbon.';
  }
}
