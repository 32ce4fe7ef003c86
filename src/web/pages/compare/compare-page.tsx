import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { skeletonOptions } from '../../api/traces.ts';
import type { TraceSkeleton } from '../../api/model.ts';
import { useProjectName } from '../../api/use-project-name.ts';
import { Button } from '../../components/button.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { ErrorNote, SkeletonRows } from '../../components/states.tsx';
import { SplitPane } from '../../components/trace/split-pane.tsx';
import { TraceTabs } from '../../components/trace/trace-tabs.tsx';
import { compareItems, itemOfRow } from '../../lib/compare-folds.ts';
import { compareRows, sameStepIn, withTextDifferences } from '../../lib/compare-rows.ts';
import { useKeys } from '../../lib/keys.ts';
import { lastListPath } from '../../lib/list-memory.ts';
import { projectsPath } from '../../lib/paths.ts';
import { withChanges } from '../../lib/search-params.ts';
import type { Changes, CompareSearch } from '../../lib/search-params.ts';
import { columnsOfSkeleton } from '../../lib/trace-columns.ts';
import { stepWhere } from '../../lib/trace-steps.ts';
import { traceTimes } from '../../lib/trace-time.ts';
import { buildTraceTree } from '../../lib/trace-tree.ts';
import { useBoxWidth } from '../../lib/use-box-width.ts';
import { usePaneSteps } from '../../lib/use-pane-steps.ts';
import { CompareList } from './compare-list.tsx';
import { CompareSpan } from './compare-span.tsx';
import { CompareSummary } from './compare-summary.tsx';
import { PickTrace } from './pick-trace.tsx';
import { textReadingNote, useTextDifferences } from './use-text-differences.ts';

/** Two traces side by side: one tree, what differs in time, tokens and cost, and the texts of a step as a diff. */
export function ComparePage() {
  const { project } = useParams({ from: '/projects/$project/compare' });
  const projectName = useProjectName(project);
  const search = useSearch({ from: '/projects/$project/compare' });
  const navigate = useNavigate({ from: '/projects/$project/compare' });
  const { onSearch, onSpan } = usePaneSteps<CompareSearch>(
    (changes, how) => navigate({ search: (before) => withChanges<CompareSearch>(before, changes), ...how }),
    { pane: 'tree' },
  );
  const both = search.a !== undefined && search.b !== undefined;
  useKeys({ Escape: { what: 'Back to the list', run: () => void navigate({ to: lastListPath(project) }) } });
  return (
    <PageFrame
      title={`Compare · ${projectName}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: projectName, href: lastListPath(project) }, { label: 'Compare traces' }]}
      actions={
        both && (
          <>
            <Button look="quiet" onClick={() => onSearch({ a: search.b, b: search.a, row: undefined })}>
              Swap
            </Button>
            <Button look="quiet" onClick={() => onSearch({ b: undefined, row: undefined })}>
              Another trace
            </Button>
          </>
        )
      }
    >
      {both ? (
        <Comparison key={`${search.a} ${search.b}`} project={project} search={search} onChange={onSearch} onSpan={onSpan} />
      ) : (
        <PickTrace project={project} search={search} onChange={onSearch} />
      )}
    </PageFrame>
  );
}

interface ComparisonProps {
  readonly project: string;
  readonly search: CompareSearch;
  readonly onChange: (changes: Changes<CompareSearch>) => void;
  /** The same where a step's difference takes the place of the steps. */
  readonly onSpan: (changes: Changes<CompareSearch>) => void;
}

function Comparison(props: ComparisonProps) {
  const first = useQuery(skeletonOptions(props.search.a ?? ''));
  const second = useQuery(skeletonOptions(props.search.b ?? ''));
  const failed = first.error === null ? second : first;
  if (failed.error !== null)
    return (
      <>
        <ErrorNote
          what={`The ${failed === first ? 'first' : 'second'} trace could not be read`}
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
        <PickTrace {...props} />
      </>
    );
  if (first.data === undefined || second.data === undefined) return <SkeletonRows rows={22} height={26} />;
  return <LoadedComparison {...props} first={first.data} second={second.data} />;
}

/** A trace with what is needed to compare it. */
function useSide(skeleton: TraceSkeleton) {
  return useMemo(() => {
    const columns = columnsOfSkeleton(skeleton);
    const tree = buildTraceTree(columns);
    return { skeleton, columns, tree, times: traceTimes(tree, columns) };
  }, [skeleton]);
}
export type LoadedSide = ReturnType<typeof useSide>;

const SPLIT_MIN = 900;

function LoadedComparison({
  project,
  search,
  onChange,
  onSpan,
  first,
  second,
}: ComparisonProps & { first: TraceSkeleton; second: TraceSkeleton }) {
  const a = useSide(first);
  const b = useSide(second);
  const aligned = useMemo(() => compareRows(a, b), [a, b]);
  const texts = useTextDifferences(a, b, aligned);
  const rows = useMemo(() => withTextDifferences(aligned, texts.differences), [aligned, texts.differences]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const items = useMemo(() => compareItems(rows, sameStepIn(a, b, rows), opened), [a, b, rows, opened]);
  const { ref, width } = useBoxWidth();
  const split = width !== null && width >= SPLIT_MIN;
  const pane = search.pane ?? (search.row === undefined ? 'tree' : 'span');
  const chosen = Math.min(search.row ?? 0, rows.length - 1);
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
  useKeys({
    ArrowDown: { what: 'Move', run: () => go(at + 1) },
    ArrowUp: { what: 'Move', run: () => go(at - 1) },
    ArrowRight: { what: 'Open equal steps', run: () => open(items[at]?.run ?? -1, true) },
    ArrowLeft: { what: 'Fold equal steps', run: () => open(items[at]?.run ?? -1, false) },
    n: { what: 'Next difference', run: () => goDifferent(1) },
    N: { what: 'Previous difference', run: () => goDifferent(-1) },
  });
  const row = rows[chosen];
  const list = (
    <CompareList
      a={a}
      b={b}
      rows={rows}
      items={items}
      at={at}
      opened={opened}
      note={textReadingNote(texts)}
      onOpen={open}
      onChoose={(next) => (split ? onChange : onSpan)({ row: next, pane: undefined })}
      onStep={goDifferent}
      narrow={(width ?? 0) < 640}
    />
  );
  const panel = row === undefined ? null : <CompareSpan key={chosen} project={project} a={a} b={b} row={row} />;
  return (
    <>
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
    </>
  );
}
