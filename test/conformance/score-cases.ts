import { expect } from 'vitest';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import type { PageAnchor, TimeWindow } from '#core/ports/span-store.ts';
import type { ScoredPage } from '#core/ports/score-reader.ts';
import { annotate, onSession, onSpan, onTrace } from './annotation-maker.ts';
import { nanoOf } from './span-maker.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const COUNT = 1_200;
const NUMBERS = Array.from({ length: COUNT }, (_, n) => n);
const DAYS = 40;

/**
 * Scores of a subject, each from another rater: some negative, many equal, very large and very
 * small; most have none or only a label.
 */
function scoresOf(n: number): readonly number[] {
  if (n % 3 !== 0) return [];
  if (n % 9 === 0) return [(n % 7) - 3, ((n % 11) - 5) / 10];
  return [[1, 0, -1e300, 1e-300, 0.1][n % 5] ?? 0];
}

function meanOf(n: number): number | null {
  const scores = scoresOf(n);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/**
 * One span per trace and one trace per session, all annotated alike; equal means are ordered by
 * number.
 */
async function fill(store: StoreUnderTest): Promise<void> {
  await write(
    store,
    NUMBERS.map((n) => ({
      trace: n,
      span: n,
      startMs: (n * 37) % DAYS,
      session: `s${n}`,
      kind: n % 2 === 0 ? 'LLM' : 'TOOL',
    })),
  );
  await write(store, [{ trace: 9_000, span: 9_000, session: 'else' }], 'other');
  const scored = NUMBERS.flatMap((n) =>
    scoresOf(n).flatMap((score, rater) => {
      const wish = { score, identifier: `rater-${rater}` };
      return [onSpan(n, wish), onTrace(n, wish), onSession(`s${n}`, wish)];
    }),
  );
  const beside = NUMBERS.filter((n) => n % 50 === 1).flatMap((n) => [
    onSpan(n, { label: 'no score' }),
    onSpan(n, { name: 'other', score: 5 }),
  ]);
  await annotate(store, [...scored, ...beside, onSpan(9_000, { score: 7 })]);
}

function expected(order: 'asc' | 'desc', keep: (n: number) => boolean = () => true): number[] {
  const sign = order === 'asc' ? 1 : -1;
  const scored = NUMBERS.filter(keep).flatMap((n) => {
    const mean = meanOf(n);
    return mean === null ? [] : [{ n, mean }];
  });
  return scored.sort((a, b) => sign * (a.mean - b.mean || a.n - b.n)).map(({ n }) => n);
}

interface List {
  readonly window?: TimeWindow;
  readonly filter?: string;
  readonly order: 'asc' | 'desc';
}

type Read = (
  list: List,
  anchor: PageAnchor | undefined,
) => Promise<ScoredPage<{ readonly id: number }>>;

/** The numbers of a whole list, 100 to a page. */
async function walk(read: Read, list: List): Promise<number[]> {
  const seen: number[] = [];
  let anchor: PageAnchor | undefined;
  for (let pages = 0; pages < COUNT; pages += 1) {
    const { rows, ranks, next } = await read(list, anchor);
    expect(ranks.length).toBe(rows.length);
    seen.push(...rows.map(({ id }) => id));
    if (next === null) return seen;
    anchor = next;
  }
  throw new Error('the walk never ends');
}

function readers(
  store: StoreUnderTest,
  project: number,
): Readonly<Record<'span' | 'trace' | 'session', Read>> {
  const common = ({ window, order }: List, anchor: PageAnchor | undefined) => ({
    projectId: project,
    scoreName: 'correct',
    order,
    limit: 100,
    ...(window === undefined ? {} : { window }),
    ...(anchor === undefined ? {} : { anchor }),
  });
  const given = <P>(
    compile: (text: string) => P | null,
    text: string | undefined,
  ): { filter?: P } => {
    const filter = text === undefined ? null : compile(text);
    return filter === null ? {} : { filter };
  };
  return {
    span: (list, anchor) =>
      store.scores.scoredSpans(
        { ...common(list, anchor), ...given(compileSpanFilter, list.filter) },
        UNLIMITED,
      ),
    trace: (list, anchor) =>
      store.scores.scoredTraces(
        { ...common(list, anchor), ...given(compileTraceFilter, list.filter) },
        UNLIMITED,
      ),
    session: (list, anchor) =>
      store.scores.scoredSessions(
        { ...common(list, anchor), ...given(compileSessionFilter, list.filter) },
        UNLIMITED,
      ),
  };
}

export const SCORE_CASES: Readonly<Record<string, ConformanceCase>> = {
  'sorts spans, traces and sessions by their mean score, either way, page by page': async (
    store,
  ) => {
    await fill(store);
    for (const read of Object.values(readers(store, await projectId(store)))) {
      for (const order of ['asc', 'desc'] as const) {
        const numbers = await walk(read, { order });
        // Numbers rise as subjects arrived.
        const first = Math.min(...numbers);
        expect(numbers.map((number) => number - first)).toEqual(expected(order));
      }
    }
  },

  'sorts by score only what the conditions leave': async (store) => {
    await fill(store);
    const { span, trace, session } = readers(store, await projectId(store));
    const window = { startUnixNano: nanoOf(10), endUnixNano: nanoOf(20) };
    const isIn = (n: number): boolean => (n * 37) % DAYS >= 10 && (n * 37) % DAYS < 20;
    const order = 'desc';
    const shifted = (numbers: readonly number[]): number[] =>
      numbers.map((number) => number - base);
    const base = Math.min(...(await walk(span, { order })));
    expect(shifted(await walk(span, { order, window, filter: "span_kind == 'LLM'" }))).toEqual(
      expected(order, (n) => isIn(n) && n % 2 === 0),
    );
    expect(shifted(await walk(trace, { order, window, filter: 'num_spans == 1' }))).toEqual(
      expected(order, isIn),
    );
    const sessions = await walk(session, { order, window, filter: 'num_traces == 1' });
    // A session is in a window when it was active in it: its span lasts a while.
    expect(shifted(sessions)).toEqual(expect.arrayContaining(expected(order, isIn)));
    const all = shifted(await walk(session, { order }));
    expect(shifted(sessions)).toEqual(all.filter((n) => shifted(sessions).includes(n)));
  },

  'gives the rows without a score, and forgets a score that is taken away': async (store) => {
    await fill(store);
    const project = await projectId(store);
    const query = {
      projectId: project,
      order: 'desc',
      limit: 1_000,
      withoutScore: 'correct',
    } as const;
    const unscored = NUMBERS.filter((n) => meanOf(n) === null).length;
    const filter = compileSpanFilter("attributes['nothing'] is None");
    expect(
      (await store.reader.spans({ ...query, sort: 'start_time' }, UNLIMITED)).rows,
    ).toHaveLength(unscored);
    expect(
      (
        await store.reader.spans(
          { ...query, sort: 'id', ...(filter === null ? {} : { filter }) },
          UNLIMITED,
        )
      ).rows,
    ).toHaveLength(unscored);
    expect(
      (await store.reader.traces({ ...query, sort: 'start_time' }, UNLIMITED)).rows,
    ).toHaveLength(unscored);
    expect(
      (await store.reader.sessions({ ...query, sort: 'end_time' }, UNLIMITED)).rows,
    ).toHaveLength(unscored);
    const list = { projectId: project, scoreName: 'correct', order: 'desc', limit: 2 } as const;
    const [best, second] = (await store.scores.scoredTraces(list, UNLIMITED)).rows;
    await store.eraser.deleteTraces([best?.id ?? 0]);
    expect((await store.scores.scoredTraces(list, UNLIMITED)).rows[0]?.id).toBe(second?.id);
    await expect(store.scores.scoredSpans(list, { over: () => true })).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
  },
};
