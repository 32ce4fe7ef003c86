import { useNavigate } from '@tanstack/react-router';
import { datasetExperimentsPath } from '#web/platform/address/paths.ts';
import { useKeys, type KeyMap } from '#web/platform/keys/keys.ts';
import { useMay } from '#web/accounts/may.tsx';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import type { ComparisonSearch } from './comparison-search.ts';
import { outputsDiff } from './outputs-diff.ts';
import { isOpening, type ComparisonModel } from './use-comparison-model.ts';

/** The heading under which the help lists these. */
export const COMPARISON_KEYS = 'Comparison';

/** The keys of the rows: they work beside an open example as well. */
export function useComparisonKeys(
  dataset: string,
  model: ComparisonModel,
  search: ComparisonSearch,
  experiments: number,
): void {
  const navigate = useNavigate();
  const { change, walk, go, goToRegression, count, active } = model;
  const narrow = useNarrow();
  const may = useMay('experiments:write');
  const open = (more?: Changes<ComparisonSearch>): void => {
    if (count > 0) model.open(active ?? 0, more);
  };
  const againstBase: KeyMap = {
    n: { what: 'Next regression', run: () => void goToRegression(1) },
    p: { what: 'Previous regression', run: () => void goToRegression(-1) },
    m: {
      what: 'Mark changed words',
      run: () => change({ mark: search.mark === true ? undefined : true }),
    },
    r: {
      what: 'Show only regressions',
      run: () => change({ show: search.show === 'regressed' ? undefined : 'regressed' }),
    },
  };
  useKeys(
    {
      j: { what: 'Next, previous example', run: () => walk(1) },
      k: { what: 'Next, previous example', run: () => walk(-1) },
      ArrowDown: { what: 'Next, previous example', run: () => walk(1) },
      ArrowUp: { what: 'Next, previous example', run: () => walk(-1) },
      // Regressions and changes exist only relative to another experiment.
      ...(experiments === 1 ? {} : againstBase),
      Home: { what: 'First, last example', run: () => go(0) },
      End: { what: 'First, last example', run: () => go(count - 1) },
      Enter: { what: 'Open example', run: () => open() },
      ' ': { what: 'Open example', run: () => (isOpening() ? model.close() : open()) },
      // Once it is shown, an open example takes these itself.
      d: {
        what: 'Open example with the difference of outputs',
        run: () => open({ diff: outputsDiff(experiments, experiments) }),
      },
      ...(may
        ? { a: { what: 'Open example to annotate it', run: () => open({ annotate: true }) } }
        : {}),
      f: {
        what: 'Show or hide figures',
        run: () => change({ figures: otherFigures(search.figures, narrow) }),
      },
      Escape: {
        what: 'Up one level',
        run: () => {
          if (isOpening()) model.close();
          else void navigate({ to: datasetExperimentsPath(dataset) });
        },
      },
    },
    COMPARISON_KEYS,
  );
}

/**
 * Figures are open on wide screens and folded on narrow ones, unless the address says otherwise.
 */
function otherFigures(figures: boolean | undefined, narrow: boolean): boolean | undefined {
  const next = !(figures ?? !narrow);
  return next === !narrow ? undefined : next;
}
