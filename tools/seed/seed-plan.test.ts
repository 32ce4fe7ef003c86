import { expect, it } from 'vitest';
import type { SpanSpec } from '../otlp/export-request.ts';
import { DOCS_PAGES } from './docs-pages.ts';
import { seedTraces, type SeedTrace } from './seed-plan.ts';

const OPTIONS = { traces: 900, seed: 7, days: 7, nowUnixNano: 1_795_000_000_000_000_000n };
const traces = [...seedTraces(OPTIONS)];
const BYTES_TO_HEX = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

function of(project: string): readonly SeedTrace[] {
  return traces.filter((trace) => trace.project === project);
}

function text(span: SpanSpec | undefined, key: string): string {
  const value = span?.attributes?.[key];
  return typeof value === 'string' ? value : '';
}

function kind(span: SpanSpec): string {
  return text(span, 'openinference.span.kind');
}

it('the same seed gives the same traces', () => {
  const again = seedTraces(OPTIONS);
  expect(JSON.stringify([...again].slice(0, 50), BYTES_TO_HEX)).toBe(
    JSON.stringify(traces.slice(0, 50), BYTES_TO_HEX),
  );
});

it('texts have no place left to be filled in', () => {
  // The documentation has code with braces in it, and its texts have no places.
  const filled = traces.filter(({ project }) => project !== 'rag-docs');
  const texts = filled.flatMap(({ spans }) =>
    spans.flatMap((span) => [text(span, 'input.value'), text(span, 'output.value')]),
  );
  expect(
    texts.filter(
      (found) =>
        /\{[a-z]+[A-Z]?[a-z]*\}|undefined/.test(found) &&
        !found.includes('properties of undefined'),
    ),
  ).toEqual([]);
});

it('a conversation is about orders that its tools find', () => {
  const asked = of('support-agent').filter(({ spans }) =>
    spans.some(({ name }) => name === 'lookup_order'),
  );
  expect(asked.length).toBeGreaterThan(100);
  for (const { spans } of asked) {
    const found = new Set(
      spans.filter(({ name }) => name === 'lookup_order').map((span) => text(span, 'input.value')),
    );
    const [order] = /ORD-\d+/.exec(text(spans[0], 'input.value')) ?? [];
    if (order !== undefined) expect([...found]).toEqual([JSON.stringify({ order_id: order })]);
  }
});

it('one customer has one conversation in one language with one model', () => {
  const bySession = Map.groupBy(of('support-agent'), ({ spans }) => text(spans[0], 'session.id'));
  for (const turns of bySession.values()) {
    const models = new Set(
      turns.flatMap(({ spans }) =>
        spans.filter((span) => kind(span) === 'LLM').map((span) => text(span, 'llm.model_name')),
      ),
    );
    expect(models.size).toBeLessThanOrEqual(1);
    expect(new Set(turns.map(({ spans }) => text(spans[0], 'user.id'))).size).toBe(1);
  }
  const languages = new Set(
    of('support-agent').map(
      ({ spans }) => /"language":"(\w+)"/.exec(text(spans[0], 'metadata'))?.[1],
    ),
  );
  expect([...languages]).toEqual(
    expect.arrayContaining(['english', 'german', 'french', 'spanish', 'japanese', 'arabic']),
  );
});

it('answers from the documentation cite passages that were found', () => {
  for (const { spans } of of('rag-docs')) {
    const found = spans
      .filter((span) => kind(span) === 'RETRIEVER')
      .flatMap((span) => Object.values(span.attributes ?? {}));
    for (const [, cited] of text(spans[0], 'output.value').matchAll(/\[([\w-]+#[\w-]+)\]/g))
      expect(found).toContain(cited);
  }
});

it('answers of the documentation cite sections that exist', () => {
  for (const { slug, passages, questions } of DOCS_PAGES)
    for (const { answer } of questions) {
      const cited = [...answer.matchAll(/ \[([\w-]+)\]/g)].map(([, section]) => section ?? '');
      expect(cited.length, `${slug}: ${answer}`).toBeGreaterThan(0);
      expect(Object.keys(passages), slug).toEqual(expect.arrayContaining(cited));
    }
});

it('a coding task ends with passing tests, and changes a file before', () => {
  const solved = of('code-assistant').filter(
    ({ spans }) => spans[0]?.status?.code !== 2 && spans.length > 8,
  );
  expect(solved.length).toBeGreaterThan(30);
  for (const { spans } of solved.filter(({ spans: all }) => all.length < 40)) {
    const tools = spans.filter((span) => kind(span) === 'TOOL');
    expect(tools.some(({ name }) => name === 'edit_file')).toBe(true);
    expect(text(tools.at(-1), 'output.value')).toContain('1 passed');
  }
});

it('a few in a hundred runs end with an error, of several kinds', () => {
  const failed = traces.filter(({ spans }) => spans[0]?.status?.code === 2);
  expect(failed.length / traces.length).toBeGreaterThan(0.01);
  expect(failed.length / traces.length).toBeLessThan(0.04);
  const messages = traces.flatMap(({ spans }) =>
    spans.flatMap(({ status }) =>
      status?.code === 2 ? [status.message?.split(':')[0] ?? ''] : [],
    ),
  );
  expect([...new Set(messages)]).toEqual(
    expect.arrayContaining([
      'TimeoutError',
      'RateLimitError',
      'CommandError',
      'JSONDecodeError',
      'DatabaseError',
    ]),
  );
});
