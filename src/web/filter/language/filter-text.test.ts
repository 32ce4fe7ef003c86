import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  clicksOn,
  filterBy,
  narrowTo,
  narrowedBy,
  negated,
  textOfSegments,
  withoutSegment,
} from './edit.ts';
import { corrected, readFilterText } from './filter-text.ts';
import { conditionOnNone, type ClickField } from './condition.ts';
import { rescoped } from './rescope.ts';
import type { Grain } from './fields.ts';
import { loadFilterLanguage } from './language.ts';

beforeAll(loadFilterLanguage);

describe('text typed into a filter', () => {
  it.each<[Grain, string, string]>([
    ['spans', '', ''],
    ['spans', "  span_kind == 'LLM'  ", "span_kind == 'LLM'"],
    ['spans', "span_kind == 'LLM' and latency_ms > 4", "span_kind == 'LLM' and latency_ms > 4"],
    ['spans', 'a == 1 or latency_ms > 4', 'refused'],
    ['spans', 'invoice', "search('invoice')"],
    ['traces', 'latency_ms > 4 invoice', "latency_ms > 4 and search('invoice')"],
    ['sessions', "'it", 'refused'],
    ['sessions', 'gpt-5', "search('gpt-5')"],
    ['sessions', 'gpt-4o ann@example.org', "search('gpt-4o') and search('ann@example.org')"],
    ['traces', "it's broken", "search('it\\'s') and search('broken')"],
    ['spans', "don't latency", "search('don\\'t') and search('latency')"],
    ['traces', "'refund policy'", 'search(\'"refund policy"\')'],
    ['traces', 'refu*', "search('refu*')"],
    ['spans', "'—'", "('—' in name or '—' in input.value or '—' in output.value)"],
    ['sessions', ' num_traces > 3 ', 'num_traces > 3'],
    ['sessions', "session.id == 'a'", "session.id == 'a'"],
    ['sessions', "attributes['tier'] == 'pro'", "attributes['tier'] == 'pro'"],
    [
      'traces',
      "latency_ms > 4 (error_count > 0 or user.id == 'a')",
      "latency_ms > 4 and ((error_count > 0 or user.id == 'a'))",
    ],
    ['traces', 'latency_ms > 4 or error_count > 0', 'latency_ms > 4 or error_count > 0'],
    ['traces', "resource.service.name == 'shop'", "resource.service.name == 'shop'"],
    ['sessions', "resource.service.name == 'shop'", "resource.service.name == 'shop'"],
  ])('of %s: %s', (grain, text, filter) => {
    const read = readFilterText(text, grain);
    if (filter === 'refused') expect(read.problem).not.toBeNull();
    else expect([read.filter, read.problem]).toEqual([filter, null]);
  });

  it.each<[Grain, string, string, number, number]>([
    [
      'spans',
      'latencyms > 4',
      'latencyms is not a field of a span. Did you mean latency_ms?',
      0,
      9,
    ],
    ['traces', 'cost > 0.05', 'cost is not a field of a trace. Did you mean total_cost?', 0, 4],
    ['spans', 'tokens > 5', 'Did you mean llm.token_count.total?', 0, 6],
    ['sessions', 'Duration > 5', 'Did you mean duration_ms?', 0, 8],
    [
      'sessions',
      'errors > 0',
      'errors is not a field of a session. Did you mean num_traces_with_error?',
      0,
      6,
    ],
    [
      'sessions',
      "tier == 'pro'",
      "An attribute of that name of its first turn is attributes['tier'].",
      0,
      4,
    ],
    [
      'spans',
      "name == 'a' and foo == 1",
      "foo is not a field of a span. An attribute of that name is attributes['foo'].",
      16,
      3,
    ],
    [
      'traces',
      'num_spans > 1 and latencyms > 1',
      'latencyms is not a field of a trace. Did you mean latency_ms?',
      18,
      9,
    ],
    [
      'traces',
      "span_kind == 'LLM'",
      "span_kind is a field of spans, not of a trace. Write any(s.span_kind == 'LLM' for s in spans).",
      0,
      9,
    ],
    ['spans', 'latency_ms', 'latency_ms needs something to compare with: latency_ms > 100', 0, 10],
    ['spans', "latency_ms > '5'", 'write 5 without quotes', 0, 10],
    ['spans', "invoice latency_ms > '5'", 'write 5 without quotes', 8, 10],
    ['spans', 'latency_ms >', 'Something is missing at the end of the filter', 11, 1],
    ['spans', "name = 'x'", 'write == to compare', 5, 1],
    [
      'spans',
      'foo latency_ms > 1 or latency_ms < 2',
      'Put conditions joined by or in parentheses',
      19,
      2,
    ],
  ])('is refused with its place, of %s: %s', (grain, text, message, at, length) => {
    const { problem } = readFilterText(text, grain);
    expect(problem?.message).toContain(message);
    expect([problem?.at, problem?.length]).toEqual([at, length]);
  });

  it.each<[Grain, string, string | null]>([
    ['traces', 'num_spans > 1 and latencyms > 1', 'num_spans > 1 and latency_ms > 1'],
    ['spans', "model == 'gpt' and provider != 'x'", "llm.model_name == 'gpt' and provider != 'x'"],
    ['spans', "provider != 'x'", "llm.provider != 'x'"],
    ['traces', "user == 'ann'", "user.id == 'ann'"],
    ['traces', "provider == 'x'", "any(s.attributes['llm.provider'] == 'x' for s in spans)"],
    [
      'traces',
      "num_spans > 1 and model == 'gpt'",
      "num_spans > 1 and any(s.llm.model_name == 'gpt' for s in spans)",
    ],
    [
      'traces',
      "span_kind == 'LLM' and num_spans > 1",
      "any(s.span_kind == 'LLM' for s in spans) and num_spans > 1",
    ],
    ['sessions', "turns > 3 and user == 'ann'", "num_traces > 3 and user == 'ann'"],
    ['sessions', "model == 'gpt'", "any(s.llm.model_name == 'gpt' for s in spans)"],
    ['sessions', "session == 'a'", "session.id == 'a'"],
    ['sessions', 'error_count > 0', 'num_traces_with_error > 0'],
    ['traces', 'refund or walrus', "search('refund') or search('walrus')"],
    ['spans', 'red car or blue car', "search('red car') or search('blue car')"],
    ['spans', 'where is my order', "search('where is my order')"],
    ['sessions', "payment isn't in euro", "search('payment isn\\'t in euro')"],
    ['traces', 'card not working', "search('card not working')"],
    ['traces', 'latencyms is None', 'latency_ms is None'],
    ['traces', 'foo is None', null],
    ['traces', '— or —', null],
    ['spans', "foo == 'bar'", null],
    ['traces', "foo == 'bar'", null],
    [
      'traces',
      "num_spans > 1 and http.route == '/'",
      "num_spans > 1 and attributes['http.route'] == '/'",
    ],
    ['spans', 'latency_ms >', null],
  ])('says what is most likely meant, of %s: %s', (grain, text, meant) => {
    const { problem } = readFilterText(text, grain);
    expect(problem === null ? null : corrected(text, problem)).toBe(meant);
  });

  it('says how words are searched for that read as a condition', () => {
    expect(readFilterText('where is my order', 'traces').problem?.message).toMatch(
      /To search for the words, write search\('where is my order'\)\.$/,
    );
  });

  it('takes the dotted key of an attribute, as the language does', () => {
    expect(
      readFilterText("tool.name == 'db' and metadata['tier'] == 'pro'", 'spans').problem,
    ).toBeNull();
  });

  it('is never rewritten: its segments and tail are the text', () => {
    const part = fc.constantFrom(
      "name == 'a b'",
      'latency_ms > 4',
      'invoice',
      "'two words'",
      '(latency_ms > 1 or latency_ms < 9)',
      "not span_kind == 'LLM'",
      'gpt-4o',
    );
    const join = fc.constantFrom(' ', '  ', ' and ', '\tand  ');
    const typed = fc
      .array(fc.tuple(join, part), { maxLength: 6 })
      .map((parts) => parts.map(([lead, text], at) => (at === 0 ? text : lead + text)).join(''));
    fc.assert(
      fc.property(
        fc.oneof(typed, fc.string(), fc.string({ unit: 'grapheme' })),
        fc.constantFrom<Grain>('spans', 'traces'),
        fc.constantFrom('', ' '),
        (text, grain, tail) => {
          const read = readFilterText(text + tail, grain);
          expect(textOfSegments(read.segments, read.tail)).toBe(text + tail);
        },
      ),
    );
  });
});

