import { describe, expect, test } from 'vitest';
import { compileSpanFilter } from './compile-filter.ts';
import type { JsonValue, SpanView } from './predicate.ts';
import { annotation, spanView } from './test-views.ts';

const attributes: JsonValue = {
  input: { value: 'What is the Capital of France?' },
  llm: {
    input_messages: [
      { message: { role: 'user', content: 'hi' } },
      { message: { role: 'assistant' } },
    ],
    provider: 'openai',
  },
  metadata: { tier: 'gold', 'a.b': 7, nested: { deep: [1, 2] } },
  score: 0.5,
  count: 3,
  text_number: ' 12.5 ',
  word: 'twelve',
  yes: true,
  no: false,
  nothing: null,
  a: 1,
  'a.b': 2,
  list: ['red', 'green'],
  empty: '',
  session: { id: 's1' },
};
const view = spanView(
  {
    parentSpanId: 'c'.repeat(16),
    statusCode: 'ERROR',
    errorMessage: 'Rate limit',
    modelName: 'gpt-4o',
    userId: 'ann',
    sessionId: 's1',
    costUsd: 0.25,
    firstTokenNano: 250_000_000,
    tokens: {
      prompt: 10,
      completion: 5,
      total: null,
      cacheRead: null,
      cacheWrite: null,
      reasoning: null,
      audio: null,
    },
  },
  attributes,
  {
    cumulativeTokens: () => ({ prompt: 100, completion: 20 }),
    annotations: () => [
      annotation('quality', { label: 'good', score: 0.9, explanation: 'Fine.', identifier: 'x' }),
      annotation('quality', { label: 'bad', score: 0.1, identifier: 'y' }),
      annotation('tone', { label: 'warm' }),
    ],
    traceAnnotations: () => [annotation('overall', { score: 3 })],
  },
);

function holds(text: string, span: SpanView = view): boolean {
  const predicate = compileSpanFilter(text);
  if (predicate === null) throw new Error(`No filter: ${text}`);
  return predicate.matches(span);
}

const TRUE = [
  // names of a span
  "span_id == 'bbbbbbbbbbbbbbbb' and context.span_id == span_id",
  'context.trace_id == trace_id',
  "parent_id == 'cccccccccccccccc'",
  "span_kind == 'LLM'",
  "span_kind == 'llm'",
  "span_kind in ['tool', 'llm']",
  "'LL' in span_kind",
  "name == 'ChatCompletion'",
  "status_code == 'error'",
  "'ERROR' == status_code",
  "status_message == 'Rate limit'",
  'latency_ms == 1500',
  '1000 < latency_ms < 2000',
  // units
  'latency_ms == 1.5s and latency_ms == 1500ms and latency_ms == 1_500_000us',
  '1s < latency_ms < 0.1m and latency_ms < .5h and latency_ms < 1d and latency_ms > -1s',
  'latency_ms in [1.5s, 4s] and latency_ms - 500 == 1s and 1.5s == latency_ms',
  'total_cost == $0.25 and total_cost == 25c and total_cost > 4.35c and total_cost < 1e2c',
  'llm.token_count.prompt < 1k and llm.token_count.prompt < 1.5M',
  '1500 >= latency_ms > 1499.9',
  'time_to_first_token_ms == 250',
  '200 < time_to_first_token_ms < latency_ms',
  'tokens_per_second == 4',
  'cumulative_llm_token_count_prompt == 100',
  'cumulative_llm_token_count_completion == 20',
  'cumulative_llm_token_count_total == 120',
  'cumulative_token_count.total == 120',
  'cumulative_token_count.prompt + cumulative_token_count.completion == 120',
  'llm.token_count.prompt == 10',
  'llm.token_count.completion == 5',
  'llm.token_count.total == 15',
  "llm.model_name == 'gpt-4o'",
  "user.id == 'ann'",
  "session.id == 's1'",
  'total_cost == 0.25 and prompt_cost == 0 and completion_cost == 0',
  // times
  "start_time == '2026-01-01T00:00:00+00:00'",
  "start_time >= '2026-01-01T01:00:00+01:00'",
  "end_time > '2026-01-01T00:00:01Z'",
  'start_time < end_time',
  "start_time in ['2026-01-01T00:00:00Z']",
  // the parent
  'parent_span is not None',
  'not parent_span is None',
  'parent_id is not None',
  // attributes
  "input.value == 'What is the Capital of France?'",
  "attributes['input']['value'] is not None",
  "attributes['input.value'] is not None",
  "attributes[['input', 'value']] is not None",
  "attributes['llm.input_messages.0.message.role'] == 'user'",
  "llm.input_messages[1]['message']['role'] == 'assistant'",
  "attributes['llm']['input_messages'][0].message.content == 'hi'",
  "metadata['tier'] == 'gold'",
  "metadata.tier == 'gold'",
  "metadata['a.b'] == 7",
  "metadata['nested']['deep'][1] == 2",
  'score == 0.5',
  'score > 0.4',
  'count * 2 == 6',
  'count + 0.5 > 3',
  '10 - count == 7',
  'count / 2 == 1.5',
  'count % 2 == 1',
  '-count == -3',
  '+count == 3',
  'a == 1',
  "attributes['a.b'] == 2",
  "attributes['a']['b'] == 2",
  'yes == True',
  'yes is True',
  'no is False',
  'no != True',
  'yes is not False',
  'word is not True',
  'nothing is None',
  'missing is None',
  'missing == None',
  'score != None',
  "missing.deeper['still'] is None",
  'text_number > 12',
  "empty == ''",
  'score < count',
  "list[0] == 'red'",
  // in
  "'capital' in input.value",
  "'CAPITAL OF' in attributes['input']['value']",
  "'x' not in name",
  "'green' in list",
  "name in ['a', 'ChatCompletion']",
  "name in ('a', 'ChatCompletion',)",
  "name not in ['a']",
  'count in [1, 2, 3.0]',
  "word in ['twelve']",
  'yes in [True]',
  'name not in []',
  "'at' in name == 'ChatCompletion'",
  "user.id in 'Ann and Bob'",
  "'rate' in status_message",
  // casts
  'float(text_number) == 12.5',
  'int(text_number) == 12',
  'int(2.9) == 2',
  "str(score) == '0.5'",
  "str(yes) == 'true'",
  "'3' in str(count)",
  'float(score) + float(count) == 3.5',
  "float('1.5') == 1.5",
  'int(latency_ms) == 1500',
  'int(count) in [3]',
  // logic
  'not (latency_ms > 2000)',
  "name == 'x' or not name == 'x'",
  "(name == 'x' or status_code == 'ERROR') and latency_ms > 1",
  "name == 'x' and missing == 1 or count == 3",
  'not not count == 3',
  '1 == 1',
  // annotations
  "annotations['quality']",
  "evals['quality'].label == 'good'",
  "annotations['quality'].label == 'bad'",
  "annotations['quality'].score > 0.5 and annotations['quality'].label == 'good'",
  "annotations['quality'].identifier == 'y'",
  "annotations['quality'].explanation == 'Fine.'",
  "not annotations['missing']",
  "annotations['missing'].score is None",
  "trace_annotations['overall'].score == 3",
  "annotations['quality'].label == 'bad' and annotations['tone'].label == 'warm'",
  "'goo' in annotations['quality'].label",
  // costs by token type: none are kept
  'len([d for d in cost_details]) == 0',
  'sum(d.cost for d in cost_details) == 0',
  "not any(d.token_type == 'input' for d in cost_details)",
  'all(d.is_prompt for d in cost_details)',
  'not (max(d.cost for d in cost_details) > 0)',
  'sum(d.tokens for d in cost_details if d.is_prompt == True) == 0',
  // strings
  String.raw`'\x41' in 'xAx'`,
  String.raw`"it's" == 'it\'s'`,
  String.raw`'\u00e9' == 'é'`,
  String.raw`'a\d' == 'a\\d'`,
  "name\n == \t'ChatCompletion'",
];

