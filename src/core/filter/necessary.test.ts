import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { andSpanPredicates, attributePredicate } from './attribute-predicate.ts';
import { compileSessionFilter, compileSpanFilter, compileTraceFilter } from './compile-filter.ts';
import type { NecessarySpanConditions, SpanView } from './predicate.ts';
import { spanView } from './test-views.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(16);

describe('necessary conditions of a span filter', () => {
  test.each<[string, NecessarySpanConditions]>([
    ["span_kind == 'llm'", { kinds: ['LLM'] }],
    ["span_kind in ['TOOL', 'llm', 'nonsense']", { kinds: ['TOOL', 'LLM'] }],
    ["'LLM' == span_kind and status_code == 'error'", { kinds: ['LLM'], statusCodes: ['ERROR'] }],
    [
      "name == 'x' and (user.id == 'ann' and session.id in ['s'])",
      { names: ['x'], userIds: ['ann'], sessionIds: ['s'] },
    ],
    ["llm.model_name in ('a', 'b')", { modelNames: ['a', 'b'] }],
    [
      `trace_id == '${A}' and context.span_id in ['${B}', 'short']`,
      { traceIds: [A], spanIds: [B] },
    ],
    ['latency_ms > 5', { latencyNanoMin: 4_999_999n }],
    ['latency_ms <= 5 and latency_ms < 7', { latencyNanoMax: 5_000_001n }],
    ['0.5 < latency_ms < 1000', { latencyNanoMin: 499_999n, latencyNanoMax: 1_000_000_001n }],
    ['latency_ms == 3', { latencyNanoMin: 2_999_999n, latencyNanoMax: 3_000_001n }],
    ["name == 'x' and foo == 1 and not span_kind == 'LLM'", { names: ['x'] }],
    ["name in ['a', 'b'] and name in ['b', 'c']", { names: ['b'] }],
    ["name == 'a' and name == 'b'", { names: ['a'] }],
    ["span_kind == 'nonsense'", {}],
    ["span_kind == 'LLM' or name == 'x'", {}],
    ["not (span_kind == 'LLM')", {}],
    ["span_kind != 'LLM'", {}],
    ["'LLM' in span_kind", {}],
    ["name not in ['a']", {}],
    ["attributes['llm']['model_name'] == 'x'", { words: ['x'] }],
    ['name is None', {}],
    ['latency_ms > 1e300', {}],
    ['latency_ms >= -5', {}],
    ["annotations['x']", { annotations: [{ name: 'x' }] }],
    [
      "evals['x'].label == 'a' and 0.2 < annotations['x'].score",
      { annotations: [{ name: 'x', labels: ['a'], scoreMin: 0.2 }] },
    ],
    [
      "annotations['x'].label in ['a', 'b'] and annotations['x'].label in ['b', 'c']",
      { annotations: [{ name: 'x', labels: ['b'] }] },
    ],
    [
      "-1 <= annotations['x'].score <= 3",
      { annotations: [{ name: 'x', scoreMin: -1, scoreMax: 3 }] },
    ],
    [
      "annotations['x'].score == 1 and trace_annotations['y'].score >= 0",
      {
        annotations: [{ name: 'x', scoreMin: 1, scoreMax: 1 }],
        traceAnnotations: [{ name: 'y', scoreMin: 0 }],
      },
    ],
    [
      "annotations['x'].explanation == 'since' and annotations['x'].label is not None",
      { annotations: [{ name: 'x' }] },
    ],
    [
      "document_annotations['x'].label == 'irrelevant'",
      { documentAnnotations: [{ name: 'x', labels: ['irrelevant'] }] },
    ],
    ["not annotations['x']", {}],
    ["annotations['x'].label is None", {}],
    ["annotations['x'].label != 'a'", {}],
    ["annotations['x'] or annotations['y']", {}],
    ["annotations['x'].score == annotations['y'].score", {}],
  ])('%s', (text, necessary) => expect(compileSpanFilter(text)?.necessary).toEqual(necessary));

  test('annotations of documents count for traces and sessions too', () => {
    const text = "document_annotations['x'].label == 'irrelevant'";
    const necessary = { documentAnnotations: [{ name: 'x', labels: ['irrelevant'] }] };
    expect(compileTraceFilter(text)?.necessary).toEqual(necessary);
    expect(compileSessionFilter(text)?.necessary).toEqual(necessary);
  });

  test('hold for every span that matches', () => {
    const text = fc.constantFrom('x', 'y', 'z');
    const view = fc
      .record({
        kind: fc.constantFrom(...SPAN_KINDS),
        statusCode: fc.constantFrom(...STATUS_CODES),
        name: text,
        modelName: fc.option(text),
        userId: fc.option(text),
        sessionId: fc.option(text),
        latency: fc.integer({ min: -2_000_000, max: 9_000_000 }),
        own: text,
      })
      .map(({ latency, own, ...row }) => {
        const start = spanView().row.startTimeUnixNano;
        return spanView(
          { ...row, endTimeUnixNano: start + BigInt(latency) },
          { session: { id: own } },
        );
      });
    const literal = text.map((value) => `'${value}'`);
    const named = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<string> =>
      fc.oneof(
        fc
          .tuple(fc.constantFrom('==', '!='), values)
          .map(([op, value]) => `${name} ${op} ${value}`),
        fc.array(values, { maxLength: 3 }).map((list) => `${name} in [${list.join(', ')}]`),
      );
    const atom = fc.oneof(
      named('name', literal),
      named('llm.model_name', literal),
      named('user.id', literal),
      named('session.id', literal),
      named('span_kind', fc.constantFrom("'llm'", "'TOOL'", "'x'")),
      named('status_code', fc.constantFrom("'ok'", "'ERROR'")),
      fc
        .tuple(fc.constantFrom('<', '<=', '>', '>=', '=='), fc.integer({ min: -1, max: 9 }))
        .map(([op, ms]) => `latency_ms ${op} ${ms}`),
      fc
        .tuple(fc.constantFrom('<', '<=', '>', '>='), fc.double({ min: 0, max: 9, noNaN: true }))
        .map(([op, ms]) => `${ms} ${op} latency_ms`),
    );
    const { condition } = fc.letrec<{ condition: string }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 3 },
        atom,
        fc
          .array(tie('condition'), { minLength: 2, maxLength: 3 })
          .map((parts) => `(${parts.join(' and ')})`),
        fc
          .array(tie('condition'), { minLength: 2, maxLength: 3 })
          .map((parts) => `(${parts.join(' or ')})`),
        tie('condition').map((part) => `(not ${part})`),
      ),
    }));
    let matched = 0;
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 3 }), view, (conditions, span) => {
        const predicate = compileSpanFilter(conditions.join(' and '));
        if (predicate === null || !predicate.matches(span)) return true;
        matched += 1;
        return satisfied(predicate.necessary, span);
      }),
      { numRuns: 20_000 },
    );
    expect(matched).toBeGreaterThan(1_000);
  });
});

