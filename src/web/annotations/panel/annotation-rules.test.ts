import { beforeAll, describe, expect, it } from 'vitest';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import type { AnnotationRevision, AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { conditionOfChip, listOfChip } from '#web/annotations/annotation-filter.ts';
import { isRelevant, nextUnannotated, relevanceResult } from '#web/annotations/use-relevance.ts';
import { annotatedCount, nextOpen } from '#web/annotations/review/review-queue.ts';
import { changesOf } from './revision-changes.ts';
import { readScore, sliderStep } from './score-entry.ts';
import { scoreText, summariesOf, summaryText } from './summary.ts';
import { verdictOf } from './verdict.ts';
import { loadFilterLanguage } from '#web/filter/language/language.ts';

beforeAll(loadFilterLanguage);

function made(
  label: string | null,
  score: number | null,
  changes: Partial<AnyAnnotation> = {},
): AnyAnnotation {
  return {
    id: `${String(label)} ${String(score)}`,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    source: 'API',
    user_id: null,
    name: 'correctness',
    annotator_kind: 'HUMAN',
    result: { label, score, explanation: null },
    metadata: {},
    identifier: '',
    target: 'trace',
    target_id: 'a',
    document_position: null,
    ...changes,
  };
}

describe('a chip', () => {
  const textOf = (...list: readonly AnyAnnotation[]) => summariesOf(list).map(summaryText);
  it('says the label or the score of one annotation', () => {
    expect(textOf(made('good', 1))).toEqual([{ value: 'good', note: '' }]);
    expect(textOf(made(null, 0.25))).toEqual([{ value: '0.250', note: '' }]);
    expect(textOf(made(null, null))).toEqual([{ value: '', note: '' }]);
  });
  it('sums several up: the label of most and how many, or the mean', () => {
    expect(textOf(made('good', 1), made('good', 1), made('bad', 0))).toEqual([
      { value: 'good', note: '2 of 3' },
    ]);
    expect(textOf(made('good', 1), made('good', 1))).toEqual([{ value: 'good', note: '× 2' }]);
    expect(textOf(made(null, 1), made(null, 2))).toEqual([{ value: '1.50', note: 'mean (n = 2)' }]);
  });
  it('is sorted by name', () => {
    expect(
      summariesOf([made('a', 1, { name: 'z' }), made('b', 1, { name: 'm' })]).map(
        (one) => one.name,
      ),
    ).toEqual(['m', 'z']);
  });
  it('writes scores for a narrow place', () => {
    expect([0, 7, -2, 0.123456, 12.345, 0.00001234, 1e9].map(scoreText)).toEqual([
      '0',
      '7',
      '-2',
      '0.123',
      '12.3',
      '0.0000123',
      '1.00e+9',
    ]);
  });
});

describe('a verdict', () => {
  const labels = (direction: 'MAXIMIZE' | 'MINIMIZE' | 'NONE'): AnnotationConfig => ({
    id: '1',
    type: 'CATEGORICAL',
    name: 'correctness',
    optimization_direction: direction,
    values: [
      { label: 'right', score: 1 },
      { label: 'partly', score: 0.5 },
      { label: 'wrong', score: 0 },
      { label: 'unclear' },
    ],
  });
  const ofLabel = (config: AnnotationConfig, label: string) =>
    verdictOf(config, { label, score: null });
  it('of a label follows the direction alone: the best is good, the worst bad', () => {
    const words = ['right', 'partly', 'wrong', 'unclear', 'never heard of'];
    expect(words.map((label) => ofLabel(labels('MAXIMIZE'), label))).toEqual([
      'good',
      'neutral',
      'bad',
      'neutral',
      'neutral',
    ]);
    expect(words.map((label) => ofLabel(labels('MINIMIZE'), label))).toEqual([
      'bad',
      'neutral',
      'good',
      'neutral',
      'neutral',
    ]);
    expect(words.map((label) => ofLabel(labels('NONE'), label))).toEqual(
      words.map(() => 'neutral'),
    );
  });
  it('of a score needs bounds, or a threshold', () => {
    const scores = (changes: object): AnnotationConfig => ({
      id: '2',
      type: 'CONTINUOUS',
      name: 'x',
      optimization_direction: 'MAXIMIZE',
      ...changes,
    });
    const all = (config: AnnotationConfig | undefined) =>
      [0, 5, 10].map((score) => verdictOf(config, { label: null, score }));
    expect(all(scores({ lower_bound: 0, upper_bound: 10 }))).toEqual(['bad', 'neutral', 'good']);
    expect(
      all(scores({ lower_bound: 0, upper_bound: 10, optimization_direction: 'MINIMIZE' })),
    ).toEqual(['good', 'neutral', 'bad']);
    expect(all(scores({}))).toEqual(['neutral', 'neutral', 'neutral']);
    expect(all(scores({ type: 'FREEFORM', threshold: 5 }))).toEqual(['bad', 'good', 'good']);
    expect(all(undefined)).toEqual(['neutral', 'neutral', 'neutral']);
  });
});

it('reads a typed score, and says why it is none', () => {
  const bounds = { least: 0, most: 1 };
  expect(readScore(' 0,5 ', bounds)).toEqual({ ok: true, score: 0.5 });
  expect(readScore('', bounds)).toEqual({ ok: true, score: null });
  expect(readScore('two', bounds)).toMatchObject({
    ok: false,
    why: expect.stringContaining('“two” is not a number'),
  });
  expect(readScore('-1', bounds)).toMatchObject({ ok: false, why: '-1 is below 0, the minimum.' });
  expect(readScore('2', bounds)).toMatchObject({
    ok: false,
    why: '2 is above 1, the maximum score here.',
  });
  expect(readScore('Infinity', { least: null, most: null })).toMatchObject({ ok: false });
  expect([sliderStep(0, 1), sliderStep(0, 10), sliderStep(1, 5), sliderStep(0, 1000)]).toEqual([
    0.01, 0.1, 0.05, 10,
  ]);
});

describe('a review', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({
    target: 'trace' as const,
    id,
    traceId: id,
    annotated: id === 'b',
  }));
  const none = new Map<string, boolean>();
  it('passes over what is annotated, and comes back to what was skipped', () => {
    expect(nextOpen(items, none, -1, 1)).toBe(0);
    expect(nextOpen(items, none, 0, 1)).toBe(2);
    expect(nextOpen(items, none, 2, -1)).toBe(0);
    expect(nextOpen(items, none, 3, 1)).toBe(0);
    expect(nextOpen(items, new Map([['c', true]]), 0, 1)).toBe(3);
  });
  it('takes an undone answer for open, and ends when all are annotated', () => {
    expect(nextOpen(items, new Map([['b', false]]), 0, 1)).toBe(1);
    const all = new Map(['a', 'c', 'd'].map((id) => [id, true]));
    expect(nextOpen(items, all, 0, 1)).toBe(-1);
    expect(annotatedCount(items, all)).toBe(4);
    expect(nextOpen([], none, -1, 1)).toBe(-1);
  });
});

