import { expect, it } from 'vitest';
import { summaryFixture } from './experiment-fixture.ts';
import { experimentEventOf } from '../use-experiment-events.ts';
import { rowsOf, withEvents, type SummaryPages } from './live-summaries.ts';

const EVENT = {
  experiment_id: 'e2',
  example_count: 10,
  repetitions: 1,
  successful_run_count: 4,
  failed_run_count: 1,
  missing_run_count: 5,
  change_number: 9,
  is_deleted: false,
};
const PAGES: SummaryPages = {
  pages: [
    { data: [summaryFixture(3), summaryFixture(2)], next_cursor: 'more' },
    { data: [summaryFixture(2), summaryFixture(1)], next_cursor: null },
  ],
  pageParams: ['', 'more'],
};

it('counts runs as events tell, and leaves out what was deleted', () => {
  const rows = rowsOf(
    withEvents(PAGES, [EVENT, { ...EVENT, experiment_id: 'e3', is_deleted: true }]),
  );
  expect(
    rows.map(({ experiment }) => [
      experiment.id,
      experiment.successful_run_count,
      experiment.missing_run_count,
    ]),
  ).toEqual([
    ['e2', 4, 5],
    ['e1', 10, 0],
  ]);
});

it('lists an experiment once, however many pages have it', () => {
  expect(rowsOf(PAGES)).toHaveLength(3);
  expect(rowsOf(undefined)).toEqual([]);
});

it('reads events, and nothing that is not one', () => {
  expect(experimentEventOf(EVENT)).toEqual(EVENT);
  expect(experimentEventOf({ ...EVENT, is_deleted: true })).toMatchObject({ is_deleted: true });
  for (const data of [undefined, null, 'x', {}, { ...EVENT, change_number: 'many' }])
    expect(experimentEventOf(data)).toBeNull();
});
