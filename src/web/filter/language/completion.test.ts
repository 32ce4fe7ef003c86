import { describe, expect, it } from 'vitest';
import { labelsOfPath } from './annotation-choices.ts';
import { completableAt } from './completable.ts';
import { fieldChoices, mayBecomeField, operatorChoices, valueChoices } from './completion.ts';
import type { Grain } from './fields.ts';

/** The caret is written as a bar. */
function at(marked: string, grain: Grain = 'spans') {
  return completableAt(marked.replace('|', ''), marked.indexOf('|'), grain);
}

describe('at the caret', () => {
  it.each<[string, object | null]>([
    ['|', { kind: 'field', from: 0, typed: '' }],
    ['lat|', { kind: 'field', from: 0, typed: 'lat' }],
    ['la|tency_ms > 4', { kind: 'field', from: 0, typed: 'la' }],
    ["name == 'x' and llm.mo|", { kind: 'field', from: 16, typed: 'llm.mo' }],
    ["name == 'x' |", { kind: 'field', from: 12, typed: '' }],
    ['(sta|', { kind: 'field', from: 1, typed: 'sta' }],
    ['latency_ms |', { kind: 'operator', from: 11, typed: '', field: 'latency_ms' }],
    ['latency_ms >|', { kind: 'value', from: 12, typed: '', field: 'latency_ms' }],
    ['latency_ms > 40|', { kind: 'value', from: 13, typed: '40', field: 'latency_ms' }],
    ['latency_ms !|', { kind: 'operator', from: 11, typed: '!', field: 'latency_ms' }],
    ['name no|', { kind: 'operator', from: 5, typed: 'no', field: 'name' }],
    ['name not i|', { kind: 'operator', from: 5, typed: 'not i', field: 'name' }],
    ['span_kind == |', { kind: 'value', from: 13, typed: '', field: 'span_kind' }],
    ["span_kind == 'LL|", { kind: 'value', from: 13, typed: 'LL', field: 'span_kind' }],
    ["span_kind == 'LLM'|", null],
    ["name in ['a b', 'c|", { kind: 'value', from: 16, typed: 'c', field: 'name' }],
    [
      "attributes['a.b'] == 'x|",
      { kind: 'value', from: 21, typed: 'x', field: "attributes['a.b']" },
    ],
    ["'refund' in in|", { kind: 'field', from: 12, typed: 'in' }],
    ["'refund or|", null],
    ['some words |', { kind: 'field', from: 11, typed: '' }],
    ['statuz == |', null],
    ['statuz == ER|', null],
    ['4 < |', { kind: 'field', from: 4, typed: '' }],
    ['4 < lat|', { kind: 'field', from: 4, typed: 'lat' }],
  ])('%s', (marked, found) => {
    if (found === null) expect(at(marked)).toBeNull();
    else expect(at(marked)).toMatchObject(found);
  });

  it.each<[string, Grain, object]>([
    ['model == |', 'spans', { field: 'llm.model_name', ofElement: false }],
    ["user != 'ann|", 'spans', { field: 'user.id', typed: 'ann', ofElement: false }],
    ['model == |', 'traces', { field: 'llm.model_name', ofElement: false }],
    ['session in [|', 'traces', { field: 'session.id', ofElement: false }],
    ['kind == |', 'traces', { field: 'span_kind', ofElement: true }],
    ['name == |', 'traces', { field: 'name', ofElement: true }],
    ['status == |', 'traces', { field: 'status_code', ofElement: true }],
    ['provider == |', 'traces', { field: 'llm.provider', ofElement: true }],
    ["session_id == 'a|", 'sessions', { field: 'session_id', typed: 'a', ofElement: false }],
    ['user == |', 'sessions', { field: 'user.id', ofElement: false }],
    ['model == |', 'sessions', { field: 'llm.model_name', ofElement: true }],
  ])('values follow what people call a field: %s of %s', (marked, grain, found) => {
    expect(at(marked, grain)).toMatchObject({ kind: 'value', ...found });
  });

  it('inside of any(…) the fields are those of a span', () => {
    expect(at('any(s.llm|', 'traces')).toMatchObject({
      kind: 'field',
      from: 6,
      typed: 'llm',
      ofElement: true,
    });
    expect(at("any(s.llm.model_name == 'gp|", 'traces')).toMatchObject({
      kind: 'value',
      typed: 'gp',
      field: 'llm.model_name',
      ofElement: true,
    });
  });
});

