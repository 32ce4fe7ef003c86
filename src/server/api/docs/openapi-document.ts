import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { ingestPaths } from './ingest-paths.ts';

const TAGS = [
  { name: 'ingest', description: 'Sending spans with the OpenTelemetry protocol.' },
  { name: 'projects', description: 'Projects: what spans belong to.' },
  { name: 'traces', description: 'Traces: one request to an application, as a tree of spans.' },
  { name: 'spans', description: 'Spans: one step of a trace.' },
  { name: 'sessions', description: 'Sessions: conversations of several traces.' },
  {
    name: 'annotations',
    description: 'Annotations of spans, traces, sessions and documents, and their configs.',
  },
  { name: 'metrics', description: 'Figures over time, and counts by value.' },
  { name: 'live', description: 'Following what arrives.' },
  {
    name: 'datasets',
    description:
      'Datasets: examples with input and expected output, in versions that all stay readable.',
  },
  {
    name: 'experiments',
    description:
      'Experiments: runs of an application on the examples of a dataset, with evaluations, figures and comparisons.',
  },
  { name: 'retention', description: 'How long traces are kept.' },
  { name: 'sign-in', description: 'Signing in, and out.' },
  {
    name: 'apps',
    description: 'Command-line clients and editors that sign in through the browser (OAuth 2).',
  },
  { name: 'users', description: 'Users, and what they change of themselves.' },
  { name: 'keys', description: 'API keys: what programs are known by.' },
  {
    name: 'audit',
    description: 'The audit log: who did what, when, from where, and how it ended.',
  },
  { name: 'alerts', description: 'Alerts on API keys: rules, alerts and notification channels.' },
  { name: 'jobs', description: 'Work that continues after its request was answered.' },
  { name: 'views', description: 'Named lists of a project, shared by all who use the server.' },
  { name: 'server', description: 'The server itself.' },
];

const DESCRIPTION = `Observability for applications that use language models.

Errors are JSON, \`{"detail": "…"}\`, with a message that names the field, the value and the fix. Lists are \`{data, next_cursor}\`:
pass \`next_cursor\` as \`cursor\` for the next page; null is the end. Times are ISO 8601 with an offset. Global IDs are base64("Type:number").
Words of enumerations in bodies are accepted in any case. Query parameters that a route doesn't know are refused with 422 and the nearest name,
but ignored on the routes that clients of other products call.
In a path, \`{…_identifier}\` takes a Global ID, a name or an external id; \`{id}\` and \`{…_id}\` take only the id that a list returned.`;

/**
 * How a caller shows who it is, where authentication is on. `x-scopes`, `x-role` and `x-workspace`
 * of a route say what it needs.
 */
const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `Authorization: Bearer svc_live_…`.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'api_key',
    description: 'The same key in the api_key header.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'telltale-access',
    description: 'The session of a signed-in user.',
  },
} as const;

/**
 * Collects the routes declared from here on into the OpenAPI document (\`app.swagger()\` once the
 * app is ready).
 */
export async function registerOpenApi(
  app: FastifyInstance,
  version: string,
  rootPath: string,
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Telltale',
        description: DESCRIPTION,
        version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: rootPath === '' ? '/' : rootPath, description: 'This server.' }],
      tags: TAGS,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    hideUntagged: true,
    convertConstToEnum: false,
    transformObject: (document) =>
      'openapiObject' in document
        ? liftSchemas(document.openapiObject, ingestPaths)
        : document.swaggerObject,
  });
}

/** The finished document of an app that is ready. */
export function openApiDocument(app: FastifyInstance): object {
  return app.swagger();
}

type JsonObject = { [key: string]: unknown };

/**
 * Moves every schema that has a title to `components/schemas` and leaves a reference: the document
 * names things once, and types generated from it have names. Paths served by other parts are added
 * on the way.
 */
function liftSchemas(document: object, morePaths: JsonObject): JsonObject {
  const schemas: JsonObject = {};
  const plain = toPlain(document);
  const paths = { ...objectOf(plain['paths']), ...toPlain(morePaths) };
  const lifted = objectOf(lift({ ...plain, paths: sortKeys(paths) }, schemas, false));
  return {
    ...lifted,
    components: { ...objectOf(lifted['components']), schemas: sortKeys(schemas) },
  };
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
