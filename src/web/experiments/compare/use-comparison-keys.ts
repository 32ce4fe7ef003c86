import { useNavigate } from '@tanstack/react-router';
import { datasetExperimentsPath } from '../../lib/paths.ts';
import { useKeys } from '../../lib/keys.ts';
import type { ComparisonSearch } from './comparison-search.ts';
import type { ComparisonModel } from './use-comparison-model.ts';

/** The heading under which the help lists these. */
export const COMPARISON_KEYS = 'Comparison';

/** The keys of the rows: they work beside an open example as well. */
export function useComparisonKeys(dataset: string, model: ComparisonModel, search: ComparisonSearch): void {
  const navigate = useNavigate();
  const { change, walk, go, goToRegression, count, active } = model;
  const isOpen = search.example !== undefined;
  const open = (): void => {
    if (count > 0) model.open(active ?? 0);
  };
  useKeys(
    {
      j: { what: 'Next, previous example', run: () => walk(1) },
      k: { what: 'Next, previous example', run: () => walk(-1) },
      ArrowDown: { what: 'Next, previous example', run: () => walk(1) },
      ArrowUp: { what: 'Next, previous example', run: () => walk(-1) },
      n: { what: 'Next regression', run: () => void goToRegression(1) },
      p: { what: 'Previous regression', run: () => void goToRegression(-1) },
      Home: { what: 'First, last example', run: () => go(0) },
      End: { what: 'First, last example', run: () => go(count - 1) },
      Enter: { what: 'Open example', run: open },
      ' ': { what: 'Open example', run: () => (isOpen ? model.close() : open()) },
      m: { what: 'Mark changed words', run: () => change({ mark: search.mark === true ? undefined : true }) },
      f: { what: 'Show or hide figures', run: () => change({ figures: search.figures === false ? undefined : false }) },
      r: { what: 'Show only regressions', run: () => change({ show: search.show === 'regressed' ? undefined : 'regressed' }) },
      Escape: {
        what: 'Up one level',
        run: () => {
          if (isOpen) model.close();
          else void navigate({ to: datasetExperimentsPath(dataset) });
        },
      },
    },
    COMPARISON_KEYS,
  );
}