function satisfied(necessary: NecessarySpanConditions, { row }: SpanView): boolean {
  const among = <T>(list: readonly T[] | undefined, value: T | null): boolean =>
    list === undefined || (value !== null && list.includes(value));
  const latency = row.endTimeUnixNano - row.startTimeUnixNano;
  return (
    Object.values(necessary).every((list) => !Array.isArray(list) || list.length > 0) &&
    among(necessary.kinds, row.kind) &&
    among(necessary.statusCodes, row.statusCode) &&
    among(necessary.names, row.name) &&
    among(necessary.modelNames, row.modelName) &&
    among(necessary.sessionIds, row.sessionId) &&
    among(necessary.userIds, row.userId) &&
    (necessary.latencyNanoMin === undefined || latency >= necessary.latencyNanoMin) &&
    (necessary.latencyNanoMax === undefined || latency <= necessary.latencyNanoMax)
  );
}

test.each([
  ['error_count > 0', { hasError: true }],
  ['0 < error_count and latency_ms >= 10', { hasError: true, latencyNanoMin: 9_999_999n }],
  ['error_count >= 1', { hasError: true }],
  ['error_count == 0', { hasError: false }],
  ['error_count < 1', { hasError: false }],
  ['error_count >= 0', {}],
  ['error_count < 2', {}],
  ['error_count != 0', {}],
  ['error_count > 0 or latency_ms > 1', {}],
  ["root.status_code == 'ERROR'", { hasError: true, rootStatuses: ['ERROR'] }],
  ["root.status_code == 'OK'", { rootStatuses: ['OK'] }],
  ["root.status_code in ['ERROR', 'UNSET']", { rootStatuses: ['ERROR', 'UNSET'] }],
  ["root.status_code != 'ERROR'", {}],
])('necessary conditions of the trace filter %s', (text, necessary) =>
  expect(compileTraceFilter(text)?.necessary).toEqual(necessary),
);