it('tells what a revision changed', () => {
  const revision = (label: string | null, kind: 'HUMAN' | 'LLM'): AnnotationRevision => ({
    revision: 1,
    change: 'UPDATE',
    changed_at: '2026-01-01T00:00:00Z',
    source: 'APP',
    user_id: null,
    annotator_kind: kind,
    result: label === null ? null : { label, score: 1, explanation: null },
    metadata: {},
  });
  expect(
    changesOf(undefined, revision('a', 'LLM')).map(({ field, after }) => [field, after]),
  ).toEqual([
    ['label', 'a'],
    ['score', '1'],
    ['kind', 'LLM'],
  ]);
  expect(changesOf(revision('a', 'LLM'), revision('b', 'HUMAN'))).toEqual([
    { field: 'label', before: 'a', after: 'b' },
    { field: 'kind', before: 'LLM', after: 'HUMAN' },
  ]);
  expect(
    changesOf(revision('a', 'LLM'), revision(null, 'LLM')).map(({ field, after }) => [
      field,
      after,
    ]),
  ).toEqual([
    ['label', null],
    ['score', null],
  ]);
});

it('annotates a document by one answer', () => {
  const before = { label: 'not relevant', score: 0, explanation: 'why' };
  expect(relevanceResult(true, before)).toEqual({
    label: 'relevant',
    score: 1,
    explanation: 'why',
  });
  expect(
    [
      made(null, 0.9),
      made('relevant', null),
      made('not relevant', null),
      made('maybe', null),
      undefined,
    ].map(isRelevant),
  ).toEqual([true, true, false, null, null]);
  expect(nextUnannotated(3, new Set([0]), 2)).toBe(1);
  expect(nextUnannotated(3, new Set([0, 1, 2]), 1)).toBe(1);
  expect(nextUnannotated(3, new Set(), -1)).toBe(0);
});

describe('the condition of a chip', () => {
  const [labelled] = summariesOf([made("it's", 1)]);
  const [scored] = summariesOf([made(null, -0.5)]);
  const [mean] = summariesOf([made(null, 1), made(null, 2)]);
  it('narrows a list by label or score, both ways, and only once', () => {
    if (labelled === undefined || scored === undefined || mean === undefined)
      throw new Error('no summary');
    const label = conditionOfChip('trace', labelled);
    const score = conditionOfChip('span', scored);
    if (label === null || score === null) throw new Error('no condition');
    const once = listOfChip({}, 'trace', label, false);
    expect(once.q).toBe("trace_annotations['correctness'].label == 'it\\'s'");
    expect(listOfChip(once, 'trace', label, false)).toEqual(once);
    expect(listOfChip({}, 'trace', label, true).q).toBe(
      "(trace_annotations['correctness'].label is None or trace_annotations['correctness'].label != 'it\\'s')",
    );
    const spans = listOfChip(
      { q: 'error_count > 0', peek: 'x', annotate: 'trace' },
      'span',
      score,
      false,
    );
    expect(spans).toEqual({ scope: 'spans', q: "annotations['correctness'].score == -0.5" });
    expect(listOfChip(spans, 'span', score, false)).toEqual(spans);
    expect(conditionOfChip('span', mean)).toBeNull();
    expect(conditionOfChip('document', labelled)).toMatchObject({
      field: { root: 'document_annotations', part: 'label' },
    });
  });
});
