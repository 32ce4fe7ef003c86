import type { TSchema, Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { SpanDetailReply, SpanPage, type Span, type SpanDetail } from '#contracts/spans/span.ts';

/** Pages of a thousand spans are checked seven times faster so. */
const compiledSpanPage = Compile(SpanPage);

/**
 * Reads the public API for tests and tools; a reply that is not what its schema says is an error.
 */
export async function getJson<T extends TSchema>(url: string, schema: T): Promise<Static<T>> {
  return Value.Parse(schema, await getUnchecked(url));
}

async function getUnchecked(url: string): Promise<unknown> {
  const reply = await fetch(url);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`GET ${url}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

/** All spans of a project with their attributes, oldest first. */
export async function listSpans(url: string, project: string, pageSize = 1_000): Promise<Span[]> {
  const spans: Span[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const address = `${url}/v1/projects/${encodeURIComponent(project)}/spans?limit=${pageSize}&order=asc${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: Static<typeof SpanPage> = compiledSpanPage.Parse(await getUnchecked(address));
    spans.push(...page.data);
    cursor = page.next_cursor;
  }
  return spans;
}

export async function readSpan(url: string, id: string): Promise<SpanDetail> {
  const { data } = await getJson(`${url}/v1/spans/${encodeURIComponent(id)}`, SpanDetailReply);
  return data;
}
