/** Reading a project back through the public interface, whole. */

export interface ReadSpan {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly context: { readonly trace_id: string; readonly span_id: string };
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** Every item of a list; throws when a page is not a 200. */
export async function readAll(url: string, list: string): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  let cursor: string | null = null;
  do {
    const address = new URL(list, url);
    address.searchParams.set('limit', '1000');
    if (cursor !== null) address.searchParams.set('cursor', cursor);
    const response = await fetch(address);
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(
        `${address.pathname}${address.search} answered ${response.status}: ${text.slice(0, 300)}`,
      );
    const page = JSON.parse(text) as Page;
    items.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}

/**
 * The spans of a project, after every other way to read them was tried as well; null when there is
 * no such project.
 */
export async function readProject(
  url: string,
  project: string,
): Promise<readonly ReadSpan[] | null> {
  const path = `/v1/projects/${encodeURIComponent(project)}`;
  if ((await fetch(`${url}${path}`)).status === 404) return null;
  const spans = (await readAll(url, `${path}/spans`)) as readonly ReadSpan[];
  const ids = new Set(spans.map((span) => span.id));
  if (ids.size !== spans.length) throw new Error('A span was listed twice.');
  const otlp = await readAll(url, `${path}/spans/otlpv1`);
  const traces = (await readAll(url, `${path}/traces?include_spans=true`)) as readonly {
    readonly trace_id: string;
    readonly spans: readonly unknown[];
  }[];
  await readAll(url, `${path}/sessions`);
  const inTraces = traces.reduce((sum, trace) => sum + trace.spans.length, 0);
  if (otlp.length !== spans.length || inTraces !== spans.length)
    throw new Error(`${spans.length} spans listed, ${otlp.length} as OTLP, ${inTraces} in traces.`);
  return spans;
}

export async function sendTraces(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const type = typeof body === 'string' ? 'application/json' : 'application/x-protobuf';
  const response = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...headers },
  });
  return { status: response.status, text: await response.text() };
}

/** An OTLP/JSON request with the spans given as plain objects. */
export function otlpJson(
  spans: readonly object[],
  resourceAttributes: readonly object[] = [],
): string {
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: resourceAttributes }, scopeSpans: [{ spans }] }],
  });
}

/** A number as an id of so many digits, never all zeros. */
export function hexId(number: number, digits: 16 | 32): string {
  return `b${number.toString(16).padStart(digits - 1, '0')}`;
}

/** A span of OTLP/JSON with a unique id. */
export function jsonSpan(trace: number, span: number, extra: object = {}): object {
  return {
    traceId: hexId(trace, 32),
    spanId: hexId(span, 16),
    name: `span ${span}`,
    startTimeUnixNano: String(1_767_225_600_000_000_000n + BigInt(span)),
    endTimeUnixNano: String(1_767_225_601_000_000_000n + BigInt(span)),
    ...extra,
  };
}
