import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Dataset } from '#web/platform/http/model.ts';
import { exampleReader } from './dataset-examples.calls.ts';
import { versionOfKey } from '#web/platform/address/address-ids.ts';
import { ExamplePages } from './example-pages.ts';
import type { ExamplesSearch } from '#web/datasets/dataset-search.ts';

/** The pages of the examples that an address lists; others when it lists others. */
export function useExamples({ id: dataset, example_count: exampleCount }: Dataset, { version, split, q }: ExamplesSearch) {
  const splits = JSON.stringify(split ?? []);
  const pages = useMemo(() => {
    const wish = { dataset, version: version === undefined ? null : versionOfKey(version), splits: split ?? [], text: q ?? '' };
    const isWhole = version === undefined && split === undefined && q === undefined;
    return new ExamplePages(exampleReader(wish), isWhole ? exampleCount : null);
    // oxlint-disable-next-line react/exhaustive-deps -- `splits` is the text of the list; the count is that of the first page
  }, [dataset, version, splits, q]);
  const view = useSyncExternalStore(pages.subscribe, pages.view);
  useEffect(() => () => pages.stop(), [pages]);
  // Without a row there is no table that requests more: a search continues until it finds one, or the end.
  useEffect(() => {
    if (view.count === 0 && !view.complete) pages.show(0, 1);
  }, [pages, view]);
  return { pages, view };
}
