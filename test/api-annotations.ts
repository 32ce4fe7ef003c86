import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { ApiApp, Reply } from './api-app.ts';
import { spanHex, traceHex } from './api-spans.ts';

/** An item of `POST /v1/span_annotations` and its kin, as a test sends it. */
export type Item = Readonly<Record<string, unknown>>;

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends annotations of one kind, synchronously by default. */
export function annotate(
  api: ApiApp,
  target: AnnotationTarget,
  items: readonly Item[],
  query = 'sync=true',
): Promise<Reply> {
  return send(api, 'POST', `/v1/${target}_annotations?${query}`, { data: items });
}

/** Any request with a JSON body, or with text in its place. */
export function send(
  api: ApiApp,
  method: 'POST' | 'DELETE',
  url: string,
  body?: object | string,
): Promise<Reply> {
  return api.call({
    method,
    url,
    ...(body === undefined ? {} : { headers: JSON_TYPE, payload: body }),
  });
}

/** Annotates and gives the ids. Throws unless the answer is 200. */
export async function annotated(
  api: ApiApp,
  target: AnnotationTarget,
  items: readonly Item[],
  query = 'sync=true',
): Promise<string[]> {
  const { status, text, body } = await annotate(api, target, items, query);
  if (status !== 200) throw new Error(`${status} ${text}`);
  // as: the harness checks replies against the document
  return (body as { data: { id: string }[] }).data.map(({ id }) => id);
}

/** An annotation of a span by number; the score is 1 unless given. */
export function ofSpan(span: number, more: Item = {}): Item {
  return {
    span_id: spanHex(span),
    name: 'correctness',
    annotator_kind: 'CODE',
    result: { score: 1 },
    ...more,
  };
}

export function ofTrace(trace: number, more: Item = {}): Item {
  return {
    trace_id: traceHex(trace),
    name: 'correctness',
    annotator_kind: 'CODE',
    result: { score: 1 },
    ...more,
  };
}

export function ofSession(session: string, more: Item = {}): Item {
  return {
    session_id: session,
    name: 'correctness',
    annotator_kind: 'CODE',
    result: { score: 1 },
    ...more,
  };
}

export function ofDocument(span: number, position: number, more: Item = {}): Item {
  return { ...ofSpan(span), document_position: position, ...more };
}

/** The annotations of a list, whatever it lists. Throws unless the answer is 200. */
export async function listed(api: ApiApp, url: string): Promise<readonly Item[]> {
  const { status, text, body } = await api.get(url);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (body as { data: Item[] }).data; // as: the harness checks replies against the document
}
