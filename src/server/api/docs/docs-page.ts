const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --muted: light-dark(#5c6066, #a0a4ac); --accent: light-dark(#3f50c4, #9fb0ff) }
html { background: light-dark(#fff, #111317); color: light-dark(#1c1e22, #ececee) } main a { color: var(--accent) }
body { font: 14px/1.5 system-ui, sans-serif; margin: 0; display: grid; grid-template-columns: 260px minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 16px; border-right: 1px solid var(--line); box-sizing: border-box; font-size: 12px }
nav a { display: block; color: inherit; text-decoration: none; padding: 3px 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
nav a:hover { text-decoration: underline }
main { padding: 16px 32px; max-width: 1000px; overflow-wrap: anywhere }
h1 { font-size: 24px } h2 { font-size: 18px; margin-top: 40px } h3 { font-size: 14px; font-family: ui-monospace, monospace; margin: 32px 0 4px; padding-top: 8px; border-top: 1px solid var(--line) }
table { border-collapse: collapse; width: 100%; margin: 4px 0 12px } td, th { text-align: left; vertical-align: top; padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line) } td { overflow-wrap: break-word } td:last-child { overflow-wrap: anywhere } th { font-weight: 600; font-size: 12px }
code, pre { font: 12px/1.5 ui-monospace, monospace } pre { background: #8881; padding: 8px; overflow: auto; border-radius: 6px }
.method { color: var(--accent); text-transform: uppercase } .muted { color: var(--muted) } details { margin: 4px 0 12px } summary { cursor: pointer }
@media (max-width: 800px) { body { display: block } nav { position: static; height: auto; max-height: 40vh; border: 0; border-bottom: 1px solid var(--line) } nav a { padding: 8px 0 } main { padding: 16px } table { display: block; overflow-x: auto } td { overflow-wrap: anywhere } }`;

/** A readable page of the document: one file, no script, nothing from another host. */
export function renderDocs(source: unknown, rootPath: string): string {
  const document = object(source);
  const info = object(document['info']);
  const tags = list(document['tags']).map(object);
  const operations = operationsOf(object(document['paths']));
  const schemas = object(object(document['components'])['schemas']);
  const nav: string[] = [];
  const main: string[] = [];
  for (const tag of tags) {
    const own = operations.filter(({ operation }) => list(operation['tags'])[0] === tag['name']);
    nav.push(`<p><b>${escapeHtml(text(tag['name']))}</b></p>`);
    main.push(
      `<h2>${escapeHtml(text(tag['name']))}</h2><p>${inlineCode(text(tag['description']))}</p>`,
    );
    for (const item of own) {
      nav.push(
        `<a href="#${text(item.operation['operationId'])}" title="${escapeHtml(item.path)}">${escapeHtml(text(item.operation['summary']))}</a>`,
      );
      main.push(renderOperation(item));
    }
  }
  const models = Object.entries(schemas).map(
    ([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${renderSchema(object(schema))}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Telltale API</title><link rel="icon" type="image/svg+xml" href="${escapeHtml(rootPath)}/favicon.svg"><style>${STYLE}</style></head>
<body><nav><a href="${escapeHtml(rootPath)}/">← Back to the page</a><p><b>Telltale API</b> <span class="muted">${escapeHtml(text(info['version']))}</span></p>${nav.join('')}<p><a href="#schemas"><b>schemas</b></a></p></nav>
<main><h1>Telltale API</h1>${text(info['description'])
    .split('\n\n')
    .map((part) => `<p>${inlineCode(part)}</p>`)
    .join('')}
<p>For programs: <a href="${escapeHtml(rootPath)}/openapi.json">/openapi.json</a> (OpenAPI 3.1.0).</p>${main.join('')}<h2 id="schemas">schemas</h2>${models.join('')}</main></body></html>`;
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
}

function operationsOf(paths: Json): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(object(item))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ path, method, operation: object(operation) })),
  );
}

