import { labelsOfPath } from './annotation-choices.ts';
import { completableAt } from './completable.ts';
import { fieldChoices, mayBecomeField, operatorChoices, valueChoices } from './completion.ts';
import { readWritten } from './read-written.ts';
import { runProblem } from './run-problem.ts';
import { segmentOnSpans } from './segment-on-spans.ts';

/** All that knows the filter language, in one file to fetch: its grammar, its fields, and what can follow at a caret. */
export const FILTER_LANGUAGE = {
  read: readWritten,
  runProblem,
  completableAt,
  mayBecomeField,
  fieldChoices,
  operatorChoices,
  valueChoices,
  labelsOfPath,
  segmentOnSpans,
};
