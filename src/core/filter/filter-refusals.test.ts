import { describe, expect, test } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { compileSessionFilter, compileSpanFilter, compileTraceFilter } from './compile-filter.ts';

/** The error for a text; the test fails if the text is accepted. */
function refusal(compile: (text: string) => unknown, text: string): string {
  try {
    compile(text);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return error.detail;
    throw error;
  }
  throw new Error(`Accepted: ${text}`);
}

const SPAN: readonly (readonly [text: string, reason: string])[] = [
  // no conditions
  ['True', 'True or False is no condition'],
  ['not False', 'no condition'],
  ['name', 'text is no condition'],
  ['latency_ms and name', 'a number is no condition'],
  ['1', 'a number is no condition'],
  ["'x'", 'text is no condition'],
  ['None', 'None is no condition'],
  ['foo', 'an attribute is no condition'],
  ["name == 'x' and foo", 'an attribute is no condition'],
  ['[1]', 'a list is no condition'],
  ['parent_span', 'a span is no condition'],
  ['()', 'a list is no condition'],
  // types
  ['name == 5', "write '5' with quotes"],
  ["latency_ms > '5'", 'write 5 without quotes'],
  ["'5' == latency_ms", 'write 5 without quotes'],
  ["latency_ms == 'fast'", 'Text cannot be compared with a number'],
  ['name < latency_ms', 'Text cannot be compared with a number'],
  ['name == True', 'text cannot be compared with True or False'],
  ['latency_ms == True', 'a number cannot be compared'],
  ['yes > True', 'cannot be ordered'],
  ['None < 1', 'None can only be compared by'],
  ['latency_ms >= None', 'None can only be compared by'],
  ["start_time > '2026-01-01'", 'no ISO 8601 time with an offset'],
  ["start_time > '2026-01-01T00:00:00'", 'with an offset'],
  ["start_time == 'yesterday'", 'no ISO 8601 time'],
  ['start_time > 5', 'a number cannot be compared with a time'],
  ['start_time > foo', 'an attribute cannot be compared with a time'],
  ['start_time == name', 'text cannot be compared with a time'],
  ['parent_span == 5', 'only be compared by is None'],
  ["parent_span.name == 'x' and parent_span > 1", 'only be compared by is None'],
  ["name is 'x'", 'Only None, True and False may follow is'],
  ['latency_ms is 5', 'Only None, True and False may follow is'],
  ['(latency_ms > 1) == (latency_ms > 2)', 'A condition cannot be compared'],
  ['name == [1]', 'A list is only allowed on the right of in'],
  // in
  ["'a' in ['a']", 'must be a field'],
  ['1 in [1]', 'must be a field'],
  ['latency_ms + 1 in [1]', 'must be a field'],
  ["name in ['a', None]", 'cannot hold None'],
  ["name in ['a', 1]", 'of one type'],
  ['latency_ms in [1, True]', 'of one type'],
  ['name in [name]', 'only hold literals'],
  ["name in [['a']]", 'only hold literals'],
  ['name in [1]', "write '1' with quotes"],
  ['5 in name', 'must be text'],
  ["'a' in latency_ms", 'must be text or a list'],
  ["'a' in parent_span", 'must be text or a list'],
  ['latency_ms in name', 'must be text'],
  ["start_time in ['x']", 'no ISO 8601'],
  // arithmetic and casts
  ['foo + bar > 1', 'float(…) + float(…)'],
  ["attributes['a'] * attributes['b'] == 1", 'float(…) * float(…)'],
  ["name + 'x' == 'ax'", 'Arithmetic needs numbers, not text'],
  ['start_time - 1 > 0', 'not a time'],
  ['-name == 1', 'not text'],
  ['True + 1 == 2', 'Arithmetic needs numbers'],
  ['str(latency_ms) == 1', 'str() takes text'],
  ['float(start_time) > 1', 'float() cannot convert a time'],
  ['int(True) == 1', 'int() cannot convert'],
  // calls and comprehensions
  ['len(name) > 1', 'Write len([x for x in …])'],
  ['abs(latency_ms) > 1', 'Function abs is not supported'],
  ["name.lower() == 'x'", 'can be called'],
  ["eval('1') == 1", 'Function eval is not supported'],
  ["__import__('os') == 1", 'Function __import__ is not supported'],
  ['lambda: 1', 'Unexpected :'],
  ['lambda == 1', 'Unexpected lambda'],
  ['[x for x in foo] == 1', 'Expected ]'],
  ['sum(d.cost for d in foo) > 1', 'nothing to iterate over'],
  ['sum(d.cost for d in spans) > 1', 'nothing to iterate over; a span has cost_details'],
  ['any(latency_ms > 1 for d in cost_details)', 'only fields of `d`'],
  ['any(d for d in cost_details)', '`d` is a cost detail'],
  ["any(d.what == 'x' for d in cost_details)", 'invalid name `what`'],
  ['any(d.costs == 1 for d in cost_details)', 'did you mean `cost`'],
  ['len([d.cost for d in cost_details]) > 1', 'len() counts elements'],
  ['max(d.token_type for d in cost_details) > 1', 'Arithmetic needs numbers'],
  ['all(d.cost for d in cost_details)', 'is no condition'],
  ['sum(d.cost for d in cost_details if d.cost) > 1', 'is no condition'],
  ['sum(d.cost for d in cost_details for e in cost_details) > 1', 'one for and at most one if'],
  ['max(1, 2) > 1', 'takes a comprehension'],
  ['any(x.a == 1 for x in (cost_details))', 'Unexpected ('],
  ['cost_details == 1', 'cost_details is a list'],
  // annotations
  ['annotations.quality.score > 1', "Write annotations['name']"],
  ["annotations['q'].value == 1", 'An annotation has .label'],
  ["annotations['q'] == 1", 'A condition cannot be compared'],
  ['annotations == 1', "Write annotations['name']"],
  ["annotations['q']['label'] == 'x'", 'An annotation has .label'],
  // names and paths
  ["attributes == 'x'", 'attributes needs a key'],
  ["attributes[-1] == 'x'", 'quoted key or a whole number'],
  ["attributes[1.5] == 'x'", 'quoted key or a whole number'],
  ["attributes[name] == 'x'", 'quoted key or a whole number'],
  ["attributes['a' == 'x'", 'Expected ]'],
  ['(name).x == 1', 'Unexpected .'],
  ['True.x == 1', 'Unexpected .'],
  ["'a'.x == 1", 'Unexpected .'],
  // syntax
  ['(', 'Something is missing at the end of the filter'],
  ['name == ', 'Something is missing at the end'],
  ["name == 'x", 'never closed'],
  ["name = 'x'", 'write == to compare'],
  ['name == “x”', 'straight quotes'],
  ['name == ‘x’', 'straight quotes'],
  ["name == 'x' & name == 'y'", 'write and'],
  ["name == 'x' || name", 'write or'],
  ['!name', 'write != or not'],
  ['latency_ms ** 2 > 1', 'Unexpected **'],
  ['latency_ms // 2 > 1', 'Unexpected //'],
  ['latency_ms << 2 > 1', 'Unexpected <<'],
  ['latency_ms ~ 1', 'Unexpected ~'],
  ["name == 'x' name", 'Unexpected name'],
  ['refund policy', "Unexpected policy; to search for words, write search('words to find')"],
  ["name == 'x' 'y'", 'Unexpected a string'],
  ["name == 'x';", 'Unexpected ;'],
  ["name == 'x' -- comment", 'Arithmetic needs numbers, not text'],
  ["name == 'x' # comment", 'Unexpected #'],
  ["name == f'x'", 'String prefixes such as f'],
  ["name == b'x'", 'String prefixes such as b'],
  ['latency_ms > 1e999', 'not a finite number'],
  ['latency_ms > 12abc', 'Invalid number'],
  ['latency_ms > 0x10', 'Invalid number'],
  ['latency_ms > 1.2.3', 'Unexpected .3'],
  ["name == 'a\0b'", 'NUL'],
  [String.raw`name == '\x00'`, 'NUL'],
  [String.raw`name == '\u12'`, 'Invalid escape'],
  ['x if y else z', 'Unexpected if'],
  ['name == not True', 'Unexpected not'],
  ["name not 'x'", 'Unexpected not'],
  ['and', 'Unexpected and'],
  ['x := 1', 'Unexpected :'],
  ["{'a': 1} == 1", 'Unexpected {'],
  ['name == $x', 'Unexpected $'],
  ['name == $1', 'An amount such as 1c or $0.01 is compared with costs'],
  [
    'llm.token_count.total > 4s',
    'A duration such as 4s is compared with fields in milliseconds, such as latency_ms; compare llm.token_count.total with a plain number',
  ],
  ["attributes['wait'] > 4s", 'compare attributes.wait with a plain number'],
  ['latency_ms > 4sec', 'Invalid number: 4sec; units are us, ms, s, m, h, d, c, k and M'],
  ['latency_ms > 1c', 'compare latency_ms with a plain number'],
  ['total_cost in [1s]', 'compare total_cost with a plain number'],
  ['yield == 1', 'Unexpected yield'],
  [
    "annotation['q'].score > 1",
    "invalid name `annotation`: annotations of a span are written annotations['q']",
  ],
  ["span_annotations['q'].label == 'x'", "annotations of a span are written annotations['q']"],
  ["not session_annotations['q']", "annotations of a span are written annotations['q']"],
];