describe('a condition', () => {
  const first = (text: string, grain: Grain = 'spans') => {
    const [segment] = readFilterText(text, grain).segments;
    if (segment === undefined) throw new Error(`${text} has no segment`);
    return segment;
  };

  it.each([
    ["name == 'a == b'", "name != 'a == b'"],
    ["name != 'a'", "name == 'a'"],
    ["name in ['a', 'in']", "name not in ['a', 'in']"],
    ["'x' not in input.value", "'x' in input.value"],
    ['parent_id is None', 'parent_id is not None'],
    ['latency_ms > 4', 'not (latency_ms > 4)'],
    ['not (latency_ms > 4)', 'latency_ms > 4'],
    ["not (name == 'a') ", "name == 'a'"],
    ['1 < latency_ms < 4', 'not (1 < latency_ms < 4)'],
    ["(name == 'a' or name == 'b')", "not ((name == 'a' or name == 'b'))"],
  ])('is inverted: %s', (text, opposite) => {
    expect(negated(first(text))).toBe(opposite);
    expect(readFilterText(opposite, 'spans').problem).toBeNull();
  });

  it('goes, with what joined it, and leaves the others as they were written', () => {
    const text = "name == 'a'  and latency_ms>4   invoice";
    expect(withoutSegment(text, 0, 'spans')).toBe('latency_ms>4   invoice');
    expect(withoutSegment(text, 1, 'spans')).toBe("name == 'a'   invoice");
    expect(withoutSegment(text, 2, 'spans')).toBe("name == 'a'  and latency_ms>4");
  });
});

