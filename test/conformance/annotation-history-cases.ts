import { expect } from 'vitest';
import type { AnnotationAuthor, AnnotationFigures } from '#core/ports/annotation-rows.ts';
import { annotate, AUTHOR, onDocument, onSession, onSpan, onTrace } from './annotation-maker.ts';
import { nanoOf, spanIdOf, traceIdOf } from './span-maker.ts';
import {
  projectId,
  settle,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const ANN: AnnotationAuthor = { source: 'APP', userNumber: 1 };
const BOB: AnnotationAuthor = { source: 'API', userNumber: 2 };
const HOUR_MS = 3_600_000;
const FULL_HOUR = nanoOf(0) - (nanoOf(0) % 3_600_000_000_000n);
const EVER = { startUnixNano: FULL_HOUR, endUnixNano: FULL_HOUR + 360_000_000_000_000n };

async function changes(store: StoreUnderTest, number: number): Promise<string[]> {
  const history = await store.annotations.annotationHistory(number);
  return history.map(
    ({ revision, change, content, userNumber }) =>
      `${revision} ${change} ${content?.label ?? '-'} by ${userNumber}`,
  );
}

async function one(store: StoreUnderTest, label: string, author = ANN): Promise<number> {
  return (await annotate(store, [onSpan(1, { label })], { author })).numbers[0] ?? 0;
}

async function figures(
  store: StoreUnderTest,
  buckets = 1,
  project = 'p',
): Promise<readonly AnnotationFigures[]> {
  return store.annotations.annotationFigures(await projectId(store, project), EVER, buckets);
}

/** The life of annotations: history, undo, figures, and what deletes them. */
export const ANNOTATION_HISTORY_CASES: Readonly<Record<string, ConformanceCase>> = {
  'keeps earlier values with their authors': async (store) => {
    await write(store, [{ trace: 1, span: 1 }]);
    const number = await one(store, 'a');
    await one(store, 'b', BOB);
    await one(store, 'b', BOB);
    expect(await changes(store, number)).toEqual(['1 CREATE a by 1', '2 UPDATE b by 2']);
    const history = await store.annotations.annotationHistory(number);
    expect(history.at(-1)?.changedAtUnixNano).toBe(
      (await store.annotations.findAnnotation(number))?.updatedAtUnixNano,
    );
    expect(await store.annotations.annotationHistory(99)).toEqual([]);
  },

  'makes an annotation what it was, also after a delete': async (store) => {
    await write(store, [{ trace: 1, span: 1 }]);
    const number = await one(store, 'a');
    await one(store, 'b');
    expect(await store.annotationWriter.restoreAnnotation(number, 1, BOB)).toMatchObject({
      id: number,
      label: 'a',
      userNumber: 2,
    });
    await store.annotationWriter.deleteAnnotations([number], ANN);
    await expect(store.annotationWriter.restoreAnnotation(number, 4, ANN)).rejects.toMatchObject({
      code: 'unprocessable',
    });
    const back = await store.annotationWriter.restoreAnnotation(number, 2, ANN);
    expect(back).toMatchObject({ id: number, label: 'b', name: 'correct' });
    expect(back?.createdAtUnixNano).toBeLessThanOrEqual(back?.updatedAtUnixNano ?? 0n);
    expect(await changes(store, number)).toEqual([
      '1 CREATE a by 1',
      '2 UPDATE b by 1',
      '3 RESTORE a by 2',
      '4 DELETE - by 1',
      '5 RESTORE b by 1',
    ]);
    expect(await store.annotationWriter.restoreAnnotation(number, 6, ANN)).toBeNull();
    expect(await store.annotationWriter.restoreAnnotation(99, 1, ANN)).toBeNull();
  },

  'does not bring back what another has taken the place of': async (store) => {
    await write(store, [{ trace: 1, span: 1 }]);
    const first = await one(store, 'a');
    await store.annotationWriter.deleteAnnotations([first], ANN);
    const second = await one(store, 'b');
    expect(second).toBeGreaterThan(first);
    await expect(store.annotationWriter.restoreAnnotation(first, 1, ANN)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await changes(store, first)).toHaveLength(2);
  },

  'deletes annotations with their targets': async (store) => {
    const wishes = [
      { trace: 1, span: 1, session: 's', documents: 1 },
      { trace: 1, span: 2, session: 's' },
      { trace: 2, span: 3 },
    ];
    await write(store, wishes);
    const items = [
      onSpan(1),
      onDocument(1, 0),
      onSpan(2),
      onTrace(1),
      onSession('s'),
      onSpan(3),
      onTrace(2),
    ];
    const { numbers } = await annotate(store, items);
    const left = async (): Promise<string[]> => {
      const rows = await Promise.all(
        numbers.map((number) => store.annotations.findAnnotation(number ?? 0)),
      );
      return rows.flatMap((row) => (row === null ? [] : `${row.target} ${row.targetId}`));
    };
    const find = async (span: number): Promise<number> =>
      (await store.reader.findSpans([{ spanId: spanIdOf(span) }]))[0]?.id ?? 0;
    await store.eraser.deleteSpans([await find(1)]);
    expect(await left()).toEqual([
      `span ${spanIdOf(2)}`,
      `trace ${traceIdOf(1)}`,
      'session s',
      `span ${spanIdOf(3)}`,
      `trace ${traceIdOf(2)}`,
    ]);
    expect(await store.annotations.annotationHistory(numbers[0] ?? 0)).toEqual([]);
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    await store.eraser.deleteTraces([trace?.id ?? 0]);
    expect(await left()).toEqual([`span ${spanIdOf(3)}`, `trace ${traceIdOf(2)}`]);
    expect((await figures(store)).map(({ target, count }) => `${count} ${target}`)).toEqual([
      '1 span',
      '1 trace',
    ]);
    await store.eraser.deleteProject(await projectId(store));
    expect(await left()).toEqual([]);
    await settle(store);
    await write(store, wishes);
    expect(await left()).toEqual([]);
    expect(await figures(store)).toEqual([]);
  },

  'hides very many annotations at once with their target, and purges them in steps': async (
    store,
  ) => {
    await write(store, [
      { trace: 1, span: 1 },
      { trace: 1, span: 2 },
    ]);
    const items = Array.from({ length: 700 }, (_, i) => onSpan(1, { identifier: `i${i}` }));
    const { numbers } = await annotate(store, [...items, onSpan(2)]);
    const [span] = await store.reader.findSpans([{ spanId: spanIdOf(1) }]);
    await store.eraser.deleteSpans([span?.id ?? 0]);
    for (const number of [numbers[0], numbers[699]])
      expect(await store.annotations.findAnnotation(number ?? 0)).toBeNull();
    await settle(store);
    expect(await figures(store)).toMatchObject([{ count: 1 }]);
    const page = await store.annotations.annotations({
      projectId: await projectId(store),
      target: 'span',
      limit: 10,
    });
    expect(page.rows).toHaveLength(1);
  },

  'moves annotations with their traces': async (store) => {
    await write(store, [{ trace: 1, span: 1, session: 's' }]);
    await store.projectWriter.createProject('q', null);
    await annotate(store, [onSpan(1, { score: 1 }), onTrace(1), onSession('s')]);
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    await store.projectWriter.transferTraces([trace?.id ?? 0], await projectId(store, 'q'));
    expect(await figures(store)).toEqual([]);
    expect(await figures(store, 1, 'q')).toMatchObject([
      { target: 'span', scoreSum: 1 },
      { target: 'trace' },
      { target: 'session' },
    ]);
    for (const target of ['span', 'trace', 'session'] as const) {
      const page = await store.annotations.annotations({
        projectId: await projectId(store, 'q'),
        target,
        limit: 10,
      });
      expect(page.rows).toHaveLength(1);
    }
  },

  'sums figures up by the time of what was annotated': async (store) => {
    await write(
      store,
      [0, 1, 30].map((hours, i) => ({ trace: i, span: i, startMs: hours * HOUR_MS })),
    );
    await annotate(store, [
      onSpan(0, { score: 1, label: 'a' }),
      onSpan(0, { score: 2, label: 'b', identifier: 'x' }),
      onSpan(1, { score: 3, label: 'a' }),
      onSpan(2, { label: 'a' }),
      onSpan(2, { annotatorKind: 'LLM', score: 5, identifier: 'llm' }),
      onTrace(2, { name: 'other' }),
    ]);
    await annotate(store, [onSpan(1, { score: 4, label: 'b' })]);
    const all = await figures(store);
    expect(all).toEqual([
      expect.objectContaining({
        name: 'correct',
        annotatorKind: 'LLM',
        count: 1,
        scoreCount: 1,
        scoreSum: 5,
        labels: {},
      }),
      expect.objectContaining({
        name: 'correct',
        annotatorKind: 'HUMAN',
        count: 4,
        scoreCount: 3,
        scoreSum: 7,
        labels: { a: 2, b: 2 },
      }),
      expect.objectContaining({ target: 'trace', name: 'other', count: 1 }),
    ]);
    const byHours = await figures(store, 10);
    expect(
      byHours.map(
        ({ startUnixNano, target, count }) =>
          `${(startUnixNano - EVER.startUnixNano) / 3_600_000_000_000n} ${target} ${count}`,
      ),
    ).toEqual(['0 span 3', '30 span 1', '30 span 1', '30 trace 1']);
  },

  'pairs what a model and a person say of the same': async (store) => {
    await write(store, [
      { trace: 1, span: 1, documents: 2 },
      { trace: 2, span: 2, startMs: 2 * HOUR_MS },
      { trace: 3, span: 3 },
    ]);
    await annotate(store, [
      ...[1, 2, 3].map((span) =>
        onSpan(span, { label: 'm', annotatorKind: 'LLM', identifier: 'llm' }),
      ),
      ...[1, 2].map((span) => onSpan(span, { label: 'p' })),
      onSpan(1, { label: 'newer', identifier: 'again' }),
      onDocument(1, 0, { annotatorKind: 'LLM' }),
      onDocument(1, 1),
    ]);
    const query = {
      projectId: await projectId(store),
      target: 'span',
      name: 'correct',
      window: EVER,
      limit: 10,
    } as const;
    const { pairs, complete } = await store.annotations.annotationPairs(query, UNLIMITED);
    expect(pairs.map(({ llm, human }) => [llm.targetId, llm.label, human.label])).toEqual([
      [spanIdOf(2), 'm', 'p'],
      [spanIdOf(1), 'm', 'newer'],
    ]);
    expect(complete).toBe(true);
    const ask = (some: object) =>
      store.annotations.annotationPairs({ ...query, ...some }, UNLIMITED);
    expect(await ask({ limit: 1 })).toMatchObject({ pairs: [{}], complete: false });
    expect((await ask({ window: { ...EVER, startUnixNano: nanoOf(HOUR_MS) } })).pairs).toHaveLength(
      1,
    );
    expect(await ask({ target: 'document' })).toEqual({ pairs: [], complete: true });
    expect(await ask({ name: 'unknown' })).toEqual({ pairs: [], complete: true });
  },

  'expires what waited too long, and what is not wanted any more': async (store) => {
    await annotate(store, [onSpan(1), onSpan(2), onSpan(3)], { missing: 'wait' });
    const { rows } = await store.annotations.waiting({ limit: 10 });
    expect(await store.annotationWriter.deleteWaiting([rows[0]?.id ?? 0, 99])).toBe(1);
    const received = rows[1]?.receivedAtUnixNano ?? 0n;
    expect(await store.annotationWriter.expireWaiting(received, 10)).toEqual([]);
    expect(await store.annotationWriter.expireWaiting(received + 1n, 1)).toEqual([rows[1]]);
    await write(
      store,
      [1, 2, 3].map((span) => ({ trace: 1, span })),
    );
    const page = await store.annotations.annotations({
      projectId: await projectId(store),
      target: 'span',
      limit: 10,
    });
    expect(page.rows.map((row) => row.targetId)).toEqual([spanIdOf(3)]);
    expect(await store.annotations.waiting({ limit: 10 })).toMatchObject({ count: 0 });
  },

  'keeps waiting what its target refuses': async (store) => {
    await write(store, [{ trace: 9, span: 9 }]);
    const rule = {
      projectId: await projectId(store),
      name: 'correct',
      labels: ['yes'],
      scoreMin: null,
      scoreMax: null,
    };
    await annotate(
      store,
      [onSpan(1, { label: 'no' }), onSpan(1, { label: 'yes', identifier: 'x' }), onDocument(1, 3)],
      {
        missing: 'wait',
        rules: [rule],
      },
    );
    await write(store, [{ trace: 1, span: 1 }]);
    expect(
      (await store.annotations.waiting({ limit: 10 })).rows.map(
        ({ target, label }) => `${target} ${label}`,
      ),
    ).toEqual(['span no', 'document null']);
    const page = await store.annotations.annotations({
      projectId: await projectId(store),
      target: 'span',
      limit: 10,
    });
    expect(page.rows.map((row) => row.label)).toEqual(['yes']);
    expect(await store.annotationWriter.deleteAnnotations([page.rows[0]?.id ?? 0], AUTHOR)).toBe(1);
  },

  'refuses what finds no room to wait, whole': async (store) => {
    const long = 'x'.repeat(1_000_000);
    const items = Array.from({ length: 40 }, (_, i) => onSpan(i, { explanation: long }));
    await annotate(store, items, { missing: 'wait' });
    await write(store, [{ trace: 9, span: 1_000 }]);
    await expect(
      annotate(store, [onSpan(1_000), ...items], { missing: 'wait' }),
    ).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await store.annotations.waiting({ limit: 1 })).toMatchObject({ count: 40 });
    const page = await store.annotations.annotations({
      projectId: await projectId(store),
      target: 'span',
      limit: 10,
    });
    expect(page.rows).toEqual([]);
    await annotate(store, items.slice(0, 5), { missing: 'wait' });
    expect(await store.annotations.waiting({ limit: 1 })).toMatchObject({ count: 45 });
  },
};