const FALSE = [
  "span_kind == 'TOOL'",
  "span_kind != 'llm'",
  "name == 'chatcompletion'",
  "'CHAT' not in name",
  '2000 < latency_ms < 3000',
  'missing == 1',
  'missing != 1',
  'not (missing == 1)',
  'word > 5',
  'word == 12',
  'not (word == 12)',
  "missing in ['x']",
  "missing not in ['x']",
  "'x' in missing",
  "'x' not in missing",
  'nothing != 3',
  'yes == False',
  'word is True',
  'parent_span is None',
  'count / 0 > 0',
  'count / 0 <= 0',
  "annotations['quality'].label == 'good' and annotations['quality'].score < 0.5",
  "annotations['missing']",
  "annotations['missing'].label == 'x'",
  "annotations['missing'].label != 'x'",
  "trace_annotations['quality']",
  'max(d.cost for d in cost_details) >= 0',
  'min(d.cost for d in cost_details) <= 0',
  'any(d.cost > 0 for d in cost_details)',
  'name in []',
  'score == count',
  "list == 'red'",
  'float(word) > 0',
  'str(missing) == str(missing)',
  "input.value.deeper == 'x'",
  "attributes['list']['x'] == 1",
  "status_code in ['OK', 'UNSET']",
  "start_time > '2026-01-01T00:00:00Z'",
];

describe('a span filter', () => {
  test.each(TRUE)('holds: %s', (text) => expect(holds(text)).toBe(true));
  test.each(FALSE)('does not hold: %s', (text) => expect(holds(text)).toBe(false));

  test.each(['', ' ', '\n\t '])('is none when blank: %j', (text) =>
    expect(compileSpanFilter(text)).toBeNull(),
  );

  test('without a stored parent, by its absence', () => {
    const orphan = spanView({ parentSpanId: 'd'.repeat(16) }, {}, { hasParent: false });
    expect(holds('parent_span is None and parent_id is not None', orphan)).toBe(true);
    expect(holds('parent_span is None and parent_id is None', spanView())).toBe(true);
  });

  test('by session takes only the session its trace belongs to', () => {
    const later = spanView({ sessionId: 'first' }, { session: { id: 'second' } });
    expect(holds("session.id == 'second'", later)).toBe(false);
    expect(holds("session.id == 'first'", later)).toBe(false);
    expect(holds("attributes['session']['id'] == 'second'", later)).toBe(true);
  });

  test('never sees the prototype of anything', () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'length', 'hasOwnProperty'])
      expect(holds(`attributes['${key}'] is None`)).toBe(true);
    const own = spanView({}, JSON.parse('{"__proto__": {"x": 1}, "constructor": "c"}'));
    expect(holds("attributes['__proto__']['x'] == 1 and constructor == 'c'", own)).toBe(true);
  });

  test('of cumulative tokens is refused where the store has none', () => {
    expect(() => holds('cumulative_llm_token_count_total > 1', spanView())).toThrow(
      /cannot filter by cumulative token counts/,
    );
  });

  test('walks adversarial keys in bounded time', () => {
    let tree: JsonValue = {};
    for (let depth = 0; depth < 30; depth += 1) tree = { a: tree, 'a.a': tree };
    const path = Array.from({ length: 60 }, () => 'a').join('.');
    expect(holds(`${path}.z is None`, spanView({}, tree))).toBe(true);
  });
});