const TRACE: readonly (readonly [text: string, reason: string])[] = [
  [' ', 'A filter needs a condition'],
  ['x == 1', 'invalid name `x`'],
  ['latencyms > 1', 'did you mean `latency_ms`'],
  ['Latency_ms > 1', 'did you mean `latency_ms`'],
  ["name == 'x'", 'invalid name `name`'],
  [
    "model_name == 'gpt-5'",
    "it is of spans, not of a trace; write any(s.llm.model_name == 'gpt-5' for s in spans) (at character 1",
  ],
  ["provider == 'openai'", "write any(s.attributes['llm.provider'] == 'openai' for s in spans)"],
  ["user == 'ann'", 'did you mean `user.id`'],
  [
    "error_count > 0 and model != 'gpt-5'",
    "write not any(s.llm.model_name == 'gpt-5' for s in spans) (at",
  ],
  ["kind not in ['LLM', 'TOOL']", "write not any(s.span_kind in ['LLM', 'TOOL'] for s in spans)"],
  ["'chat' in name", "write any('chat' in s.name for s in spans)"],
  ['1 < llm.token_count.total < 5', 'write any(s.llm.token_count.total < … for s in spans)'],
  ['llm.token_count.prompt > 1', 'invalid name `llm.token_count.prompt`'],
  ['spans == 1', 'spans is a list'],
  ['any(s.foo == 1 for s in spans)', 'invalid name `foo`'],
  [
    "http.route == '/'",
    "invalid name `http.route`; an attribute of that name is attributes['http.route'] (at character 1",
  ],
  [
    "any(s.http.route == '/' for s in spans)",
    "an attribute of that name is s.attributes['http.route'] (at",
  ],
  [
    "resource == 'shop'",
    "invalid name `resource`; an attribute of that name is attributes['resource']",
  ],
  ["any(s.statuscode == 'OK' for s in spans)", 'did you mean `status_code`'],
  ["any(any(s.name == 'x' for c in s.children) for s in spans)", 'invalid name `s`'],
  ["any(c.name == 'x' for c in children)", 'nothing to iterate over'],
  [
    "annotations['q']",
    "invalid name `annotations`: annotations of a trace are written trace_annotations['q'] (at character 1",
  ],
  ["annotation['q'].score > 1", "annotations of a trace are written trace_annotations['q']"],
  [
    "span_annotations['q'].score > 1",
    "trace_annotations['q'], or any(a.name == 'q' for a in span_annotations)",
  ],
  ["any_input == 'x'", 'invalid name `any_input`'],
  ["'x' in any_input", 'invalid name'],
  ['sum(s.start_time for s in spans) > 1', 'sum() cannot take times'],
  ["any(a.explanation == 'x' for a in trace_annotations)", 'invalid name `explanation`'],
];

