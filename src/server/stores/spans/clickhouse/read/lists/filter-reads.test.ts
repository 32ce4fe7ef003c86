import { describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { SessionRow, TraceRow } from '#core/ports/span-rows.ts';
import { spanRow, type NarrowSpan } from '../../schema/stored-span.ts';
import type { FilterBounds } from './filter-bounds.ts';
import { FilterReads } from './filter-reads.ts';
import type { FilterSource } from './filter-source.ts';
import { ListedSession, ListedSpan, ListedTrace, type ListedRow } from './filter-views.ts';

/** A trace of so many spans, of so many bytes each. */
interface Wish {
  readonly spans: number;
  readonly bytes?: number;
  readonly session?: number;
}

const NONE = { bytes: new Uint8Array(), resourceBytes: new Uint8Array() };

function traceIdOf(trace: number): string {
  return String(trace).padStart(32, '0');
}

function narrow(trace: number, index: number, size: number): NarrowSpan {
  const number = trace * 1_000 + index;
  return {
    project: 1,
    conversation: '',
    traceId: traceIdOf(trace),
    spanId: String(number).padStart(16, '0'),
    number,
    revision: 0,
    traceNumber: trace,
    sessionNumber: 0,
    session: '',
    parentSpanId: index === 0 ? null : String(trace * 1_000).padStart(16, '0'),
    name: `span ${index}`,
    kind: 1,
    otelKind: 1,
    startTimeUnixNano: BigInt(index),
    endTimeUnixNano: BigInt(index),
    status: 0,
    errorMessage: null,
    modelName: null,
    modelProvider: null,
    tokens: {
      prompt: 1,
      completion: 1,
      total: null,
      cacheRead: null,
      cacheWrite: null,
      reasoning: null,
      audio: null,
    },
    costUsd: null,
    repeats: 0,
    userId: null,
    documentCount: 0,
    firstTokenNano: null,
    size,
  };
}

/** Traces in memory, and what was read of them: how much each time. */
class CountingSource implements FilterSource {
  readonly reads: (readonly [part: string, size: number])[] = [];
  readonly #wishes: readonly Wish[];

  constructor(wishes: readonly Wish[]) {
    this.#wishes = wishes;
  }

  traceRow(trace: number): TraceRow {
    const { spans = 0, session } = this.#wishes[trace] ?? {};
    // as: the fields that filters and reads look at.
    return {
      id: trace,
      traceId: traceIdOf(trace),
      spanCount: spans,
      sessionNumber: session ?? null,
      sessionId: session === undefined ? null : String(session),
      rootSpanNumber: trace * 1_000,
    } as TraceRow;
  }

  sessionRow(session: number): SessionRow {
    const traceCount = this.#wishes.filter((wish) => wish.session === session).length;
    // as: the fields that filters and reads look at.
    return { id: session, sessionId: String(session), traceCount } as SessionRow;
  }

  spansOf(traceId: string): NarrowSpan[] {
    const trace = Number(traceId);
    const { spans = 0, bytes = 0 } = this.#wishes[trace] ?? {};
    return Array.from({ length: spans }, (_, index) => narrow(trace, index, bytes));
  }

  traces(sessions: readonly number[]) {
    const rows = this.#wishes.flatMap(({ session }, trace) =>
      session !== undefined && sessions.includes(session) ? [this.traceRow(trace)] : [],
    );
    this.reads.push(['traces', rows.length]);
    return Promise.resolve(Map.groupBy(rows, ({ sessionNumber }) => sessionNumber ?? 0));
  }

  spans(traceIds: readonly string[]) {
    const spans = traceIds.flatMap((id) => this.spansOf(id));
    this.reads.push(['spans', spans.length]);
    return Promise.resolve(spans);
  }

  spanCounts(traceIds: readonly string[]) {
    this.reads.push(['counts', traceIds.length]);
    return Promise.resolve(new Map(traceIds.map((id) => [id, this.spansOf(id).length])));
  }

  contents(spans: readonly number[]) {
    this.reads.push(['contents', spans.length]);
    return Promise.resolve(new Map(spans.map((number) => [number, NONE])));
  }

  stored(spanIds: readonly string[]) {
    this.reads.push(['stored', spanIds.length]);
    const stored = this.#wishes.flatMap((_, trace) => this.spansOf(traceIdOf(trace)));
    return Promise.resolve(new Set(stored.map(({ traceId, spanId }) => traceId + spanId)));
  }

  annotations(_: string, numbers: readonly number[]) {
    this.reads.push(['annotations', numbers.length]);
    return Promise.resolve([]);
  }
}

const KB = 1024;
const BOUNDS: FilterBounds = {
  rowsAtOnce: 10,
  bytesAtOnce: 100 * KB,
  rowsMax: 30,
  bytesMax: 300 * KB,
};

interface Asked<Row extends ListedRow> {
  readonly rows: (reads: FilterReads<Row>) => readonly Row[];
  readonly matches: (row: Row) => boolean;
  readonly step?: () => void;
  readonly bounds?: FilterBounds;
}

async function ask<Row extends ListedRow>(
  source: FilterSource,
  { rows, matches, step = () => undefined, bounds = BOUNDS }: Asked<Row>,
): Promise<boolean[]> {
  const reads = new FilterReads<Row>(source, () => ({}), step, bounds);
  const found: boolean[] = [];
  for await (const isMatch of reads.matching(rows(reads), matches)) found.push(isMatch);
  return found;
}

/** The traces of a source as rows. */
function traces(source: CountingSource, count: number): () => readonly ListedTrace[] {
  return () => Array.from({ length: count }, (_, trace) => new ListedTrace(source.traceRow(trace)));
}

