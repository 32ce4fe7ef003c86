import { useMemo, useState } from 'react';
import type { TraceSkeleton } from '../../api/model.ts';
import { SplitPane } from '../../components/trace/split-pane.tsx';
import { TraceTabs } from '../../components/trace/trace-tabs.tsx';
import { compareItems, exchangedRuns, itemOfRow } from '../../lib/compare-folds.ts';
import { compareRows, exchangedPlace, sameStepIn, withTextDifferences } from '../../lib/compare-rows.ts';
import { useKeys } from '../../lib/keys.ts';
import type { Changes, CompareSearch } from '../../lib/search-params.ts';
import { alignTraces } from '../../lib/trace-align.ts';
import { stepWhere } from '../../lib/trace-steps.ts';
import { useBoxWidth } from '../../lib/use-box-width.ts';
import { CompareFrame } from './compare-frame.tsx';
import { CompareList } from './compare-list.tsx';
import { CompareSpan } from './compare-span.tsx';
import { CompareSummary } from './compare-summary.tsx';
import { textReadingNote, useTextDifferences } from './use-text-differences.ts';
import { useSides } from './use-sides.ts';
import type { Sides } from './use-sides.ts';

const SPLIT_MIN = 900;

export interface ComparisonProps {
  readonly project: string;
  readonly search: CompareSearch;
  readonly onChange: (changes: Changes<CompareSearch>) => void;
  /** The same where a step's difference takes the place of the steps. */
  readonly onSpan: (changes: Changes<CompareSearch>) => void;
  /** Exchanges the sides, and makes some changes with that. */
  readonly onSwap: (changes: Changes<CompareSearch>) => void;
  /** Another trace in the place of the second. */
  readonly onOther: () => void;
}

interface LoadedComparisonProps extends ComparisonProps {
  readonly first: TraceSkeleton;
  readonly second: TraceSkeleton;
}

/** The steps of both traces, and what differs in the chosen one. */
export function LoadedComparison({ project, search, onChange, onSpan, onSwap, onOther, first, second }: LoadedComparisonProps) {
  const sides = useSides(first, second);
  const { a, b } = sides;
  const { rows, items, opened, setOpened, note } = useSteps(sides);
  const { ref, width } = useBoxWidth();
  const split = width !== null && width >= SPLIT_MIN;
  const pane = search.pane ?? (search.row === undefined ? 'tree' : 'span');
  const chosen = Math.min(search.row ?? 0, rows.length - 1);
  const row = rows[chosen];
  const at = itemOfRow(items, chosen);
  const go = (to: number): void => {
    const item = items[to];
    if (item !== undefined) onChange({ row: item.row, pane: 'tree' });
  };
  const goDifferent = (by: 1 | -1): void =>
    go(stepWhere(items.length, at, by, (to) => (rows[items[to]?.row ?? -1]?.differences.length ?? 0) > 0));
  const open = (run: number, whether: boolean): void => {
    if (run < 0 || opened.has(run) === whether) return;
    setOpened(new Set(whether ? [...opened, run] : [...opened].filter((one) => one !== run)));
    if (!whether) onChange({ row: run });
  };
  const swap = (): void => {
    const place = row === undefined ? chosen : exchangedPlace(row, alignTraces(b, a));
    onSwap(place === chosen ? {} : { row: place, pane });
  };
  useKeys({
    ArrowDown: { what: 'Move', run: () => go(at + 1) },
    ArrowUp: { what: 'Move', run: () => go(at - 1) },
    ArrowRight: { what: 'Open equal steps', run: () => open(items[at]?.run ?? -1, true) },
    ArrowLeft: { what: 'Fold equal steps', run: () => open(items[at]?.run ?? -1, false) },
    n: { what: 'Next difference', run: () => goDifferent(1) },
    N: { what: 'Previous difference', run: () => goDifferent(-1) },
  });
  const list = (
    <CompareList
      {...{ a, b, rows, items, at, opened, note }}
      onOpen={open}
      onChoose={(next) => (split ? onChange : onSpan)({ row: next, pane: undefined })}
      onStep={goDifferent}
      narrow={(width ?? 0) < 640}
    />
  );
  const panel = row === undefined ? null : <CompareSpan key={stepOf(sides, row)} project={project} a={a} b={b} row={row} />;
  return (
    <CompareFrame project={project} onSwap={swap} onOther={onOther}>
      <CompareSummary project={project} a={first} b={second} />
      <div ref={ref} className="flex min-h-0 flex-1 flex-col">
        {split && <SplitPane left={list} right={panel} />}
        {width !== null && !split && (
          <TraceTabs
            pane={pane}
            onPane={(next) => (next === 'span' && pane === 'tree' ? onSpan : onChange)({ pane: next })}
            tree={list}
            span={panel}
            words={{ tree: 'Steps', span: 'Difference' }}
          />
        )}
      </div>
    </CompareFrame>
  );
}

/** What names a step, whichever side is which. */
function stepOf({ a, one }: Sides, row: { readonly a: number; readonly b: number }): string {
  return a === one ? `${row.a} ${row.b}` : `${row.b} ${row.a}`;
}

const NONE: ReadonlySet<number> = new Set();

/** Both traces as rows, and as the lines of a list in which some of the runs of equal steps stand open. */
function useSteps({ a, b, one, two }: Sides) {
  const aligned = useMemo(() => compareRows(a, b), [a, b]);
  const texts = useTextDifferences(one, two);
  const rows = useMemo(
    () => withTextDifferences(aligned, texts.differences, (row) => (a === one ? row.a : row.b)),
    [aligned, texts.differences, a, one],
  );
  const [opened, setOpened] = useState(NONE);
  const [seen, setSeen] = useState(a);
  if (seen !== a) {
    setSeen(a);
    if (seen === b) setOpened(exchangedRuns(opened, alignTraces(b, a), rows, sameStepIn(a, b, rows)));
  }
  const items = useMemo(() => compareItems(rows, sameStepIn(a, b, rows), opened), [a, b, rows, opened]);
  return { rows, items, opened, setOpened, note: textReadingNote(texts) };
}
