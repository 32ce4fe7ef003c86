import { escapeHtml, inlineCode } from './html-text.ts';
import { renderSchema, type Json } from './schema-html.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --muted: light-dark(#5c6066, #a0a4ac); --accent: light-dark(#3f50c4, #9fb0ff) }
html { background: light-dark(#fff, #111317); color: light-dark(#1c1e22, #ececee) } main a { color: var(--accent) }
body { font: 14px/1.5 system-ui, sans-serif; margin: 0; display: grid; grid-template-columns: 260px minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 16px; border-right: 1px solid var(--line); box-sizing: border-box; font-size: 12px }
nav a { display: block; color: inherit; text-decoration: none; padding: 3px 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
nav a:hover { text-decoration: underline }
main { padding: 16px 32px; max-width: 1000px; overflow-wrap: anywhere }
h1 { font-size: 24px } h2 { font-size: 18px; margin-top: 40px } h3 { font-size: 14px; font-family: ui-monospace, monospace; margin: 32px 0 4px; padding-top: 8px; border-top: 1px solid var(--line) }
table { border-collapse: collapse; width: 100%; margin: 4px 0 12px } td, th { text-align: left; vertical-align: top; padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line) } th { font-weight: 600; font-size: 12px }
code, pre { font: 12px/1.5 ui-monospace, monospace } pre { background: #8881; padding: 8px; overflow: auto; border-radius: 6px }
.method { color: var(--accent); text-transform: uppercase } .muted { color: var(--muted) } details { margin: 4px 0 12px } summary { cursor: pointer }
@media (max-width: 800px) { body { display: block } nav { position: static; height: auto; max-height: 40vh; border: 0; border-bottom: 1px solid var(--line) } nav a { padding: 8px 0 } main { padding: 16px } table { display: block; overflow-x: auto } }`;

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
    main.push(`<h2>${escapeHtml(text(tag['name']))}</h2><p>${inlineCode(text(tag['description']))}</p>`);
    for (const item of own) {
      nav.push(
        `<a href="#${text(item.operation['operationId'])}" title="${escapeHtml(item.path)}">${escapeHtml(text(item.operation['summary']))}</a>`,
      );
      main.push(renderOperation(item));
    }
  }
  const models = Object.entries(schemas).map(([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${renderSchema(object(schema))}`);
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
  if (body['content'] !== undefined) parts.push(`<details><summary>Body</summary>${renderContent(object(body['content']))}</details>`);
  for (const [status, response] of Object.entries(object(operation['responses']))) parts.push(renderResponse(status, object(response)));
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
      const shown = example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`;
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
