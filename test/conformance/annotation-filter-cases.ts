import { expect } from 'vitest';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import { annotate, onDocument, onSession, onSpan, onTrace } from './annotation-maker.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const SPANS = 600;

/**
 * Every third span is annotated, and every fifth under another name as well; traces have two spans,
 * sessions two traces.
 */
async function fill(store: StoreUnderTest): Promise<void> {
  const numbers = Array.from({ length: SPANS }, (_, i) => i);
  await write(
    store,
    numbers.map((span) => ({
      trace: Math.floor(span / 2),
      span,
      // Not in order of arrival.
      startMs: (span * 7_919) % SPANS,
      session: `s${Math.floor(span / 4)}`,
      kind: span % 2 === 0 ? 'LLM' : 'TOOL',
      documents: 2,
    })),
  );
  await write(store, [{ trace: 5_000, span: 5_000 }], 'other');
  await annotate(store, [
    ...numbers
      .filter((n) => n % 3 === 0)
      .map((n) => onSpan(n, { score: (n % 30) / 30, label: n % 2 === 0 ? 'good' : 'bad' })),
    ...numbers
      .filter((n) => n % 5 === 0)
      .map((n) => onSpan(n, { name: 'tone', identifier: `i${n}`, explanation: 'since' })),
    ...numbers.filter((n) => n % 60 === 0).map((n) => onTrace(n / 2, { score: n })),
    ...numbers.filter((n) => n % 100 === 0).map((n) => onSession(`s${n / 4}`, { label: 'long' })),
    onSpan(5_000, { score: 0, label: 'bad' }),
    ...numbers
      .filter((n) => n % 40 === 0)
      .flatMap((n) => [0, 1].map((at) => onDocument(n, at, { name: 'fits', score: at }))),
    // On the other span of the same trace.
    ...numbers
      .filter((n) => n % 80 === 1)
      .map((n) => onDocument(n, 1, { name: 'odd', label: 'yes' })),
  ]);
}

type List = (text: string, asScan: boolean, order: 'asc' | 'desc') => Promise<readonly number[]>;

/**
 * Whether the filter gives the same, and something, whether its necessary conditions are used or
 * not; in each order.
 */
async function agree(list: List, text: string): Promise<void> {
  for (const order of ['asc', 'desc'] as const) {
    const found = await list(text, false, order);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await list(text, true, order));
  }
}

/** The predicate without its index hints: each row is tested. */
function asked<P extends { readonly matches: (subject: never) => boolean }>(
  predicate: P | null,
): P {
  if (predicate === null) throw new Error('a filter');
  return { ...predicate, necessary: {} };
}

function given<P>(predicate: P | null): P {
  if (predicate === null) throw new Error('a filter');
  return predicate;
}

export const ANNOTATION_FILTER_CASES: Readonly<Record<string, ConformanceCase>> = {
  'filters spans by annotations, by index as by asking each': async (store) => {
    await fill(store);
    const id = await projectId(store);
    for (const sort of ['start_time', 'id', 'latency_ms'] as const) {
      const list: List = async (text, asScan, order) => {
        const filter = asScan ? asked(compileSpanFilter(text)) : given(compileSpanFilter(text));
        const page = await store.reader.spans(
          { projectId: id, sort, order, limit: 1_000, filter },
          UNLIMITED,
        );
        return page.rows.map((row) => row.id);
      };
      for (const text of [
        "annotations['correct']",
        "annotations['correct'].label == 'good' and span_kind == 'LLM'",
        "annotations['correct'].score < 0.2 and annotations['tone']",
        "0.3 <= evals['correct'].score <= 0.5 and annotations['correct'].label in ['bad', 'good']",
        "annotations['tone'].explanation == 'since' and annotations['tone'].identifier == 'i15'",
        "trace_annotations['correct'].score > 10",
        "not annotations['correct'] and annotations['tone']",
        "annotations['correct'].label is None",
        "document_annotations['fits'].score == 1",
        "document_annotations['fits'].score < 1 and annotations['correct'].label == 'good'",
      ])
        await agree(list, text);
    }
  },

  'filters traces and sessions by annotations, by index as by asking each': async (store) => {
    await fill(store);
    const id = await projectId(store);
    for (const sort of ['start_time', 'latency_ms', 'token_count'] as const) {
      const list: List = async (text, asScan, order) => {
        const filter = asScan ? asked(compileTraceFilter(text)) : given(compileTraceFilter(text));
        const page = await store.reader.traces(
          { projectId: id, sort, order, limit: 500, filter },
          UNLIMITED,
        );
        return page.rows.map((row) => row.id);
      };
      await agree(list, "trace_annotations['correct'].score > 100 and num_spans == 2");
      await agree(list, "any(a.label == 'bad' for a in span_annotations)");
      await agree(list, "document_annotations['fits'].score == 1");
      await agree(
        list,
        "document_annotations['fits'].score < 1 and document_annotations['odd'].label == 'yes'",
      );
      await agree(
        list,
        "document_annotations['fits'] and trace_annotations['correct'].score > 100",
      );
    }
    for (const sort of ['id', 'start_time', 'trace_count'] as const) {
      const list: List = async (text, asScan, order) => {
        const filter = asScan
          ? asked(compileSessionFilter(text))
          : given(compileSessionFilter(text));
        const page = await store.reader.sessions(
          { projectId: id, sort, order, limit: 500, filter },
          UNLIMITED,
        );
        return page.rows.map((row) => row.id);
      };
      await agree(list, "session_annotations['correct'].label == 'long'");
      await agree(list, "document_annotations['fits'].score == 1");
      await agree(
        list,
        "document_annotations['fits'] and session_annotations['correct'].label == 'long'",
      );
    }
  },
};