const SESSION: readonly (readonly [text: string, reason: string])[] = [
  ['latency_ms > 1', 'invalid name `latency_ms`'],
  ["any_input == 'x'", 'only allowed on the right of in'],
  ['any_input is None', 'cannot be compared with None'],
  ["any_input in ['x']", 'must be a field'],
  ["max(t.start_time for t in traces) > '2026-01-01T00:00:00Z'", 'max() cannot take times'],
  ["any(t.trace_id == 'x' for t in traces)", 'invalid name `trace_id`'],
  ['num_trace > 1', 'did you mean `num_traces`'],
  ["trace_annotations['q']", "annotations of a session are written session_annotations['q']"],
  [
    "annotations['q'].label == 'x'",
    "annotations of a session are written session_annotations['q']",
  ],
];

describe('a span filter is refused', () => {
  test.each(SPAN)('%j', (text, reason) =>
    expect(refusal(compileSpanFilter, text)).toContain(reason),
  );
});
describe('a trace filter is refused', () => {
  test.each(TRACE)('%s', (text, reason) =>
    expect(refusal(compileTraceFilter, text)).toContain(reason),
  );
});
describe('a session filter is refused', () => {
  test.each(SESSION)('%s', (text, reason) =>
    expect(refusal(compileSessionFilter, text)).toContain(reason),
  );
});

