import { expect, it } from 'vitest';
import { Random } from '../otlp/random.ts';
import { PROMPTS, planExamples, planRun, type PlannedExample } from './experiment-plan.ts';

const examples = planExamples(480, new Random(3));

/** How many of the answers of a prompt are right, in percent. */
function accuracy(place: number, isMeant: (example: PlannedExample) => boolean): number {
  const prompt = PROMPTS[place];
  if (prompt === undefined) throw new Error(`There is no prompt ${place}.`);
  const random = new Random(4);
  const meant = examples.filter(isMeant);
  return (
    (100 * meant.filter((example) => planRun(prompt, example, random).isCorrect).length) /
    meant.length
  );
}

it('the last prompt is better than the first, but for refunds in German', () => {
  const isRegression = ({ topic, language }: PlannedExample): boolean =>
    topic === 'refund' && language === 'german';
  expect(examples.filter(isRegression).length).toBe(20);
  expect(accuracy(2, isRegression)).toBeLessThan(accuracy(0, isRegression) - 30);
  const isOther = (example: PlannedExample): boolean => !isRegression(example);
  expect(accuracy(2, isOther)).toBeGreaterThan(accuracy(0, isOther) + 5);
});

it('no text has a place left to be filled in', () => {
  expect(
    examples.filter(({ question, answer, hasty }) => `${question}${answer}${hasty}`.includes('{')),
  ).toEqual([]);
});
