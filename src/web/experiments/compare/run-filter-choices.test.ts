import { expect, it } from 'vitest';
import { runFilterChoices, withChoice } from './run-filter-choices.ts';

const labels = (text: string, caret = text.length) =>
  runFilterChoices(text, caret, ['correct', "it's"], 2).map(({ label }) => label);

it('offers scores first, then fields of runs', () => {
  expect(labels('').slice(0, 4)).toEqual([
    "evals['correct'].score",
    String.raw`evals['it\'s'].score`,
    'latency_ms',
    'error',
  ]);
  expect(labels('lat')).toEqual(['latency_ms', 'experiments[1].latency_ms']);
});

it('offers operators after a field, and and or after a value', () => {
  expect(labels("evals['correct'].score ")).toContain('<');
  expect(labels('latency_ms > 200 ')).toEqual(['and', 'or']);
});

it('puts a choice in place of what was typed of it', () => {
  const [choice] = runFilterChoices('error and lat', 13, [], 2);
  expect(choice && withChoice('error and lat', 13, choice)).toEqual({
    text: 'error and latency_ms ',
    caret: 21,
  });
  const [open] = runFilterChoices('inp', 3, [], 2);
  expect(open && withChoice('inp', 3, open)).toEqual({ text: "input['']", caret: 7 });
});