describe("REST's attribute conditions", () => {
  const span = spanView(
    { name: 'a' },
    {
      llm: { model_name: 'gpt-4o', temperature: 0, count: 5 },
      flag: true,
      text: '5',
      colon: 'a:b',
      quoted: 'true',
    },
  );
  test.each([
    ['llm.model_name:gpt-4o', true],
    ['llm.model_name:"gpt-4o"', true],
    ['llm.model_name:gpt-4', false],
    ['llm.count:5', true],
    ['llm.count:5.0', true],
    ['llm.count:"5"', false],
    ['llm.count:6', false],
    ['text:5', false],
    ['text:"5"', true],
    ['flag:true', true],
    ['flag:false', false],
    ['flag:"true"', false],
    ['quoted:true', false],
    ['quoted:"true"', true],
    ['colon:a:b', true],
    ['llm.temperature:-0', true],
    ['missing:1', false],
    ['llm:gpt-4o', false],
  ])('%s is %s', (pair, matches) =>
    expect(attributePredicate([pair])?.matches(span)).toBe(matches),
  );

  test.each([
    ['nocolon', 'no colon'],
    [':x', 'key is empty'],
    ['a..b:x', 'key is empty'],
    ['a:', 'value is empty'],
    ['a:  ', 'value is empty'],
    ['a:[1]', 'lists, objects and null'],
    ['a:{}', 'lists, objects and null'],
    ['a:null', 'lists, objects and null'],
  ])('%s is refused', (pair, why) => expect(() => attributePredicate([pair])).toThrow(why));

  test('all hold together, and join a filter', () => {
    expect(attributePredicate([])).toBeNull();
    expect(attributePredicate(['flag:true', 'llm.count:5'])?.matches(span)).toBe(true);
    expect(attributePredicate(['flag:true', 'llm.count:6'])?.matches(span)).toBe(false);
    const filter = compileSpanFilter("name == 'a' and span_kind == 'LLM'");
    const both = andSpanPredicates(
      filter,
      null,
      attributePredicate(['flag:true']),
      compileSpanFilter("name == 'b'"),
    );
    expect(both?.necessary).toEqual({ names: ['a'], kinds: ['LLM'] });
    expect(both?.matches(span)).toBe(false);
    expect(andSpanPredicates(null, filter, null)).toBe(filter);
    expect(andSpanPredicates(null, null)).toBeNull();
  });
});

test('name the ids and users of sessions', () => {
  expect(compileSessionFilter("user.id in ['ann', 'bob'] and num_traces > 3")?.necessary).toEqual({
    traceCount: { min: 4 },
    userIds: ['ann', 'bob'],
  });
  expect(compileSessionFilter("user.id != 'ann'")?.necessary).toEqual({});
  expect(compileSessionFilter("session_id == 'a' and num_traces > 3")?.necessary).toEqual({
    traceCount: { min: 4 },
    sessionIds: ['a'],
  });
  expect(compileSessionFilter("session.id in ['a', 'b']")?.necessary).toEqual({
    sessionIds: ['a', 'b'],
  });
  expect(compileSessionFilter("session_id == 'a' or num_traces > 3")?.necessary).toEqual({});
  expect(compileSessionFilter("'a' in session_id")?.necessary).toEqual({});
});

test('name the counts and roots of traces, and the counts of sessions', () => {
  const ofTrace = (text: string) => compileTraceFilter(text)?.necessary;
  expect(ofTrace('num_spans > 14')).toEqual({ spanCount: { min: 15 } });
  expect(ofTrace('2.5 <= num_spans < 7 and num_spans < 9.5')).toEqual({
    spanCount: { min: 3, max: 6 },
  });
  expect(ofTrace('num_spans == 4')).toEqual({ spanCount: { min: 4, max: 4 } });
  expect(ofTrace('num_spans in [4, 5]')).toEqual({});
  expect(ofTrace('num_spans > 4 or num_spans < 2')).toEqual({});
  expect(ofTrace("root.name in ['a', 'b'] and root.status_code == 'error'")).toEqual({
    hasError: true,
    rootNames: ['a', 'b'],
    rootStatuses: ['ERROR'],
  });
  expect(compileSessionFilter('num_traces_with_error >= 2')?.necessary).toEqual({
    errorTraceCount: { min: 2 },
  });
});

test('name the annotations of traces and sessions', () => {
  const annotations = [{ name: 'x', scoreMax: 1 }];
  expect(compileTraceFilter("trace_annotations['x'].score < 1")?.necessary).toEqual({
    annotations,
  });
  expect(compileSessionFilter("session_annotations['x'].score < 1")?.necessary).toEqual({
    annotations,
  });
  expect(compileSessionFilter("not session_annotations['x']")?.necessary).toEqual({});
});
