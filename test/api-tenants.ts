import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { bearer, send } from './api-access.ts';
import { ofSession, ofSpan, ofTrace } from './api-annotations.ts';
import type { ApiApp } from './api-app.ts';
import { exportOf, spanHex, traceHex } from './api-spans.ts';

type Headers = { readonly authorization: string };

/** A project with one trace, its two spans, a session, and an annotation of each. */
export interface Tenant {
  readonly name: string;
  readonly number: number;
  readonly id: string;
  readonly traceHex: string;
  readonly traceId: string;
  readonly spanHex: string;
  readonly spanId: string;
  readonly session: string;
  readonly sessionId: string;
  readonly annotationId: string;
  readonly deletedAnnotationId: string;
}

interface Found {
  readonly data: readonly { readonly id: string }[];
}

/** Fills a project; `seed` keeps its ids apart from those of others. */
export async function makeTenant(
  api: ApiApp,
  name: string,
  seed: number,
  admin: Headers,
): Promise<Tenant> {
  const session = `session of ${name}`;
  const attributes = {
    'session.id': session,
    'input.value': `secret of ${name}`,
    'llm.model_name': `model of ${name}`,
  };
  await api.ingest(
    exportOf(
      { trace: seed, span: seed, name: `root of ${name}`, attributes },
      { trace: seed, span: seed + 1, parent: seed, attributes },
    ),
    name,
  );
  const query = 'sync=true';
  const annotate = async (target: 'span' | 'trace' | 'session', item: object): Promise<string> => {
    const reply = await send(api, 'POST', `/v1/${target}_annotations?${query}`, admin, {
      data: [item],
    });
    // as: checked against the document by the harness
    return (reply.body as Found).data[0]?.id ?? '';
  };
  const annotationId = await annotate('span', ofSpan(seed));
  const deletedAnnotationId = await annotate('trace', ofTrace(seed));
  await annotate('session', ofSession(session));
  await send(api, 'DELETE', `/v1/annotations/${deletedAnnotationId}`, admin);
  const project = await api.store.projectReader.findProject({ name });
  const [trace] = await api.store.reader.findTraces([{ traceId: traceHex(seed) }]);
  const [span] = await api.store.reader.findSpans([{ spanId: spanHex(seed) }]);
  const [found] = await api.store.reader.findSessions([{ sessionId: session }]);
  return {
    name,
    number: project?.id ?? 0,
    id: encodeGlobalId('Project', project?.id ?? 0),
    traceHex: traceHex(seed),
    traceId: encodeGlobalId('Trace', trace?.id ?? 0),
    spanHex: spanHex(seed),
    spanId: encodeGlobalId('Span', span?.id ?? 0),
    session,
    sessionId: encodeGlobalId('ProjectSession', found?.session.id ?? 0),
    annotationId,
    deletedAnnotationId,
  };
}

/** Headers of a system key with all rights in these projects, and none elsewhere. */
export async function keyFor(
  api: ApiApp,
  admin: Headers,
  ...projects: readonly Tenant[]
): Promise<Headers> {
  const reply = await send(api, 'POST', '/api/v1/api-keys', admin, {
    name: `key for ${projects.map(({ name }) => name).join(' and ')}`,
    kind: 'system',
    role: 'ADMIN',
    level: 'admin',
    projects: projects.map(({ id }) => id),
  });
  if (reply.status >= 300) throw new Error(`no key: ${reply.text}`);
  // as: checked against the document by the harness
  return bearer((reply.body as { key: string }).key);
}

/** A caller's view of a project; two of these are equal if nothing changed in it. */
export async function imageOf(
  api: ApiApp,
  tenant: Tenant,
  admin: Headers,
): Promise<readonly string[]> {
  const base = `/v1/projects/${tenant.id}`;
  const urls = [
    base,
    `${base}/spans`,
    `${base}/traces`,
    `${base}/sessions`,
    `${base}/views`,
    `${base}/retention`,
    `${base}/annotation_configs`,
    `/v1/traces/${tenant.traceId}/annotations`,
    `/v1/annotations/${tenant.annotationId}/history`,
    `/v1/annotations/${tenant.deletedAnnotationId}/history`,
  ];
  return Promise.all(urls.map(async (url) => (await api.get(url, admin)).text));
}
