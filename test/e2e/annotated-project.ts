import { sendJsonSpans, type JsonSpan } from './browser.ts';

export const CORRECTNESS = {
  type: 'CATEGORICAL',
  name: 'correctness',
  optimization_direction: 'MAXIMIZE',
  values: [
    { label: 'correct', score: 1 },
    { label: 'partly', score: 0.5 },
    { label: 'wrong', score: 0 },
  ],
};
export const HELPFULNESS = {
  type: 'CONTINUOUS',
  name: 'helpfulness',
  optimization_direction: 'MAXIMIZE',
  lower_bound: 0,
  upper_bound: 10,
};

export const idOf = (number: number, digits = 16): string =>
  number.toString(16).padStart(digits, '0');
export const traceIdOf = (number: number): string => idOf(number, 32);

/** An annotation as the REST interface gives it. */
export interface SavedAnnotation {
  readonly id: string;
  readonly name: string;
  readonly annotator_kind: string;
  readonly source: string;
  readonly identifier: string;
  readonly target: string;
  readonly target_id: string;
  readonly document_position: number | null;
  readonly result: {
    readonly label: string | null;
    readonly score: number | null;
    readonly explanation: string | null;
  };
}

/** Asks the REST interface, and fails with what it says when it refuses. */
export async function ask<Reply>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Reply; // the caller knows the route
}

/** Every annotation in a trace. */
export async function annotationsIn(
  url: string,
  trace: string,
): Promise<readonly SavedAnnotation[]> {
  return (
    await ask<{ data: readonly SavedAnnotation[] }>(url, 'GET', `/v1/traces/${trace}/annotations`)
  ).data;
}

/** Makes configs and gives them to a project, which has to have spans by then. */
export async function assignConfigs(
  url: string,
  project: string,
  configs: readonly object[],
): Promise<void> {
  const ids: string[] = [];
  for (const config of configs)
    ids.push(
      (await ask<{ data: { id: string } }>(url, 'POST', '/v1/annotation_configs', config)).data.id,
    );
  await assign(url, project, ids);
}

export async function assign(url: string, project: string, ids: readonly string[]): Promise<void> {
  await ask(url, 'PUT', `/v1/projects/${project}/annotation_configs`, {
    annotation_config_ids: ids,
  });
}

/** Sends traces of one span each, numbered from `first` on, the first one newest. */
export async function sendTraces(
  url: string,
  project: string,
  first: number,
  count: number,
): Promise<void> {
  const spans = Array.from({ length: count }, (_, index): JsonSpan => ({
    traceId: traceIdOf(first + index),
    spanId: idOf(first + index),
    name: `question ${first + index}`,
    startMs: -index,
    attributes: {
      'openinference.span.kind': 'AGENT',
      'input.value': `Question ${first + index}`,
      'output.value': `Answer ${first + index}`,
    },
  }));
  await sendJsonSpans(url, project, spans);
}
