import { expect } from 'vitest';
import type { AnnotationQuery } from '#core/ports/annotation-store.ts';
import { annotate, AUTHOR, onDocument, onSession, onSpan, onTrace } from './annotation-maker.ts';
import { nanoOf, spanIdOf, traceIdOf } from './span-maker.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const SPANS = [
  { trace: 1, span: 1, session: 's', documents: 2 },
  { trace: 1, span: 2, parent: 1 },
  { trace: 2, span: 3 },
];

async function list(store: StoreUnderTest, query: Partial<AnnotationQuery>): Promise<string[]> {
  const page = await store.annotations.annotations({
    projectId: await projectId(store),
    target: 'span',
    limit: 100,
    ...query,
  });
  return page.rows.map((row) => `${row.targetId}/${row.name}/${row.identifier}`);
}

/** Writing annotations and reading them back. */
export const ANNOTATION_CASES: Readonly<Record<string, ConformanceCase>> = {
  'stores an annotation of each kind of target': async (store) => {
    await write(store, SPANS);
    const items = [
      onSpan(1, {
        label: 'good',
        score: 0.5,
        explanation: 'since',
        metadata: '{"a":1}',
        annotatorKind: 'LLM',
      }),
      onTrace(1),
      onSession('s'),
      onDocument(1, 1),
    ];
    const { numbers, missing, refused, waiting } = await annotate(store, items, {
      author: { source: 'APP', userNumber: 7 },
    });
    expect({ missing, refused, waiting }).toEqual({ missing: [], refused: [], waiting: 0 });
    for (const [i, item] of items.entries()) {
      const row = await store.annotations.findAnnotation(numbers[i] ?? 0);
      expect(row).toMatchObject({
        ...item,
        id: numbers[i],
        projectId: await projectId(store),
        source: 'APP',
        userNumber: 7,
      });
      expect(row?.createdAtUnixNano).toBe(row?.updatedAtUnixNano);
    }
    expect(await store.annotations.findAnnotation(99)).toBeNull();
  },

  'updates the annotation of the same target, name and identifier': async (store) => {
    await write(store, SPANS);
    const [first] = (await annotate(store, [onSpan(1, { label: 'a', score: 1 })])).numbers;
    const [again, other] = (
      await annotate(store, [
        onSpan(1, { score: 2, annotatorKind: 'CODE' }),
        onSpan(1, { identifier: 'x' }),
      ])
    ).numbers;
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    const row = await store.annotations.findAnnotation(first ?? 0);
    expect(row).toMatchObject({ label: null, score: 2, annotatorKind: 'CODE' });
    const equal = await annotate(store, [onSpan(2, { score: 1 }), onSpan(2, { score: 3 })]);
    expect(equal.numbers[0]).toBe(equal.numbers[1]);
    expect(await store.annotations.findAnnotation(equal.numbers[0] ?? 0)).toMatchObject({
      score: 3,
    });
  },

  'refuses a request whole that names unknown targets or documents': async (store) => {
    await write(store, SPANS);
    const outcome = await annotate(store, [
      onSpan(1),
      onSpan(88),
      onTrace(9),
      onSession('none'),
      onSpan(88, { name: 'other' }),
    ]);
    expect(outcome.missing).toEqual([spanIdOf(88), traceIdOf(9), 'none']);
    const documents = await annotate(store, [onSpan(1), onDocument(1, 2), onDocument(2, 0)]);
    expect(documents.missing).toEqual([]);
    expect(documents.refused.map(({ index }) => index)).toEqual([1, 2]);
    expect(documents.refused[0]?.reason).toContain('0 to 1');
    expect(await list(store, {})).toEqual([]);
  },

  "refuses what breaks the rule of the target's project": async (store) => {
    await write(store, SPANS);
    await write(store, [{ trace: 5, span: 50 }], 'other');
    const rule = {
      projectId: await projectId(store),
      name: 'correct',
      labels: ['yes', 'no'],
      scoreMin: 0,
      scoreMax: 1,
    };
    const items = [
      onSpan(1, { label: 'yes', score: 1 }),
      onSpan(2, { label: 'maybe', score: 1 }),
      onSpan(3, { label: 'no', score: 1.5 }),
      onTrace(1, { label: 'no' }),
      onTrace(2, { explanation: 'cannot say' }),
      onSpan(1, { name: 'free', label: 'maybe' }),
      onSpan(50, { label: 'maybe' }),
    ];
    const { refused } = await annotate(store, items, { rules: [rule] });
    expect(refused).toEqual([
      { index: 1, reason: expect.stringMatching(/label 'maybe'.*'correct'.*'yes', 'no'/) },
      { index: 2, reason: expect.stringMatching(/score 1.5.*'correct'.*from 0 up to 1/) },
    ]);
    expect((await annotate(store, items.slice(3), { rules: [rule] })).refused).toEqual([]);
  },

  'finds spans where they were located, and where they were not': async (store) => {
    await write(store, SPANS);
    const ids = [1, 2, 3, 99].map(spanIdOf);
    const located = await store.annotations.locateSpans(
      Buffer.from(ids.join(''), 'hex'),
      UNLIMITED,
    );
    expect([...located].map((number) => number > 0)).toEqual([true, true, true, false]);
    const [first = 0, second = 0] = located;
    // The first is correct, the second is located elsewhere, the third has no location, the fourth
    // was deleted.
    await annotate(store, [onSpan(1), onSpan(2), onSpan(3)], {
      located: Float64Array.from([first, first, 0]),
    });
    expect(
      (await annotate(store, [onSpan(99)], { located: Float64Array.from([second]) })).missing,
    ).toEqual([spanIdOf(99)]);
    expect(await list(store, { targetIds: ids })).toEqual(
      [3, 2, 1].map((n) => `${spanIdOf(n)}/correct/`),
    );
    expect(await store.annotations.locateSpans(new Uint8Array(0), UNLIMITED)).toEqual(
      new Float64Array(0),
    );
  },

  'keeps what came before its target until the target comes': async (store) => {
    await write(store, SPANS);
    const items = [
      onSpan(9),
      onTrace(9, { score: 1 }),
      onSession('later'),
      onDocument(9, 0),
      onSpan(1),
    ];
    const outcome = await annotate(store, items, { missing: 'wait' });
    expect(outcome).toMatchObject({ missing: [], refused: [], waiting: 4 });
    expect(outcome.numbers.map((number) => number === null)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    const before = await store.annotations.waiting({ limit: 3 });
    expect(before).toMatchObject({
      count: 4,
      rows: [{ targetId: spanIdOf(9) }, { targetId: traceIdOf(9) }, { targetId: 'later' }],
    });
    expect(before.oldestUnixNano).toBe(before.rows[0]?.receivedAtUnixNano);
    expect(
      (await store.annotations.waiting({ afterId: before.next ?? 0, limit: 3 })).rows,
    ).toMatchObject([{ target: 'document' }]);
    await write(store, [{ trace: 9, span: 9, session: 'later', documents: 1 }]);
    expect(await store.annotations.waiting({ limit: 3 })).toEqual({
      rows: [],
      next: null,
      count: 0,
      bytes: 0,
      oldestUnixNano: null,
    });
    for (const target of ['span', 'trace', 'session', 'document'] as const)
      expect(await list(store, { target })).not.toEqual([]);
  },

  'lists by targets, names and identifiers, newest first': async (store) => {
    await write(store, SPANS);
    await annotate(store, [
      onSpan(1),
      onSpan(2, { name: 'tone', identifier: 'x' }),
      onSpan(2),
      onSpan(3, { name: 'tone' }),
      onTrace(1, { name: 'tone', identifier: 'x' }),
    ]);
    const [one, two, three] = [spanIdOf(1), spanIdOf(2), spanIdOf(3)];
    expect(await list(store, {})).toEqual([
      `${three}/tone/`,
      `${two}/correct/`,
      `${two}/tone/x`,
      `${one}/correct/`,
    ]);
    expect(await list(store, { targetIds: [one, two, spanIdOf(99)] })).toEqual([
      `${two}/correct/`,
      `${two}/tone/x`,
      `${one}/correct/`,
    ]);
    expect(await list(store, { targetIds: [two], identifiers: ['x', 'y'] })).toEqual([
      `${two}/tone/x`,
    ]);
    expect(await list(store, { identifiers: ['x'] })).toEqual([`${two}/tone/x`]);
    expect(await list(store, { identifiers: [''], names: ['tone'] })).toEqual([`${three}/tone/`]);
    expect(await list(store, { namesExcluded: ['tone'] })).toEqual([
      `${two}/correct/`,
      `${one}/correct/`,
    ]);
    expect(await list(store, { names: [] })).toEqual([]);
  },

  'gives pages of annotations without gaps': async (store) => {
    await write(store, SPANS);
    await annotate(
      store,
      Array.from({ length: 7 }, (_, i) => onSpan(1, { identifier: `i${i}` })),
    );
    const query = { projectId: await projectId(store), target: 'span', limit: 3 } as const;
    const pages: string[][] = [];
    for (let from: number | null = Number.MAX_SAFE_INTEGER; from !== null;) {
      const page = await store.annotations.annotations({ ...query, beforeOrAtId: from });
      pages.push(page.rows.map((row) => row.identifier));
      from = page.next;
    }
    expect(pages).toEqual([['i6', 'i5', 'i4'], ['i3', 'i2', 'i1'], ['i0']]);
  },

  'deletes single annotations and selections of them': async (store) => {
    await write(store, SPANS);
    const { numbers } = await annotate(store, [
      onSpan(1),
      onSpan(2, { identifier: 'x' }),
      onSpan(3, { annotatorKind: 'LLM' }),
      onTrace(1),
    ]);
    expect(await store.annotationWriter.deleteAnnotations([numbers[0] ?? 0, 77], AUTHOR)).toBe(1);
    expect(await store.annotations.findAnnotation(numbers[0] ?? 0)).toBeNull();
    const selection = { projectId: await projectId(store), target: 'span' } as const;
    const { deleteAnnotationsWhere } = store.annotationWriter;
    const remove = deleteAnnotationsWhere.bind(store.annotationWriter);
    expect(await remove({ ...selection, created: { endUnixNano: nanoOf(0) } }, AUTHOR)).toBe(0);
    expect(await remove({ ...selection, annotatorKind: 'CODE' }, AUTHOR)).toBe(0);
    expect(await remove({ ...selection, identifier: 'x', name: 'correct' }, AUTHOR)).toBe(1);
    expect(await remove(selection, AUTHOR)).toBe(1);
    expect(await list(store, {})).toEqual([]);
    expect(await list(store, { target: 'trace' })).toHaveLength(1);
  },

  'sums annotations up by target and name': async (store) => {
    await write(store, SPANS);
    await annotate(store, [
      onSpan(1, { label: 'good', score: 1 }),
      onSpan(1, { label: 'good', score: 0, identifier: 'b', annotatorKind: 'LLM' }),
      onSpan(1, { label: 'bad', identifier: 'c' }),
      onSpan(1, { name: 'a', explanation: 'only words' }),
      onSpan(3, { score: 3 }),
    ]);
    const numbers = (
      await Promise.all(
        [1, 2, 3].map((span) => store.reader.findSpans([{ spanId: spanIdOf(span) }])),
      )
    ).map(([row]) => row?.id ?? 0);
    const summaries = await store.annotations.annotationSummaries('span', numbers);
    expect([...summaries.keys()]).toEqual([numbers[0], numbers[2]]);
    const good = [
      { label: 'good', count: 2 },
      { label: 'bad', count: 1 },
    ];
    expect(summaries.get(numbers[0] ?? 0)).toEqual([
      { name: 'a', count: 1, score: null, labels: [], kinds: ['HUMAN'] },
      { name: 'correct', count: 3, score: 0.5, labels: good, kinds: ['LLM', 'HUMAN'] },
    ]);
  },

  'counts labels of spans and traces of a window, until they are deleted': async (store) => {
    await write(store, SPANS);
    await annotate(store, [
      onSpan(1, { label: 'good', score: 1 }),
      onSpan(1, { label: 'good', score: 0, identifier: 'b', annotatorKind: 'LLM' }),
      onSpan(1, { label: 'bad', identifier: 'c' }),
      onSpan(2, { label: 'bad' }),
      onSpan(2, { name: 'a', explanation: 'only words' }),
      onTrace(1, { score: 3 }),
    ]);
    const project = await projectId(store);
    const counts = (target: 'span' | 'trace', window = {}) =>
      store.annotations.labelCounts(project, target, window);
    const labels = [
      { label: 'bad', count: 2 },
      { label: 'good', count: 1 },
    ];
    expect(await counts('span')).toEqual([
      { name: 'a', count: 1, scored: 0, score: null, labels: [] },
      { name: 'correct', count: 2, scored: 1, score: 0.5, labels },
    ]);
    expect(await counts('trace')).toEqual([
      { name: 'correct', count: 1, scored: 1, score: 3, labels: [] },
    ]);
    expect(await counts('span', { endUnixNano: nanoOf(0) })).toEqual([]);
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    await store.eraser.deleteTraces([trace?.id ?? 0]);
    expect(await counts('trace')).toEqual([]);
    expect(await counts('span')).toEqual([]);
  },

  'shows every annotation of a trace': async (store) => {
    await write(store, SPANS);
    const { numbers } = await annotate(store, [
      onSpan(1),
      onSpan(2),
      onSpan(3),
      onTrace(1),
      onDocument(1, 0),
      onSession('s'),
    ]);
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    const ids = async (session: number | null, limit = 10): Promise<number[]> =>
      (await store.annotations.annotationsOfTrace(trace?.id ?? 0, session, limit)).map(
        (row) => row.id,
      );
    const [one = 0, two = 0, , onIt = 0, document = 0, session = 0] = numbers.map(
      (number) => number ?? 0,
    );
    const byNumber = [one, two, onIt, document].sort((a, b) => a - b);
    expect(await ids(null)).toEqual(byNumber);
    expect(await ids(trace?.sessionNumber ?? null)).toEqual(
      [...byNumber, session].sort((a, b) => a - b),
    );
    expect(await ids(null, 2)).toEqual(byNumber.slice(0, 2));
  },
};
