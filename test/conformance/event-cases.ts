import { expect, vi } from 'vitest';
import { BARE_LOG_RECORD } from '#core/otlp/logs/log-record.ts';
import { encodeLogsRequest } from '#core/otlp/logs/encode-logs.ts';
import { skimLogs } from '#core/otlp/logs/skim-logs.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import { readSent, sentBytes } from './sent-span.ts';
import { nanoOf, spanIdOf, traceIdOf, type SpanWish } from './span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

interface EventWish {
  readonly trace: number;
  readonly span: number;
  readonly text: string;
  readonly name?: string;
  readonly project?: string;
}

/** An event as ingest makes it of a log record. */
export function makeEvent({ trace, span, text, name, project }: EventWish): SpanEvent {
  const attributes = [{ key: 'content', value: { type: 'string' as const, value: text } }];
  const eventName = name ?? 'gen_ai.user.message';
  const record = {
    ...BARE_LOG_RECORD,
    traceId: traceIdOf(trace),
    spanId: spanIdOf(span),
    timeUnixNano: nanoOf(span),
    eventName,
    attributes,
  };
  const resource = {
    attributes:
      project === undefined
        ? []
        : [
            {
              key: 'openinference.project.name',
              value: { type: 'string' as const, value: project },
            },
          ],
    droppedAttributesCount: 0,
  };
  const request = encodeLogsRequest([
    { resource, schemaUrl: '', scopeLogs: [{ scope: null, schemaUrl: '', logRecords: [record] }] },
  ]);
  const [event] = skimLogs(request, DEFAULT_SKIM_LIMITS).events;
  if (event === undefined) throw new Error('no event');
  return event;
}

/** A request of log records. */
export function eventBatch(wishes: readonly EventWish[], more: Partial<SpanBatch> = {}): SpanBatch {
  return { projectName: null, records: [], events: wishes.map(makeEvent), ...more };
}

