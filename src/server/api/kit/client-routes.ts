/**
 * Routes that unmodified clients of Phoenix call, with `{}` for each part of the path that varies. Query parameters that a route
 * doesn't know are ignored on these, because newer clients send more than the server knows. On all others they are refused.
 */
const CLIENT_ROUTES: ReadonlySet<string> = new Set([
  'GET /v1/annotation_configs',
  'POST /v1/annotation_configs',
  'GET /v1/annotation_configs/{}',
  'PUT /v1/annotation_configs/{}',
  'DELETE /v1/annotation_configs/{}',
  'GET /v1/projects/{}/annotation_configs',
  'PUT /v1/projects/{}/annotation_configs',
  'PUT /v1/projects/{}/annotation_configs/{}',
  'DELETE /v1/projects/{}/annotation_configs/{}',
  'GET /v1/projects/{}/span_annotations',
  'GET /v1/projects/{}/trace_annotations',
  'GET /v1/projects/{}/session_annotations',
  'DELETE /v1/projects/{}/span_annotations',
  'DELETE /v1/projects/{}/trace_annotations',
  'DELETE /v1/projects/{}/session_annotations',
  'GET /v1/dataset_labels',
  'POST /v1/dataset_labels',
  'GET /v1/dataset_labels/{}',
  'PATCH /v1/dataset_labels/{}',
  'DELETE /v1/dataset_labels/{}',
  'GET /v1/datasets/{}/labels',
  'PUT /v1/datasets/{}/labels',
  'PUT /v1/datasets/{}/labels/{}',
  'DELETE /v1/datasets/{}/labels/{}',
  'GET /v1/datasets',
  'GET /v1/datasets/{}',
  'DELETE /v1/datasets/{}',
  'GET /v1/datasets/{}/versions',
  'POST /v1/datasets/upload',
  'GET /v1/datasets/{}/examples',
  'GET /v1/datasets/{}/splits',
  'POST /v1/datasets/{}/splits',
  'PATCH /v1/datasets/{}/splits/{}',
  'DELETE /v1/datasets/{}/splits/{}',
  'GET /v1/datasets/{}/csv',
  'GET /v1/datasets/{}/jsonl',
  'GET /v1/datasets/{}/jsonl/openai_ft',
  'GET /v1/datasets/{}/jsonl/openai_evals',
  'GET /v1/projects',
  'POST /v1/projects',
  'GET /v1/projects/{}',
  'PUT /v1/projects/{}',
  'DELETE /v1/projects/{}',
  'PATCH /v1/projects/{}/retention',
  'GET /v1/projects/{}/traces',
  'DELETE /v1/projects/{}/traces',
  'POST /v1/traces/transfer',
  'DELETE /v1/traces/{}',
  'POST /v1/trace_annotations',
  'POST /v1/span_annotations',
  'POST /v1/document_annotations',
  'POST /v1/session_annotations',
  'POST /v1/trace_notes',
  'POST /v1/span_notes',
  'POST /v1/session_notes',
  'GET /v1/evaluations',
  'POST /v1/evaluations',
  'GET /v1/projects/{}/spans',
  'GET /v1/projects/{}/spans/otlpv1',
  'POST /v1/projects/{}/spans',
  'POST /v1/spans',
  'DELETE /v1/spans/{}',
  'GET /v1/sessions/{}',
  'DELETE /v1/sessions/{}',
  'POST /v1/sessions/delete',
  'GET /v1/projects/{}/sessions',
  'GET /v1/user',
  'GET /v1/users',
  'POST /v1/users',
  'DELETE /v1/users/{}',
  'GET /v1/user/api_keys',
  'POST /v1/user/api_keys',
  'DELETE /v1/user/api_keys/{}',
  'GET /v1/users/api_keys',
  'GET /v1/system/api_keys',
  'POST /v1/system/api_keys',
  'DELETE /v1/system/api_keys/{}',
  'PUT /v1/secrets',
]);

/** Whether unmodified clients call the route; its path with `{name}` for what varies. */
export function isClientRoute(method: string, path: string): boolean {
  return CLIENT_ROUTES.has(clientRoute(method, path));
}

/** The route as the list above has it. */
export function clientRoute(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}

/** For the test that none of them is misspelt. */
export function clientRoutes(): readonly string[] {
  return [...CLIENT_ROUTES];
}
