import { readable, SendError } from './export-client.ts';
import { SEED_CONFIGS, type SeedAnnotation } from './annotations.ts';
import type { SendOptions } from './send-traces.ts';

const ITEMS_PER_REQUEST = 2_000;
const ROUTES = ['span_annotations', 'trace_annotations', 'document_annotations'] as const;

/**
 * Gives the projects their annotation configs and sends the annotations, a few thousand at a time;
 * how many were stored.
 */
export async function sendAnnotations(
  annotations: readonly SeedAnnotation[],
  options: SendOptions,
): Promise<number> {
  for (const { config, projects } of SEED_CONFIGS) {
    // There already when the data was sent before.
    await send('POST', '/v1/annotation_configs', config, options, [409]);
    for (const project of projects)
      await send(
        'PUT',
        `/v1/projects/${project}/annotation_configs/${config.name}`,
        null,
        options,
        [404],
      );
  }
  for (const route of ROUTES) {
    const items = annotations
      .filter((annotation) => annotation.route === route)
      .map(({ item }) => item);
    for (let from = 0; from < items.length; from += ITEMS_PER_REQUEST)
      await send(
        'POST',
        `/v1/${route}`,
        { data: items.slice(from, from + ITEMS_PER_REQUEST) },
        options,
        [],
      );
  }
  return annotations.length;
}

async function send(
  method: 'POST' | 'PUT',
  path: string,
  body: object | null,
  { url, apiKey }: SendOptions,
  allowed: readonly number[],
): Promise<void> {
  const reply = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok && !allowed.includes(reply.status))
    throw new SendError(`${method} ${url}${path}: ${reply.status} ${readable(text)}`);
}
