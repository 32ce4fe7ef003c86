import { escapeHtml, inlineCode } from './html-text.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A table of a schema's fields; schemas with a name are links to theirs. */
export function renderSchema(schema: Json): string {
  const properties = asObject(schema['properties']);
  if (Object.keys(properties).length === 0) return `<p><code>${typeHtml(schema)}</code> ${inlineCode(asText(schema['description']))}</p>`;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const rows = Object.entries(properties).map(([name, value]) => {
    const field = asObject(value);
    const example = Array.isArray(field['examples'])
      ? ` <span class="muted">e.g. <code>${escapeHtml(JSON.stringify(field['examples'][0]))}</code></span>`
      : '';
    return `<tr><td><code>${escapeHtml(name)}</code>${required.includes(name) ? '' : ' <span class="muted">optional</span>'}</td><td><code>${typeHtml(field)}</code></td><td>${inlineCode(asText(field['description']))}${example}</td></tr>`;
  });
  return `<p>${inlineCode(asText(schema['description']))}</p><table><tr><th>field</th><th>type</th><th>meaning</th></tr>${rows.join('')}</table>`;
}

function typeHtml(schema: Json): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = escapeHtml(reference.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const parts = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(parts)) return parts.map((part) => typeHtml(asObject(part))).join(' | ');
  if (Array.isArray(schema['enum'])) return escapeHtml(schema['enum'].map((word) => JSON.stringify(word)).join(' | '));
  if (schema['type'] === 'array') return `${typeHtml(asObject(schema['items']))}[]`;
  if (Array.isArray(schema['type'])) return escapeHtml(schema['type'].join(' | '));
  return escapeHtml(asText(schema['type']) || 'any');
}

function asObject(value: unknown): Json {
  // as: the document is JSON of our own making; a missing part reads as empty.
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