function renderOperation({ path, method, operation }: Operation): string {
  const parameters = list(operation['parameters']).map(object);
  const parts = [
    `<h3 id="${text(operation['operationId'])}"><span class="method">${method}</span> ${escapeHtml(path)}</h3>`,
    `<p>${inlineCode(text(operation['description']))}</p>`,
  ];
  if (parameters.length > 0)
    parts.push(
      `<table><tr><th>parameter</th><th>in</th><th>type</th><th>meaning</th></tr>${parameters.map(renderParameter).join('')}</table>`,
    );
  const body = object(operation['requestBody']);
  if (body['content'] !== undefined)
    parts.push(
      `<details><summary>Body</summary>${renderContent(object(body['content']))}</details>`,
    );
  for (const [status, response] of Object.entries(object(operation['responses'])))
    parts.push(renderResponse(status, object(response)));
  return parts.join('');
}

function renderParameter(parameter: Json): string {
  const schema = object(parameter['schema']);
  const words = list(schema['enum']).map(String).join(', ');
  const type = `${text(schema['type']) || 'string'}${schema['default'] === undefined ? '' : ` = ${JSON.stringify(schema['default'])}`}`;
  const meaning = `${text(parameter['description']) || text(schema['description'])}${words === '' ? '' : ` One of ${words}.`}`;
  return `<tr><td><code>${escapeHtml(text(parameter['name']))}</code>${parameter['required'] === true ? ' *' : ''}</td><td>${text(parameter['in'])}</td><td>${escapeHtml(type)}</td><td>${inlineCode(meaning)}</td></tr>`;
}

function renderResponse(status: string, response: Json): string {
  const summary = `<code>${status}</code> ${inlineCode(text(response['description']))}`;
  const content = object(response['content']);
  return status.startsWith('2') && Object.keys(content).length > 0
    ? `<details><summary>${summary}</summary>${renderContent(content)}</details>`
    : `<div>${summary}</div>`;
}

function renderContent(content: Json): string {
  return Object.entries(content)
    .map(([type, media]) => {
      const { schema, example } = object(media);
      const shown =
        example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`;
      return `<p class="muted">${escapeHtml(type)}</p>${renderSchema(object(schema))}${shown}`;
    })
    .join('');
}

function object(value: unknown): Json {
  // as: the document is JSON of our own making; a missing part reads as empty.
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

type Json = Readonly<Record<string, unknown>>;

/** A table of a schema's fields; schemas with a name are links to theirs. */
function renderSchema(schema: Json): string {
  const properties = object(schema['properties']);
  if (Object.keys(properties).length === 0)
    return `<p><code>${typeHtml(schema)}</code> ${inlineCode(text(schema['description']))}</p>`;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const rows = Object.entries(properties).map(([name, value]) => {
    const field = object(value);
    const example = Array.isArray(field['examples'])
      ? ` <span class="muted">e.g. <code>${escapeHtml(JSON.stringify(field['examples'][0]))}</code></span>`
      : '';
    return `<tr><td><code>${escapeHtml(name)}</code>${required.includes(name) ? '' : ' <span class="muted">optional</span>'}</td><td><code>${typeHtml(field)}</code></td><td>${inlineCode(text(field['description']))}${example}</td></tr>`;
  });
  return `<p>${inlineCode(text(schema['description']))}</p><table><tr><th>field</th><th>type</th><th>meaning</th></tr>${rows.join('')}</table>`;
}

function typeHtml(schema: Json): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = escapeHtml(reference.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const parts = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(parts)) return parts.map((part) => typeHtml(object(part))).join(' | ');
  if (Array.isArray(schema['enum']))
    return escapeHtml(schema['enum'].map((word) => JSON.stringify(word)).join(' | '));
  if (schema['type'] === 'array') return `${typeHtml(object(schema['items']))}[]`;
  if (Array.isArray(schema['type'])) return escapeHtml(schema['type'].join(' | '));
  return escapeHtml(text(schema['type']) || 'any');
}

/** Text as HTML shows it. */
function escapeHtml(plain: string): string {
  return plain.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** Escaped text in which `backticks` become code. */
function inlineCode(plain: string): string {
  return escapeHtml(plain).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}