const hasContent = (trace: ListedTrace): boolean =>
  trace.spans().every((span) => span.bytes().length === 0);

describe('FilterReads', () => {
  it('reads what fits for all rows at once', async () => {
    const source = new CountingSource(Array.from({ length: 5 }, () => ({ spans: 2, bytes: 100 })));
    const found = await ask(source, { rows: traces(source, 5), matches: hasContent });
    expect(found).toEqual([true, true, true, true, true]);
    expect(source.reads).toEqual([
      ['spans', 10],
      ['contents', 10],
    ]);
  });

  it('reads spans and their content in parts that fit', async () => {
    const source = new CountingSource(
      Array.from({ length: 20 }, () => ({ spans: 4, bytes: 18 * KB })),
    );
    const found = await ask(source, { rows: traces(source, 20), matches: hasContent });
    expect(found).toHaveLength(20);
    for (const [part, size] of source.reads)
      expect(size).toBeLessThanOrEqual(part === 'spans' ? 10 : 5);
    const sum = (part: string) =>
      source.reads.reduce((all, [one, size]) => (one === part ? all + size : all), 0);
    expect([sum('spans'), sum('contents')]).toEqual([80, 80]);
  });

  it('reads a row that is larger than a part, and of it no more than is asked for', async () => {
    const source = new CountingSource([{ spans: 1 }, { spans: 25, bytes: 18 * KB }]);
    const matches = (trace: ListedTrace): boolean => trace.spans()[0]?.bytes().length === 0;
    expect(await ask(source, { rows: traces(source, 2), matches })).toEqual([true, true]);
    expect(source.reads).toEqual([
      ['spans', 1],
      ['contents', 1],
      ['spans', 25],
      ['contents', 5],
    ]);
  });

  it('reads twice as much of a large row each time, since it is looked at again', async () => {
    const source = new CountingSource([
      { spans: 16, bytes: 18 * KB },
      { spans: 4, bytes: 18 * KB },
    ]);
    const bounds = { ...BOUNDS, bytesMax: 400 * KB };
    await ask(source, { rows: traces(source, 2), matches: hasContent, bounds });
    const contents = source.reads.flatMap(([part, size]) => (part === 'contents' ? [size] : []));
    expect(contents).toEqual([5, 5, 6, 4]);
  });

  it('lets go of what it read with each row', async () => {
    const source = new CountingSource(Array.from({ length: 20 }, () => ({ spans: 4, bytes: 100 })));
    const reads = new FilterReads<ListedTrace>(
      source,
      () => ({}),
      () => undefined,
      BOUNDS,
    );
    const rows = traces(source, 20)();
    for await (const isMatch of reads.matching(rows, hasContent)) {
      expect(isMatch).toBe(true);
      const spans = rows.reduce((sum, { known }) => sum + (known?.length ?? 0), 0);
      expect(spans).toBeLessThanOrEqual(12);
    }
    expect(rows.every(({ known }) => known === null)).toBe(true);
  });

  it('refuses a row of which a filter asks for more than fits, and says how to leave it out', async () => {
    const many = new CountingSource([{ spans: 31 }]);
    const large = new CountingSource([{ spans: 25, bytes: 18 * KB }]);
    for (const source of [many, large])
      await expect(ask(source, { rows: traces(source, 1), matches: hasContent })).rejects.toThrow(
        /reads more than .* of trace 0{32}: leave that out with "num_spans < \d\d and …"/,
      );
    const session = new CountingSource(
      Array.from({ length: 31 }, () => ({ spans: 1, session: 7 })),
    );
    await expect(
      ask(session, {
        rows: () => [new ListedSession(session.sessionRow(7))],
        matches: (row) => row.traces().length > 0,
      }),
    ).rejects.toThrow('num_traces < 31');
  });

  it('reads the traces of sessions, and their spans, in parts', async () => {
    const source = new CountingSource(
      Array.from({ length: 24 }, (_, n) => ({ spans: 2, session: Math.floor(n / 4) })),
    );
    const found = await ask(source, {
      rows: () => [0, 1, 2, 3, 4, 5].map((one) => new ListedSession(source.sessionRow(one))),
      matches: (session) => session.traces().every((trace) => trace.spans().length === 2),
    });
    expect(found).toHaveLength(6);
    for (const [, size] of source.reads) expect(size).toBeLessThanOrEqual(10);
  });

  it('finds parents and tokens of listed spans with as many of their traces as fit', async () => {
    const source = new CountingSource(Array.from({ length: 6 }, () => ({ spans: 4 })));
    const found = await ask<ListedSpan>(source, {
      rows: ({ attributesOf }) =>
        [0, 1, 2, 3, 4, 5].flatMap((trace) =>
          source
            .spansOf(traceIdOf(trace))
            .slice(0, 2)
            .map((span) => new ListedSpan(spanRow(span, null), attributesOf)),
        ),
      matches: (span) => span.hasParent && span.cumulativeTokens().prompt >= 0,
    });
    expect(found).toEqual(Array.from({ length: 12 }, (_, n) => n % 2 === 1));
    expect(source.reads).toEqual([
      ['stored', 6],
      ['counts', 6],
      ['spans', 8],
      ['spans', 8],
      ['spans', 8],
    ]);
  });

  it('asks before each read whether to go on', async () => {
    const source = new CountingSource(Array.from({ length: 20 }, () => ({ spans: 4 })));
    let left = 3;
    const step = (): void => {
      left -= 1;
      if (left < 0) throw new AppError('deadline_exceeded', 'over');
    };
    await expect(
      ask(source, { rows: traces(source, 20), matches: hasContent, step }),
    ).rejects.toThrow('over');
    expect(source.reads).toHaveLength(3);
  });
});