describe('a click on a value', () => {
  it('includes, excludes, and takes back', () => {
    const one = filterBy('latency_ms > 4', 'spans', 'kind', 'LLM');
    expect(one).toBe("latency_ms > 4 and span_kind == 'LLM'");
    expect(filterBy(one, 'spans', 'kind', 'TOOL')).toBe(
      "latency_ms > 4 and span_kind in ['LLM', 'TOOL']",
    );
    expect(filterBy(filterBy(one, 'spans', 'kind', 'TOOL'), 'spans', 'kind', 'LLM')).toBe(
      "latency_ms > 4 and span_kind == 'TOOL'",
    );
    const out = filterBy(one, 'spans', 'kind', 'LLM', true);
    expect(out).toBe("latency_ms > 4 and span_kind != 'LLM'");
    expect([...clicksOn(out, 'spans', 'kind').excluded]).toEqual(['LLM']);
    expect(filterBy(out, 'spans', 'kind', 'LLM', true)).toBe('latency_ms > 4');
    expect(filterBy('error_count == 0', 'traces', 'status', 'ERROR')).toBe('error_count > 0');
    expect(filterBy('', 'spans', { attribute: 'a.b' }, 'x', true)).toBe(
      "(attributes['a.b'] is None or attributes['a.b'] != 'x')",
    );
    const sender = { attribute: 'resource.service.name' };
    expect([...clicksOn("resource.service.name == 'a'", 'traces', sender).included]).toEqual(['a']);
    expect(filterBy("resource.service.name == 'a'", 'spans', sender, 'a')).toBe('');
    expect(filterBy("any(s.llm.model_name == 'a' for s in spans)", 'traces', 'model', 'b')).toBe(
      "any(s.llm.model_name in ['a', 'b'] for s in spans)",
    );
    expect(filterBy('error_count > 0 or latency_ms > 4', 'traces', 'name', "it's")).toBe(
      "(error_count > 0 or latency_ms > 4) and root.name == 'it\\'s'",
    );
  });

  it('narrows by a cell, never letting in more, and twice is once', () => {
    const two = "name in ['a', 'b'] and latency_ms > 4";
    expect(narrowTo(two, 'spans', 'name', 'a')).toBe("name == 'a' and latency_ms > 4");
    expect(narrowTo(two, 'spans', 'name', 'a', true)).toBe("name == 'b' and latency_ms > 4");
    const out = narrowTo('latency_ms > 4', 'traces', { anySpan: 'tier' }, 'tin', true);
    expect(out).toBe("latency_ms > 4 and not any(s.attributes['tier'] == 'tin' for s in spans)");
    expect(narrowTo(out, 'traces', { anySpan: 'tier' }, 'tin', true)).toBe(out);
    expect(narrowTo(narrowTo('', 'traces', 'status', 'ERROR'), 'traces', 'status', 'ERROR')).toBe(
      'error_count > 0',
    );
    expect(narrowTo('error_count > 0', 'traces', 'status', 'ERROR', true)).toBe('error_count == 0');
  });

  it('asks for what has no value, once, and not where nothing is without one', () => {
    const none = [{ attribute: 'a.b' }, 'user', 'model', 'name', 'error'] as const;
    expect(none.map((field) => conditionOnNone(field, 'traces'))).toEqual([
      "attributes['a.b'] is None",
      'user.id is None',
      'not any(s.llm.model_name is not None for s in spans)',
      null,
      null,
    ]);
    for (const field of none)
      expect(readFilterText(conditionOnNone(field, 'traces') ?? '', 'traces').problem).toBeNull();
    const narrowed = narrowedBy('latency_ms > 4 or error_count > 0', 'traces', 'user.id is None');
    expect(narrowed).toBe('(latency_ms > 4 or error_count > 0) and user.id is None');
    expect(narrowedBy(narrowed, 'traces', 'user.id is None')).toBe(narrowed);
  });

  it('makes filters that can be read, whatever the value, and takes them back', () => {
    const fields = fc.constantFrom<ClickField>(
      'kind',
      'name',
      'model',
      'user',
      'session',
      'error',
      { attribute: "o'dd.key" },
      { anySpan: "o'dd.key" },
    );
    const values = fc.string({ maxLength: 50 }).filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(
        fields,
        values,
        fc.constantFrom<Grain>('spans', 'traces'),
        fc.boolean(),
        (field, value, grain, negate) => {
          const text = filterBy('latency_ms > 4', grain, field, value, negate);
          expect(readFilterText(text, grain).problem).toBeNull();
          const { included, excluded } = clicksOn(text, grain, field);
          expect([...(negate ? excluded : included)]).toEqual([value]);
          expect(filterBy(text, grain, field, value, negate)).toBe('latency_ms > 4');
        },
      ),
    );
  });
});

it.each([
  [
    "error_count > 0 and user.id == 'ann' refund",
    "status_code == 'ERROR' and user.id == 'ann' refund",
  ],
  ["any(s.llm.model_name in ['a', 'b'] for s in spans)", "llm.model_name in ['a', 'b']"],
  ["root.span_kind != 'AGENT' and latency_ms > 4", "span_kind != 'AGENT' and latency_ms > 4"],
])('a filter of traces becomes one of spans, and back: %s', (ofTraces, ofSpans) => {
  expect(rescoped(ofTraces, 'traces', 'spans')).toBe(ofSpans);
  expect(rescoped(ofSpans, 'spans', 'traces')).toBe(ofTraces);
  expect(rescoped('latency_ms >', 'spans', 'traces')).toBe('latency_ms >');
});
