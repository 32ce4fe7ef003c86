import { openApiDocument } from '#server/api/docs/openapi-document.ts';
import { send } from './api-access.ts';
import type { ApiApp, Reply } from './api-app.ts';
import { spanHex, traceHex } from './api-spans.ts';
import type { Tenant } from './api-tenants.ts';

/** An operation of the document, as far as the walk looks at it. */
export interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
  readonly security?: unknown;
  readonly 'x-scopes'?: readonly string[];
  readonly 'x-workspace'?: boolean;
}

/** The values of a path's parameter that name something of B, in every possible form. */
export const FORMS: Readonly<Record<string, (tenant: Tenant) => readonly string[]>> = {
  project_identifier: (t) => [
    t.id,
    t.name,
    String(t.number),
    t.id.replaceAll('=', '%3D'),
    ` ${t.id}`,
    `%${t.name.charCodeAt(0).toString(16)}${t.name.slice(1)}`,
  ],
  trace_identifier: (t) => [
    t.traceId,
    t.traceHex,
    t.traceHex.toUpperCase(),
    t.traceId.replaceAll('=', '%3D'),
    '2',
    t.spanHex,
  ],
  span_identifier: (t) => [
    t.spanId,
    t.spanHex,
    t.spanHex.toUpperCase(),
    t.spanId.replaceAll('=', '%3D'),
    '3',
    t.traceHex,
  ],
  session_identifier: (t) => [
    t.sessionId,
    encodeURIComponent(t.session),
    t.sessionId.replaceAll('=', '%3D'),
    '2',
    t.traceHex,
    t.name,
  ],
  annotation_id: (t) => [
    t.annotationId,
    t.deletedAnnotationId,
    t.annotationId.replaceAll('=', '%3D'),
  ],
};
const REST: Readonly<Record<string, string>> = { view_name: 'mine', config_identifier: 'none' };
const QUERIES: Readonly<Record<string, string>> = {
  start_time: '2020-01-01T00:00:00Z',
  end_time: '2030-01-01T00:00:00Z',
  by: 'name',
  name: 'correctness',
  trace_id: traceHex(0xb0),
  ids: 'U3Bhbjox',
  delete_all: 'true',
  span_ids: spanHex(0xb0),
  trace_ids: traceHex(0xb0),
  session_ids: 'session of beta',
  text: 'session',
};
export const SPAN_BODY = {
  data: [
    {
      name: 'x',
      context: { trace_id: traceHex(0xa9), span_id: spanHex(0xa9) },
      span_kind: 'CHAIN',
      start_time: '2026-01-01T00:00:00Z',
      end_time: '2026-01-01T00:00:01Z',
      status_code: 'OK',
      attributes: {},
    },
  ],
};
const BODIES: Readonly<Record<string, object>> = {
  'POST /v1/projects/{project_identifier}/spans': SPAN_BODY,
  'PUT /v1/projects/{project_identifier}/annotation_configs': { annotation_config_ids: [] },
  'PATCH /v1/projects/{project_identifier}': { description: 'taken' },
};

/** Every operation that a key limited to projects may call, as `GET /path`. */
export function projectOperations(api: ApiApp): [string, Operation][] {
  const document = openApiDocument(api.app) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  // Spans come by a way of their own, which is not open here: test/e2e/limited-keys.
  const paths = Object.entries(document.paths).filter(
    ([path]) => path !== '/v1/traces' && path !== '/v1/logs',
  );
  return paths.flatMap(([path, item]) =>
    Object.entries(item)
      .filter(
        ([, operation]) => operation['x-scopes'] !== undefined && operation['x-workspace'] !== true,
      )
      .map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
  );
}

/** Calls an operation with these ids in its path, and as much else as it needs to be understood. */
export function askOf(
  api: ApiApp,
  headers: object,
  operation: string,
  spec: Operation,
  ids: Readonly<Record<string, string>>,
): Promise<Reply> {
  const [method = '', path = ''] = operation.split(' ');
  const query = (spec.parameters ?? [])
    .filter(
      (one) =>
        one.in === 'query' &&
        QUERIES[one.name] !== undefined &&
        (one.required === true || one.name === 'delete_all' || one.name.endsWith('_ids')),
    )
    .map(({ name }) => `${name}=${encodeURIComponent(QUERIES[name] ?? '')}`);
  const url = `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? REST[name] ?? name)}?${query.join('&')}`;
  const example = BODIES[operation] ?? spec.requestBody?.content['application/json']?.example;
  // as: the document's methods are these
  return send(api, method as 'GET', url, headers, example as object | undefined);
}