async function writeEvents(
  store: StoreUnderTest,
  wishes: readonly EventWish[],
  more: Partial<SpanBatch> = {},
): Promise<WriteOutcome> {
  const [outcome] = await store.writer.write([eventBatch(wishes, more)]);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

function spanBatch(wishes: readonly SpanWish[], projectName = 'p'): SpanBatch {
  return { projectName, records: readSent(wishes) };
}

/** The texts of the events on a span, in their order. */
async function textsOf(store: StoreUnderTest, span: number): Promise<readonly unknown[]> {
  const rows = await store.reader.findSpans([{ spanId: spanIdOf(span) }]);
  const [payload] = await store.reader.payloads(rows.map((row) => row.id));
  return payload === undefined
    ? ['no span']
    : decodeSpan(payload.bytes).events.map(({ attributes: [first] }) =>
        first?.value.type === 'string' ? first.value.value : null,
      );
}

const CALL: SpanWish = {
  trace: 1,
  span: 1,
  kind: 'LLM',
  model: 'gpt',
  prompt: 10,
  costUsd: 0.5,
  session: 's',
  user: 'ann',
};
const HELLO = { trace: 1, span: 1, text: 'hello' };
const THERE = { trace: 1, span: 1, text: 'there' };

export const EVENT_CASES: Readonly<Record<string, ConformanceCase>> = {
  'gives a stored span its events, however late upkeep comes': async (store) => {
    await store.writer.write([spanBatch([{ trace: 1, span: 1 }])]);
    await writeEvents(store, [{ trace: 1, span: 1, text: 'in time' }]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    try {
      await settle(store);
    } finally {
      vi.useRealTimers();
    }
    expect(await textsOf(store, 1)).toEqual(['in time']);
  },

  'gives a span the events that came before it': async (store) => {
    expect(await writeEvents(store, [HELLO, THERE])).toEqual({
      stored: 2,
      duplicates: 0,
      refused: [],
      projectIds: [],
    });
    expect((await store.writer.write([spanBatch([CALL, { trace: 1, span: 2 }])]))[0]).toMatchObject(
      { stored: 2 },
    );
    expect(await textsOf(store, 1)).toEqual(['hello', 'there']);
    expect(await textsOf(store, 2)).toEqual([]);
    expect((await allSpans(store))[1]).toMatchObject({
      kind: 'LLM',
      modelName: 'gpt',
      costUsd: 0.5,
      sessionId: 's',
      userId: 'ann',
    });
    expect(await store.storage.storage()).toMatchObject({ waitingEvents: 0 });
  },

  'gives a stored span the events that come after it': async (store) => {
    await store.writer.write([spanBatch([CALL, { trace: 1, span: 2 }])]);
    const [before] = await store.reader.findSpans([{ spanId: spanIdOf(1) }]);
    await writeEvents(store, [HELLO]);
    await settle(store);
    expect(await textsOf(store, 1)).toEqual(['hello']);
    expect(await store.reader.findSpans([{ spanId: spanIdOf(1) }])).toEqual([before]);
    await writeEvents(store, [THERE, { trace: 1, span: 2, text: 'other' }]);
    await settle(store);
    expect(await textsOf(store, 1)).toEqual(['hello', 'there']);
    expect(await textsOf(store, 2)).toEqual(['other']);
    const project = await projectId(store);
    const payloads = await store.reader.payloads((await allSpans(store)).map(({ id }) => id));
    expect(await store.projectReader.spanBytes(project)).toBe(
      payloads.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
    expect(await store.storage.storage()).toMatchObject({ waitingEvents: 0 });
  },

  'gives a span the events of the same transaction, whichever stands first': async (store) => {
    await store.writer.write([spanBatch([CALL]), eventBatch([HELLO])]);
    expect(await textsOf(store, 1)).toEqual(['hello']);
  },

  'keeps the own bytes of the span in front': async (store) => {
    await writeEvents(store, [HELLO]);
    await store.writer.write([spanBatch([CALL])]);
    const [row] = await allSpans(store);
    const [payload] = await store.reader.payloads([row?.id ?? 0]);
    const own = sentBytes(CALL);
    expect(Buffer.from(payload?.bytes.subarray(0, own.length) ?? []).equals(own)).toBe(true);
  },

  'keeps an event once, however often it is sent': async (store) => {
    expect(await writeEvents(store, [HELLO, HELLO])).toMatchObject({ stored: 1, duplicates: 1 });
    expect(await writeEvents(store, [HELLO])).toMatchObject({ stored: 0, duplicates: 1 });
    await store.writer.write([spanBatch([CALL])]);
    await writeEvents(store, [HELLO]);
    await settle(store);
    expect(await textsOf(store, 1)).toEqual(['hello']);
    expect(await store.storage.storage()).toMatchObject({ waitingEvents: 0 });
  },

  'changes nothing of a span that is sent again while its events wait': async (store) => {
    await store.writer.write([spanBatch([CALL])]);
    await writeEvents(store, [HELLO]);
    expect((await store.writer.write([spanBatch([CALL, CALL])]))[0]).toMatchObject({
      stored: 0,
      duplicates: 2,
    });
    await settle(store);
    expect(await textsOf(store, 1)).toEqual(['hello']);
    expect(await allSpans(store)).toHaveLength(1);
  },

  'tells spans of one id in two traces apart': async (store) => {
    await writeEvents(store, [{ ...HELLO, trace: 2 }]);
    await store.writer.write([spanBatch([CALL])]);
    await settle(store);
    expect(await textsOf(store, 1)).toEqual([]);
    await store.writer.write([spanBatch([{ ...CALL, trace: 2 }])]);
    expect(await textsOf(store, 1)).toEqual(['hello']);
  },

  'refuses more events than may wait for one span': async (store) => {
    const wishes = Array.from({ length: 1_002 }, (_, n) => ({ ...HELLO, text: `${n}` }));
    const outcome = await writeEvents(store, [...wishes, { ...HELLO, span: 2 }]);
    expect(outcome).toMatchObject({
      stored: 1_001,
      refused: [
        { index: 1_000, reason: expect.stringContaining('1000 events wait') },
        { index: 1_001 },
      ],
    });
    await store.writer.write([spanBatch([CALL])]);
    expect(await textsOf(store, 1)).toHaveLength(1_000);
  },

  'deletes the events that wait for spans of a trace or project that is deleted': async (store) => {
    const ALL = [1, 2, 3].map((trace) => ({ ...HELLO, trace, span: 9 }));
    await store.writer.write([
      spanBatch([CALL]),
      spanBatch([{ ...CALL, trace: 2, span: 2 }], 'q'),
      spanBatch([{ ...CALL, trace: 3, span: 3 }]),
    ]);
    await writeEvents(store, ALL);
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    await store.eraser.deleteTraces([trace?.id ?? 0]);
    await store.eraser.deleteProject(await projectId(store, 'q'));
    expect(await store.storage.storage()).toMatchObject({ waitingEvents: 1 });
    await store.writer.write([
      spanBatch([1, 2, 3].map((each) => ({ ...CALL, trace: each, span: 9 }))),
    ]);
    const spans = await store.reader.findSpans([{ spanId: spanIdOf(9) }]);
    const payloads = await store.reader.payloads(spans.map(({ id }) => id));
    expect(
      payloads
        .filter(({ bytes }) => decodeSpan(bytes).events.length > 0)
        .map(({ row }) => row.traceId),
    ).toEqual([traceIdOf(3)]);
  },

  'deletes the events that wait for a span that is deleted': async (store) => {
    await store.writer.write([spanBatch([CALL, { ...CALL, span: 2 }])]);
    await writeEvents(store, [HELLO]);
    const [row] = await store.reader.findSpans([{ spanId: spanIdOf(1) }]);
    await store.eraser.deleteSpans([row?.id ?? 0]);
    expect(await store.storage.storage()).toMatchObject({ waitingEvents: 0 });
  },

  'lets events of a limited sender join no span of another project': async (store) => {
    await store.writer.write([
      spanBatch([CALL], 'a'),
      spanBatch([{ ...CALL, trace: 2, span: 2 }], 'b'),
    ]);
    const limited = { allowedProjectIds: [await projectId(store, 'a')] };
    expect(await writeEvents(store, [{ ...HELLO, trace: 2, span: 2 }], limited)).toMatchObject({
      isForbidden: true,
      stored: 0,
    });
    expect(await writeEvents(store, [{ ...HELLO, trace: 3, project: 'b' }], limited)).toMatchObject(
      { isForbidden: true },
    );
    expect(
      await writeEvents(store, [HELLO, { trace: 4, span: 4, text: 'later' }], limited),
    ).toMatchObject({ stored: 2 });
    await store.writer.write([spanBatch([{ ...CALL, trace: 4, span: 4 }], 'b')]);
    await settle(store);
    expect(await textsOf(store, 1)).toEqual(['hello']);
    expect(await textsOf(store, 4)).toEqual([]);
    expect(await store.storage.storage()).toMatchObject({ waitingEvents: 0 });
  },
};