describe('what is offered', () => {
  const labels = (choices: readonly { label: string }[]) => choices.map((choice) => choice.label);

  it('are fields that begin with what was typed, then those that hold it, then attributes', () => {
    expect(labels(fieldChoices('lat', 'spans', false, []))).toEqual(['latency_ms']);
    expect(labels(fieldChoices('tok', 'traces', false, []))).toContain('token_count_prompt');
    expect(fieldChoices('tier', 'spans', false, [{ key: 'metadata.tier', count: 7 }])).toEqual([
      {
        label: 'metadata.tier',
        detail: 'attribute · 7',
        insert: "attributes['metadata.tier'] ",
        back: 0,
      },
    ]);
    expect(fieldChoices('llm.mod', 'traces', false, [])[0]?.insert).toBe(
      "any(s.llm.model_name == '' for s in spans)",
    );
  });

  it('are the fields of sessions, those of any span of theirs, and texts of all turns to look in', () => {
    expect(labels(fieldChoices('', 'sessions', false, [])).slice(0, 3)).toEqual([
      'num_traces',
      'num_traces_with_error',
      'duration_ms',
    ]);
    expect(labels(fieldChoices('session', 'sessions', false, []))).toEqual(['session_id']);
    expect(fieldChoices('any_in', 'sessions', false, [])).toEqual([
      { label: 'any_input', detail: 'any turn', insert: "'' in any_input", back: 14 },
    ]);
    expect(at("'refund' in any|", 'sessions')).toMatchObject({ kind: 'field', isSearched: true });
    expect(fieldChoices('any_in', 'sessions', false, [], [], true)[0]?.insert).toBe('any_input ');
    expect(fieldChoices('span_k', 'sessions', false, [])[0]?.insert).toBe(
      "any(s.span_kind == '' for s in spans)",
    );
    expect(fieldChoices('tier', 'sessions', false, [{ key: 'tier', count: 7 }])[0]?.insert).toBe(
      "attributes['tier'] ",
    );
    expect(mayBecomeField('llm.mo', 'sessions')).toBe(true);
  });

  it('are the operators of the field', () => {
    expect(labels(operatorChoices('', 'latency_ms', 'spans'))).toContain('>=');
    expect(labels(operatorChoices('', 'span_kind', 'spans'))).not.toContain('>=');
    expect(labels(operatorChoices('not', 'name', 'spans'))).toEqual(['not in']);
  });

  it('are values with their counts, quoted where they are text', () => {
    const values = [
      { value: "it's", count: 4 },
      { value: 'other', count: 2 },
    ];
    expect(valueChoices('IT', 'name', 'spans', values)).toEqual([
      { label: "it's", detail: '4', insert: "'it\\'s'", back: 0 },
    ]);
    expect(
      valueChoices('', 'latency_ms', 'spans', [{ value: '1000', count: null }])[0]?.insert,
    ).toBe('1000');
  });

  it('says which words may yet become a field', () => {
    expect([
      mayBecomeField('late', 'spans'),
      mayBecomeField('no', 'spans'),
      mayBecomeField('invoice', 'spans'),
    ]).toEqual([true, true, false]);
    expect(mayBecomeField('llm.mo', 'traces')).toBe(true);
    expect(
      ['http.resp', 'http.', 'gpt-4.1', '4.5'].map((typed) => mayBecomeField(typed, 'traces')),
    ).toEqual([true, true, false, false]);
    expect([
      mayBecomeField('resour', 'traces'),
      mayBecomeField('resource.ser', 'traces'),
      mayBecomeField('resources', 'traces'),
    ]).toEqual([true, true, false]);
  });
});

it('completes nothing in a text that is too long for a filter, and takes no time over it', () => {
  const pasted = "a.b == 'c' and ".repeat(4_000);
  expect(completableAt(pasted, pasted.length, 'spans')).toBeNull();
});

it('offers the annotations of a project, and their labels', () => {
  const names = [
    {
      target: 'trace',
      name: 'correctness',
      labels: new Map([
        ['wrong', 2],
        ['right', 5],
      ]),
      count: 7,
    },
    { target: 'span', name: "it's", labels: new Map<string, number>(), count: 0 },
  ] as const;
  const offered = (grain: 'traces' | 'spans', typed: string) =>
    fieldChoices(typed, grain, false, [], names).map(({ label }) => label);
  expect(offered('traces', 'corre')).toEqual([
    "trace_annotations['correctness'].label",
    "trace_annotations['correctness'].score",
  ]);
  expect(offered('spans', 'annotations')).toContain("annotations['it\\'s'].label");
  expect(offered('traces', 'it')).not.toContain("annotations['it\\'s'].label");
  expect(labelsOfPath("trace_annotations['correctness'].label", names)).toEqual([
    { value: 'right', count: 5 },
    { value: 'wrong', count: 2 },
  ]);
  expect(labelsOfPath("trace_annotations['correctness'].score", names)).toBeNull();
});
