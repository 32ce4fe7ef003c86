import { expect, it } from 'vitest';
import { corrected } from './filter-text.ts';
import { runProblem } from './run-problem.ts';

it.each([
  '',
  '  ',
  'latency_ms > 2000',
  "evals['it'].score < 1 and experiments[1].evals['it'].score == 1",
  "'refund' in output['answer']",
])('takes %j', (text) => {
  expect(runProblem(text, 2)).toBeNull();
});

it.each([
  [
    'latencyms < 905',
    'latencyms is not a field of a run. Did you mean latency_ms?',
    'latencyms',
    'latency_ms < 905',
  ],
  [
    'error is None and latencyms < 905',
    'Did you mean latency_ms?',
    'latencyms',
    'error is None and latency_ms < 905',
  ],
  [
    'experiments[1].latencyms < 9',
    'Did you mean latency_ms?',
    'latencyms',
    'experiments[1].latency_ms < 9',
  ],
  ['refund == 1', 'refund is not a field of a run.', 'refund', null],
  [
    'experiments[2].latency_ms < 9',
    'experiments[2] does not exist: there are 2, counted from 0.',
    'experiments',
    null,
  ],
  ["evals['it'] > 1", 'A condition cannot be compared', 'evals', null],
  ['latency_ms >', 'Something is missing at the end of the filter', '>', null],
])('says what is wrong with %j, where, and what is meant', (text, message, underlined, meant) => {
  const problem = runProblem(text, 2);
  expect(problem?.message).toContain(message);
  expect(problem && text.slice(problem.at, problem.at + problem.length)).toBe(underlined);
  expect(problem && corrected(text, problem)).toBe(meant);
});
