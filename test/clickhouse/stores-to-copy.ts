import {
  COPIED_KINDS,
  type CopiedItems,
  type CopiedKind,
  type CopyPage,
  type SpanCopySource,
} from '#core/ports/span-copy.ts';
import type { OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import {
  annotate,
  onDocument,
  onSession,
  onSpan,
  onTrace,
} from '../conformance/annotation-maker.ts';
import { eventBatch } from '../conformance/event-cases.ts';
import { makeSpan, resourceOf, type SpanWish } from '../conformance/span-maker.ts';
import { projectId, settle, write } from '../conformance/store-under-test.ts';

const KINDS = ['LLM', 'CHAIN', 'TOOL', 'RETRIEVER'] as const;
const HOUR_MS = 3_600_000;

/**
 * Fills a store with all that a store can hold: two projects and one of an experiment, traces over
 * several days with and without sessions, calls that are recorded twice, annotations with history,
 * deleted ones, what waits, and numbers of deleted spans.
 */
export async function fillSpans(store: OpenSpanStore, traces: number): Promise<void> {
  const resource = resourceOf({
    'service.name': 'shop',
    'service.version': '1.2',
    'deployment.environment.name': 'test',
  });
  for (let first = 1; first <= traces; first += 200) {
    const wishes: SpanWish[] = [];
    for (let trace = first; trace < first + 200 && trace <= traces; trace += 1)
      wishes.push(...traceOf(trace));
    const halves = Object.groupBy(wishes, ({ trace }) => (trace % 3 === 0 ? 'other' : 'p'));
    for (const [project, some = []] of Object.entries(halves))
      await store.writer.write([
        {
          projectName: project,
          records: some.map((wish) => makeSpan({ ...wish, resource })),
        },
      ]);
  }
  // A later span brings its trace a session, and another project's number stays unused.
  await write(store, [{ trace: 2, span: 900_001, parent: 20, session: 'late', user: 'u9' }]);
  await store.projectWriter.createProject('gone', null);
  await store.projectWriter.createProject('an experiment', 'of a dataset', 'experiment');
  await store.eraser.deleteProject(await projectId(store, 'gone'));
  await annotateSome(store);
  const deleted = await store.reader.findTraces([{ number: 5 }, { number: 12 }]);
  await store.eraser.deleteTraces(deleted.map(({ id }) => id));
  await store.eraser.deleteSpans([31, 32, 77]);
  await settle(store);
}

function traceOf(trace: number): SpanWish[] {
  const at = trace * 10;
  const startMs = trace * HOUR_MS * 3;
  const more = {
    startMs,
    ...(trace % 4 === 0 ? {} : { session: `chat ${trace % 7}` }),
    ...(trace % 5 === 0 ? {} : { user: `u${trace % 3}` }),
  };
  const call = { kind: 'LLM', model: 'gpt-4o', prompt: 100 + trace, completion: 20 } as const;
  return [
    { trace, span: at, name: `run ${trace}`, durationMs: 900, ...more },
    { trace, span: at + 1, parent: at, costUsd: trace / 7, firstTokenMs: 3.25, ...call, ...more },
    // The same call, as a second instrumentation reports it.
    { trace, span: at + 2, parent: at + 1, costUsd: trace / 7, ...call, ...more },
    {
      trace,
      span: at + 3,
      parent: at,
      name: 'search',
      kind: KINDS[trace % 4] ?? 'CHAIN',
      status: trace % 6 === 0 ? 2 : 1,
      text: `q \u0000 ${'ü'.repeat(trace % 50)}`,
      documents: 3,
      user: 'another',
      startMs: startMs + 5,
    },
  ];
}

async function annotateSome(store: OpenSpanStore): Promise<void> {
  const by = { author: { source: 'APP', userNumber: 7 } } as const;
  await annotate(store, [
    onSpan(10, { score: 0.1, label: 'good', metadata: '{"a":1}' }),
    onSpan(20, { name: 'tone', annotatorKind: 'LLM', explanation: 'kind\u0000' }),
    onTrace(3, { label: 'ok' }),
    onSession('chat 1', { score: 1 }),
    onDocument(13, 2, { score: 0 }),
  ]);
  await annotate(store, [onSpan(10, { score: 0.9 })], by);
  const { numbers } = await annotate(store, [
    onSpan(40, { label: 'x' }),
    onSpan(50, { label: 'lost' }),
    onTrace(5, { label: 'lost with its trace' }),
    onSpan(60, { label: 'deleted' }),
  ]);
  const [restored = 0, , , removed = 0] = numbers.map((number) => number ?? 0);
  await store.annotationWriter.deleteAnnotations([restored, removed], by.author);
  await store.annotationWriter.restoreAnnotation(restored, 1, by.author);
  await annotate(store, [onSpan(888_888, { label: 'waits' }), onSession('soon', { score: 0.5 })], {
    missing: 'wait',
    allowedProjectIds: [1, 2],
  });
  await store.writer.write([
    eventBatch([{ trace: 7_777, span: 77_777, text: 'an event that waits' }]),
    eventBatch([{ trace: 7_777, span: 77_777, text: 'of few' }], { allowedProjectIds: [2] }),
  ]);
}

/** Everything of a store as it is copied, in the order of numbers. */
export async function allItems(source: SpanCopySource): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const kind of COPIED_KINDS) {
    const items: unknown[] = [];
    let mark: string | null = null;
    do {
      const page: CopyPage<CopiedItems[CopiedKind]> = await source.page(kind, mark, 700);
      items.push(...page.items);
      mark = page.next;
    } while (mark !== null);
    found[kind] = items.map(plain).toSorted((a, b) => a.localeCompare(b));
  }
  return { ...found, numbers: await source.lastNumbers(), counts: await source.counts() };
}

/** As a text, with fields in the order of their names. */
function plain(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `[${value.map(plain).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value)
    // Counts the changes of a project in ClickHouse.
    .filter(([name]) => name !== 'version')
    .map(([name, field]) => `${name}: ${plain(field)}`);
  return `{${fields.toSorted().join(', ')}}`;
}
