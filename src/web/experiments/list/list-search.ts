import { flag, oneOf, searchReader, text } from '#web/platform/address/search-schema.ts';

/** The address of the experiments of a dataset. */
export const readExperimentsSearch = searchReader({
  /** Part of the name. */
  q: text,
  /** A column, or `score:` and the name of an evaluator; the newest first unless given. */
  sort: (raw) => (raw === 'number' ? undefined : text(raw)),
  /** Names rise and all else falls unless it says otherwise. */
  order: oneOf(['asc', 'desc']),
  /** The lines that run an experiment are open. */
  run: flag,
});
export type ExperimentsSearch = ReturnType<typeof readExperimentsSearch>;

/** The address of the list of all datasets with experiments. */
export const readAllExperimentsSearch = searchReader({ find: text });
