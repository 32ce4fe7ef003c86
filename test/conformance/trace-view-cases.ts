import { expect } from 'vitest';
import { STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { WholeTrace } from '#core/ports/whole-trace.ts';
import { annotate, onSpan, onTrace } from './annotation-maker.ts';
import { traceIdOf } from './span-maker.ts';
import { write, type ConformanceCase, type StoreUnderTest } from './store-under-test.ts';

const ERROR = STATUS_CODES.indexOf('ERROR');

async function viewOf(store: StoreUnderTest, trace = 1, spansMax = 1_000): Promise<WholeTrace> {
  const shown = await store.traces.traceView({ traceId: traceIdOf(trace) }, spansMax);
  if (shown === null) throw new Error('the trace is missing');
  return shown;
}

/** Each part of a view says what the others say. */
function expectOneMoment({ skeleton, previews, openSpans }: WholeTrace, name: string): void {
  const { trace, ids, statuses, durationsNano } = skeleton;
  expect([trace.spanCount, skeleton.complete], name).toEqual([ids.length, true]);
  expect(statuses.filter((status) => status === ERROR).length, name).toBe(trace.errorCount);
  expect(previews.firstError !== null, name).toBe(trace.errorCount > 0);
  expect(
    openSpans.every((index) => durationsNano[index] === 0),
    name,
  ).toBe(true);
  expect(openSpans.length, name).toBe(durationsNano.filter((nanos) => nanos === 0).length);
}

export const TRACE_VIEW_CASES: Readonly<Record<string, ConformanceCase>> = {
  'shows of a trace previews of its root, its open spans and its annotations': async (store) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, text: 'what  is\n asked', open: true },
      { trace: 1, span: 2, parent: 1, startMs: 1, durationMs: 0 },
      { trace: 1, span: 3, parent: 1, startMs: 2, open: true, status: 2 },
      {
        trace: 1,
        span: 4,
        parent: 1,
        startMs: 3,
        kind: 'LLM',
        model: 'm',
        prompt: 1,
        completion: 2,
        text: 'of the first call',
      },
      {
        trace: 1,
        span: 5,
        parent: 1,
        startMs: 4,
        kind: 'LLM',
        model: 'n',
        prompt: 1,
        completion: 2,
      },
      { trace: 2, span: 6 },
    ]);
    await annotate(store, [
      onTrace(1, { score: 1 }),
      onTrace(1, { name: 'a', label: 'x' }),
      onSpan(1, { name: 'b' }),
      onTrace(2),
    ]);
    const { skeleton, previews, openSpans, annotations } = await viewOf(store);
    expect(skeleton.trace).toEqual((await store.reader.findTraces([{ traceId: traceIdOf(1) }]))[0]);
    expect(openSpans).toEqual([0, 2]);
    expect(annotations.map(({ name, count, score }) => [name, count, score])).toEqual([
      ['a', 1, null],
      ['correct', 1, 1],
    ]);
    expect(previews.root).toMatchObject({
      isOpen: true,
      input: 'what is asked',
      output: null,
      row: { id: skeleton.ids[0] },
    });
    expect([previews.firstLlm?.id, previews.firstError?.id]).toEqual([
      skeleton.ids[3],
      skeleton.ids[2],
    ]);
    // The root says its input, so that no call speaks for it; it says no output.
    expect([previews.firstCall, previews.lastCall?.row.id]).toEqual([null, skeleton.ids[4]]);
    const cut = await viewOf(store, 1, 2);
    expect([cut.skeleton.complete, cut.skeleton.ids.length, cut.openSpans]).toEqual([
      false,
      2,
      [0],
    ]);
    const other = await viewOf(store, 2);
    expect(other).toMatchObject({
      openSpans: [],
      previews: { firstLlm: null, firstError: null, firstCall: null, lastCall: null },
    });
    expect(other.annotations).toHaveLength(1);
  },

  'shows one moment of a trace that grows': async (store) => {
    await write(store, [{ trace: 1, span: 1, startMs: 0 }]);
    for (let span = 2; span < 30; span += 1) {
      const [, ...views] = await Promise.all([
        write(store, [{ trace: 1, span, parent: 1, startMs: span, open: true, status: 2 }]),
        viewOf(store),
        viewOf(store),
      ]);
      for (const [index, shown] of views.entries())
        expectOneMoment(shown, `view ${index} beside span ${span}`);
    }
    const last = await viewOf(store);
    expectOneMoment(last, 'the last view');
    expect(last.skeleton.trace.spanCount).toBe(29);
  },
};