describe('a refusal', () => {
  test('says where', () => {
    expect(refusal(compileSpanFilter, "name == 'x' and latency_ms > '5'")).toContain(
      '(at character 17 of the filter)',
    );
    expect(refusal(compileTraceFilter, 'num_spans > 1 and\n  latencyms > 1')).toContain(
      '(at character 21 of the filter)',
    );
  });

  test.each([
    ['4,097 characters', `name == '${'x'.repeat(4_087)}'`, '4096 characters'],
    ['64 KiB', 'a'.repeat(65_536), '4096 characters'],
    ['nested parentheses', '('.repeat(2_000), 'nest 16 levels'],
    ['nested lists', `name in ${'['.repeat(2_000)}`, 'nest 16 levels'],
    ['nots', `${'not '.repeat(1_000)}name == 'x'`, 'nest 16 levels'],
    ['signs', `${'-'.repeat(4_000)}1 == 1`, 'nest 16 levels'],
    ['nested calls', `${'float('.repeat(600)}1`, 'nest 16 levels'],
    ['65 comparisons', Array.from({ length: 65 }, () => 'a == 1').join(' and '), '64 terms'],
    ['sums', `${'1+'.repeat(2_000)}1 == 1`, '64 terms'],
    ['a long chain', `1${' < 2'.repeat(900)}`, '64 terms'],
    ['a long path', `a${'.a'.repeat(1_000)} == 1`, '64 parts'],
  ])('of what is too large: %s', (_name, text, reason) =>
    expect(refusal(compileSpanFilter, text)).toContain(reason),
  );

  test('does not meet what just fits', () => {
    expect(compileSpanFilter(`name == '${'x'.repeat(4_086)}'`)).not.toBeNull();
    expect(compileSpanFilter(`${'('.repeat(16)}a == 1${')'.repeat(16)}`)).not.toBeNull();
    expect(
      compileSpanFilter(Array.from({ length: 64 }, () => 'a == 1').join(' or ')),
    ).not.toBeNull();
    expect(
      compileSpanFilter(
        `span_id in [${Array.from({ length: 190 }, () => "'00f067aa0ba902b7'").join(', ')}]`,
      ),
    ).not.toBeNull();
  });
});
