import { afterEach, beforeEach, describe, it } from 'vitest';
import { ANNOTATION_CASES } from './annotation-cases.ts';
import { ANNOTATION_FILTER_CASES } from './annotation-filter-cases.ts';
import { ANNOTATION_HISTORY_CASES } from './annotation-history-cases.ts';
import { DEPLOYMENT_CASES } from './deployment-cases.ts';
import { ERASING_CASES } from './erasing-cases.ts';
import { EVENT_CASES } from './event-cases.ts';
import { COUNTING_CASES } from './counting-cases.ts';
import { EARLY_END_CASES } from './early-end-cases.ts';
import { LISTING_CASES } from './listing-cases.ts';
import { PAGING_CASES } from './paging-cases.ts';
import { PROJECT_CASES } from './project-cases.ts';
import { RANKING_CASES } from './ranking-cases.ts';
import { REPEAT_CASES } from './repeat-cases.ts';
import { REREADING_CASES } from './rereading-cases.ts';
import { ID_COMPLETION_CASES } from './id-completion-cases.ts';
import type { ConformanceCase, StoreUnderTest } from './store-under-test.ts';
import { SCORE_CASES } from './score-cases.ts';
import { SEARCH_CASES } from './search-cases.ts';
import { TENANCY_CASES } from './tenancy-cases.ts';
import { TRACE_CASES } from './trace-cases.ts';
import { TRACE_VIEW_CASES } from './trace-view-cases.ts';
import { WRITING_CASES } from './writing-cases.ts';

/**
 * The requirements of every span store, whatever it is built on. `skips` names cases that an
 * adapter can't satisfy, each with its reason; an unknown name fails, so that a skip can't outlive
 * its case.
 */
export function describeSpanStore(
  adapter: string,
  open: () => Promise<StoreUnderTest>,
  skips: Readonly<Record<string, string>>,
): void {
  const cases: Readonly<Record<string, ConformanceCase>> = {
    ...WRITING_CASES,
    ...TRACE_CASES,
    ...TRACE_VIEW_CASES,
    ...LISTING_CASES,
    ...EARLY_END_CASES,
    ...COUNTING_CASES,
    ...PAGING_CASES,
    ...RANKING_CASES,
    ...PROJECT_CASES,
    ...DEPLOYMENT_CASES,
    ...ID_COMPLETION_CASES,
    ...ERASING_CASES,
    ...EVENT_CASES,
    ...ANNOTATION_CASES,
    ...ANNOTATION_HISTORY_CASES,
    ...ANNOTATION_FILTER_CASES,
    ...SCORE_CASES,
    ...TENANCY_CASES,
    ...REREADING_CASES,
    ...REPEAT_CASES,
    ...SEARCH_CASES,
  };
  for (const name of Object.keys(skips))
    if (cases[name] === undefined) throw new Error(`The skipped case '${name}' does not exist.`);
  describe(`${adapter} as a span store`, () => {
    let store: StoreUnderTest;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store.close();
    });
    for (const [name, run] of Object.entries(cases))
      it.skipIf(skips[name] !== undefined)(name, () => run(store));
  });
}
