import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Paths that belong to programs: unknown ones are a JSON 404, never the page. `/oauth2/consent` is
 * the page's.
 */
const PROGRAM_PATH =
  /^\/(v1|api|oauth2(?!\/consent\/?$)|auth|\.well-known|docs|openapi\.json|assets|health|ready|metrics|graphql|mcp)([/?.]|$)/;
const SHOWN_CHARS = 80;
const METRICS_PATH = /\/v1\/metrics?\/?$/i;
const TRACE_PATH = /\/v1\/traces?\/?$/i;
const LOGS_PATH = /\/v1\/logs?\/?$/i;
const EXPORT_TYPE = /^application\/(x-protobuf|grpc)/i;

/**
 * The handler when no route matches: 405 if the path exists with another method, the page for a
 * browser's address, else 404. `sendPage` is null when no page was built. `exportRefused` is called
 * for spans sent to a wrong path.
 */
export function registerUnknownPaths(
  app: FastifyInstance,
  sendPage: ((reply: FastifyReply) => FastifyReply) | null,
  exportRefused: (reason: string) => void,
): void {
  const known = collectPaths(app);
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const misdirected = misdirectedExport(request);
    if (misdirected !== null) exportRefused(misdirected);
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length > 0 && !methods.includes(request.method)) {
      return reply
        .code(405)
        .header('allow', [...new Set(methods)].join(', '))
        .send({ detail: misdirected ?? 'Method Not Allowed' });
    }
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (!reading)
      return reply.code(methods.length > 0 || PROGRAM_PATH.test(path) ? 404 : 405).send({
        detail: misdirected ?? (PROGRAM_PATH.test(path) ? 'Not Found' : 'Method Not Allowed'),
      });
    if (sendPage === null || PROGRAM_PATH.test(path) || !isPagePath(path))
      return reply.code(404).send({ detail: 'Not Found' });
    return sendPage(reply);
  });
}

/**
 * Below these a path has names that people gave: a session id may have a slash, a dataset may be
 * called `questions.json`.
 */
const NAMED_PATH = /^\/(projects|datasets|prompts|playground|redirects)\//;

/**
 * An address of the page has no dot segment and nothing that was encoded to look like one; where it
 * has no names, no file extension either.
 */
function isPagePath(path: string): boolean {
  if (NAMED_PATH.test(path)) return !/%(2e|00)|\\|\/\.{1,2}(?:\/|$)/i.test(path);
  return !/%(2e|2f|5c|00)|\\|\/\.|\.\.|\/[^/]+\.(js|mjs|css|map|json|ico|png|svg|woff2?|txt|php|db|sqlite)$/i.test(
    path,
  );
}

function collectPaths(
  app: FastifyInstance,
): readonly { readonly method: string; readonly pattern: RegExp }[] {
  const paths: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    const pattern = new RegExp(
      `^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}/?$`,
    );
    for (const one of [method].flat()) paths.push({ method: one, pattern });
  });
  return paths;
}

/**
 * The hint for an OpenTelemetry exporter with a slightly wrong address; null for any other unknown
 * path.
 */
function misdirectedExport({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): string | null {
  if (method !== 'POST') return null;
  const path = url.split('?')[0] ?? '';
  const shown = path.length > SHOWN_CHARS ? `${path.slice(0, SHOWN_CHARS)}…` : path;
  if (METRICS_PATH.test(path))
    return `No metrics are taken at POST ${shown}: spans go to POST /v1/traces, GenAI events to POST /v1/logs. To stop sending metrics, set OTEL_METRICS_EXPORTER=none.`;
  if (LOGS_PATH.test(path))
    return `No log records are taken at POST ${shown}: send them to POST /v1/logs.`;
  const isExport = TRACE_PATH.test(path) || EXPORT_TYPE.test(headers['content-type'] ?? '');
  return isExport ? `No spans are taken at POST ${shown}: send them to POST /v1/traces.` : null;
}
