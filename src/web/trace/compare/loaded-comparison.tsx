import { useEffect, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { SplitPane } from '#web/trace/split-pane.tsx';
import { TraceTabs } from '#web/trace/trace-tabs.tsx';
import { compareItems, exchangedRuns, itemOfRow } from './compare-folds.ts';
import { compareRows, exchangedPlace, sameStepIn, withTextDifferences } from './compare-rows.ts';
import { grownPlace, grownRuns, type Compared } from './grown-comparison.ts';
import type { CompareSearch } from '#web/lists/search-params.ts';
import type { Changes } from '#web/platform/address/search-schema.ts';
import { alignTraces } from './trace-align.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { CompareFrame } from './compare-frame.tsx';
import { CompareList } from './compare-list.tsx';
import { CompareSpan } from './compare-span.tsx';
import { CompareSummary, traceName } from './compare-summary.tsx';
import { DifferenceSteps } from './difference-steps.tsx';
import { useStepKeys, type Steps } from './use-step-keys.ts';
import { textReadingNote, useTextDifferences } from './use-text-differences.ts';
import { useSides, type Sides } from './use-sides.ts';

const SPLIT_MIN = 900;

export interface ComparisonProps {
  readonly project: string;
  readonly search: CompareSearch;
  readonly onChange: (changes: Changes<CompareSearch>) => void;
  /** The same where a step's difference takes the place of the steps. */
  readonly onSpan: (changes: Changes<CompareSearch>) => void;
  /** The same after the selection changed from the one in earlier history entries. */
  readonly onReplace: (changes: Changes<CompareSearch>) => void;
  /** Another trace in the place of the second. */
  readonly onOther: () => void;
}

interface LoadedComparisonProps extends ComparisonProps {
  readonly first: TraceSkeleton;
  readonly second: TraceSkeleton;
}

/** The steps of both traces, and what differs in the chosen one. */
export function LoadedComparison(props: LoadedComparisonProps) {
  const { project, search, onChange, onSpan, onOther, first, second } = props;
  const sides = useSides(first, second);
  const { a, b } = sides;
  const steps = useSteps(sides);
  const { rows, items, opened, note } = steps;
  useKeptStep({ a, b, rows }, props);
  const { ref, width } = useBoxWidth();
  const split = width !== null && width >= SPLIT_MIN;
  const pane = search.pane ?? (search.row === undefined ? 'tree' : 'span');
  const chosen = Math.min(search.row ?? 0, rows.length - 1);
  const row = rows[chosen];
  const at = itemOfRow(items, chosen);
  const swap = (): void => {
    const place = row === undefined ? chosen : exchangedPlace(row, alignTraces(b, a));
    props.onReplace({ a: search.b, b: search.a, ...(place === chosen ? {} : { row: place, pane }) });
  };
  const { open, goDifferent } = useStepKeys(steps, at, {
    // On a phone a difference may be walked from to the next.
    go: (to) => (!split && pane === 'span' ? props.onReplace({ row: to, pane }) : onChange({ row: to, pane: 'tree' })),
    onFold: (run) => onChange({ row: run }),
    swap,
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
  const isAny = rows.some(({ differences }) => differences.length > 0);
  const panel = row !== undefined && (
    <CompareSpan
      {...{ project, a, b, row }}
      key={stepOf(sides, row)}
      {...(split ? {} : { actions: <DifferenceSteps isAny={isAny} onStep={goDifferent} /> })}
    />
  );
  return (
    <CompareFrame project={project} names={[a, b].map(({ skeleton }) => traceName(skeleton.trace))} onSwap={swap} onOther={onOther}>
      <CompareSummary project={project} a={first} b={second} />
      <div ref={ref} className="flex min-h-0 flex-1 flex-col">
        {width !== null && (
          <StepPanes
            {...{ split, pane, list, panel }}
            onPane={(next) => (next === 'span' && pane === 'tree' ? onSpan : onChange)({ pane: next })}
          />
        )}
      </div>
    </CompareFrame>
  );
}

interface StepPanesProps extends Pick<ComponentProps<typeof TraceTabs>, 'pane' | 'onPane'> {
  readonly split: boolean;
  readonly list: ReactNode;
  readonly panel: ReactNode;
}

/** The steps and the difference beside each other, or one of them at a time. */
function StepPanes({ split, pane, onPane, list, panel }: StepPanesProps) {
  if (split) return <SplitPane left={list} right={panel} />;
  return <TraceTabs pane={pane} onPane={onPane} tree={list} span={panel} words={{ tree: 'Steps', span: 'Difference' }} />;
}

type SidesAt = Pick<Compared, 'a' | 'b'>;

function isExchanged(before: SidesAt, now: SidesAt): boolean {
  return before.a === now.b && before.b === now.a;
}

/** Keeps the chosen step where a trace grows: the address has its row, which moves as spans come before it. */
function useKeptStep({ a, b, rows }: Compared, { search, onReplace }: Pick<ComparisonProps, 'search' | 'onReplace'>): void {
  const seen = useRef<Compared>({ a, b, rows });
  useEffect(() => {
    const before = seen.current;
    seen.current = { a, b, rows };
    if ((before.a === a && before.b === b) || isExchanged(before, { a, b }) || search.row === undefined) return;
    const place = grownPlace(search.row, before, { a, b, rows });
    if (place >= 0 && place !== search.row) onReplace({ row: place });
  });
}

/** A step's identity, independent of the sides. */
function stepOf({ a, one }: Sides, row: { readonly a: number; readonly b: number }): string {
  return a === one ? `${row.a} ${row.b}` : `${row.b} ${row.a}`;
}

const NONE: ReadonlySet<number> = new Set();

/** Both traces as rows, and as the lines of a list with some of the runs of equal steps expanded. */
function useSteps({ a, b, one, two }: Sides): Steps & { readonly note: string } {
  const aligned = useMemo(() => compareRows(a, b), [a, b]);
  const texts = useTextDifferences(one, two);
  const rows = useMemo(
    () => withTextDifferences(aligned, texts.differences, (row) => (a === one ? row.a : row.b)),
    [aligned, texts.differences, a, one],
  );
  const [opened, setOpened] = useState(NONE);
  const [seen, setSeen] = useState<Compared>({ a, b, rows });
  if (seen.a !== a || seen.b !== b) {
    setSeen({ a, b, rows });
    if (isExchanged(seen, { a, b })) setOpened(exchangedRuns(opened, alignTraces(b, a), rows, sameStepIn(a, b, rows)));
    else setOpened(grownRuns(opened, seen, { a, b, rows }));
  }
  const items = useMemo(() => compareItems(rows, sameStepIn(a, b, rows), opened), [a, b, rows, opened]);
  return { rows, items, opened, setOpened, note: textReadingNote(texts) };
}
