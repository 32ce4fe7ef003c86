type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * TypeScript types of an OpenAPI 3.1 document, in the shape that `openapi-fetch` reads: `paths` and `components`. The usual generator
 * needs the compiler's JavaScript interface, which TypeScript 7 does not have.
 */
export function openApiTypes(source: unknown): string {
  const document = object(source);
  const schemas = Object.entries(object(object(document['components'])['schemas']));
  const lines = [
    '// Generated from openapi.json by `npm run openapi`. Do not edit.',
    '',
    'export interface paths {',
    ...Object.entries(object(document['paths'])).flatMap(([path, item]) => pathLines(path, object(item))),
    '}',
    '',
    'export interface components {',
    '  schemas: {',
    ...schemas.flatMap(([name, schema]) => [...comment(object(schema), '    '), `    ${key(name)}: ${typeOf(schema, '    ')};`]),
    '  };',
    '}',
    '',
  ];
  return lines.join('\n');
}

function pathLines(path: string, item: Json): string[] {
  const lines = [`  ${JSON.stringify(path)}: {`, '    parameters: { query?: never; header?: never; path?: never; cookie?: never };'];
  for (const method of METHODS) {
    const operation = item[method];
    if (operation === undefined) lines.push(`    ${method}?: never;`);
    else lines.push(...operationLines(method, object(operation)));
  }
  return [...lines, '  };'];
}

function operationLines(method: string, operation: Json): string[] {
  const lines = [`    /** ${text(operation['summary']).replaceAll('*/', '* /')} */`, `    ${method}: {`, '      parameters: {'];
  const parameters = list(operation['parameters']).map(object);
  for (const place of ['query', 'header', 'path', 'cookie']) {
    const own = parameters.filter((parameter) => parameter['in'] === place);
    const optional = own.some((parameter) => parameter['required'] === true) ? '' : '?';
    lines.push(own.length === 0 ? `        ${place}?: never;` : `        ${place}${optional}: {`);
    for (const parameter of own) {
      lines.push(
        ...comment(parameter, '          '),
        `          ${key(text(parameter['name']))}${parameter['required'] === true ? '' : '?'}: ${typeOf(parameter['schema'], '          ')};`,
      );
    }
    if (own.length > 0) lines.push('        };');
  }
  const body = object(operation['requestBody'])['content'];
  lines.push(
    '      };',
    body === undefined ? '      requestBody?: never;' : `      requestBody: { content: ${contentType(object(body), '      ')} };`,
    '      responses: {',
  );
  for (const [status, response] of Object.entries(object(operation['responses']))) {
    const content = object(response)['content'];
    lines.push(
      `        ${status}: { headers: { [name: string]: unknown }; content${content === undefined ? '?: never' : `: ${contentType(object(content), '        ')}`} };`,
    );
  }
  return [...lines, '      };', '    };'];
}

function contentType(content: Json, indent: string): string {
  const entries = Object.entries(content).map(
    ([type, media]) => `${indent}  ${JSON.stringify(type)}: ${typeOf(object(media)['schema'], `${indent}  `)};`,
  );
  return `{\n${entries.join('\n')}\n${indent}}`;
}

function typeOf(value: unknown, indent: string): string {
  const schema = object(value);
  const reference = schema['$ref'];
  if (typeof reference === 'string') return `components['schemas'][${JSON.stringify(reference.split('/').at(-1))}]`;
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((word) => JSON.stringify(word)));
  if ('const' in schema) return JSON.stringify(schema['const']);
  const parts = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(parts)) return union(parts.map((part) => typeOf(part, indent)));
  if (Array.isArray(schema['type'])) return union(list(schema['type']).map((type) => typeOf({ ...schema, type }, indent)));
  if (schema['type'] === 'array') return `(${typeOf(schema['items'], indent)})[]`;
  if (schema['type'] === 'object' || schema['properties'] !== undefined) return objectType(schema, indent);
  return { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[text(schema['type'])] ?? 'unknown';
}

function objectType(schema: Json, indent: string): string {
  const required = list(schema['required']);
  const fields = Object.entries(object(schema['properties'])).flatMap(([name, field]) => [
    ...comment(object(field), `${indent}  `),
    `${indent}  ${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field, `${indent}  `)};`,
  ]);
  if (fields.length > 0) return `{\n${fields.join('\n')}\n${indent}}`;
  const values = schema['additionalProperties'] ?? Object.values(object(schema['patternProperties']))[0];
  return `{ [key: string]: ${typeof values === 'object' ? typeOf(values, indent) : 'unknown'} }`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function comment(schema: Json, indent: string): string[] {
  const description = text(schema['description']) || text(object(schema['schema'])['description']);
  return description === '' ? [] : [`${indent}/** ${description.replaceAll('*/', '* /').replaceAll('\n', ' ')} */`];
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function object(value: unknown): Json {
  // as: the document is JSON; a missing part reads as empty.
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
