import { useEffect, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { SplitPane } from '#web/trace/split-pane.tsx';
import { TraceTabs } from '#web/trace/trace-tabs.tsx';
import { compareItems, exchangedRuns, itemOfRow, type CompareItem } from './compare-folds.ts';
import {
  compareRows,
  exchangedPlace,
  sameStepIn,
  withTextDifferences,
  pairedRows,
  textDifferences,
  type Difference,
  type StepTexts,
  type CompareRow,
} from './compare-rows.ts';
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
import { useSides, type Sides, type LoadedSide } from './use-sides.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { stepWhere } from '#web/trace/trace-steps.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { readTraceSpans } from '#web/trace/traces.calls.ts';
import { nestAttributes } from '#web/trace/span/nest-attributes.ts';
import { attributesOf } from '#web/trace/span/span-attributes-codec.ts';
import { spanTextsOf } from '#web/trace/span-texts.ts';

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
    props.onReplace({
      a: search.b,
      b: search.a,
      ...(place === chosen ? {} : { row: place, pane }),
    });
  };
  const { open, goDifferent } = useStepKeys(steps, at, {
    // On a phone a difference may be walked from to the next.
    go: (to) =>
      !split && pane === 'span'
        ? props.onReplace({ row: to, pane })
        : onChange({ row: to, pane: 'tree' }),
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
    <CompareFrame
      project={project}
      names={[a, b].map(({ skeleton }) => traceName(skeleton.trace))}
      onSwap={swap}
      onOther={onOther}
    >
      <CompareSummary project={project} a={first} b={second} />
      <div ref={ref} className="flex min-h-0 flex-1 flex-col">
        {width !== null && (
          <StepPanes
            {...{ split, pane, list, panel }}
            onPane={(next) =>
              (next === 'span' && pane === 'tree' ? onSpan : onChange)({ pane: next })
            }
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
  return (
    <TraceTabs
      pane={pane}
      onPane={onPane}
      tree={list}
      span={panel}
      words={{ tree: 'Steps', span: 'Difference' }}
    />
  );
}

type SidesAt = Pick<Compared, 'a' | 'b'>;

function isExchanged(before: SidesAt, now: SidesAt): boolean {
  return before.a === now.b && before.b === now.a;
}

/**
 * Keeps the chosen step where a trace grows: the address has its row, which moves as spans come
 * before it.
 */
function useKeptStep(
  { a, b, rows }: Compared,
  { search, onReplace }: Pick<ComparisonProps, 'search' | 'onReplace'>,
): void {
  const seen = useRef<Compared>({ a, b, rows });
  useEffect(() => {
    const before = seen.current;
    seen.current = { a, b, rows };
    if (
      (before.a === a && before.b === b) ||
      isExchanged(before, { a, b }) ||
      search.row === undefined
    )
      return;
    const place = grownPlace(search.row, before, { a, b, rows });
    if (place >= 0 && place !== search.row) onReplace({ row: place });
  });
}

/** A step's identity, independent of the sides. */
function stepOf({ a, one }: Sides, row: { readonly a: number; readonly b: number }): string {
  return a === one ? `${row.a} ${row.b}` : `${row.b} ${row.a}`;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Both traces as rows, and as the lines of a list with some of the runs of equal steps expanded.
 */
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
    if (isExchanged(seen, { a, b }))
      setOpened(exchangedRuns(opened, alignTraces(b, a), rows, sameStepIn(a, b, rows)));
    else setOpened(grownRuns(opened, seen, { a, b, rows }));
  }
  const items = useMemo(
    () => compareItems(rows, sameStepIn(a, b, rows), opened),
    [a, b, rows, opened],
  );
  return { rows, items, opened, setOpened, note: textReadingNote(texts) };
}

/**
 * The steps as rows, and as lines of a list in which runs of equal ones are expanded or collapsed.
 */
interface Steps {
  readonly rows: readonly CompareRow[];
  readonly items: readonly CompareItem[];
  /** The first rows of the expanded runs. */
  readonly opened: ReadonlySet<number>;
  readonly setOpened: (opened: ReadonlySet<number>) => void;
}

interface StepActions {
  /** Chooses a row. */
  readonly go: (row: number) => void;
  /** A run was folded: its first row is what is left to choose. */
  readonly onFold: (run: number) => void;
  readonly swap: () => void;
}

const PAGE_ROWS = 20;

/** The keys that walk the steps, from the chosen line. */
function useStepKeys(
  { rows, items, opened, setOpened }: Steps,
  at: number,
  { go, onFold, swap }: StepActions,
) {
  const goTo = (to: number): void => {
    const item = items[Math.max(0, Math.min(items.length - 1, to))];
    if (item !== undefined && item !== items[at]) go(item.row);
  };
  const goWhere = (by: 1 | -1, fits: (row: CompareRow) => boolean): void => {
    const fitsAt = (to: number): boolean => {
      const row = rows[items[to]?.row ?? -1];
      return row !== undefined && fits(row);
    };
    const to = stepWhere(items.length, at, by, fitsAt);
    if (to >= 0) goTo(to);
  };
  const goDifferent = (by: 1 | -1): void => goWhere(by, (row) => row.differences.length > 0);
  const open = (run: number, whether: boolean): void => {
    if (run < 0 || opened.has(run) === whether) return;
    setOpened(new Set(whether ? [...opened, run] : [...opened].filter((one) => one !== run)));
    if (!whether) onFold(run);
  };
  useKeys({
    ArrowDown: { what: 'Move', run: () => goTo(at + 1) },
    ArrowUp: { what: 'Move', run: () => goTo(at - 1) },
    PageDown: () => goTo(at + PAGE_ROWS),
    PageUp: () => goTo(at - PAGE_ROWS),
    Home: () => goTo(0),
    End: () => goTo(items.length - 1),
    ArrowRight: { what: 'Open equal steps', run: () => open(items[at]?.run ?? -1, true) },
    ArrowLeft: { what: 'Fold equal steps', run: () => open(items[at]?.run ?? -1, false) },
    n: { what: 'Next difference', run: () => goDifferent(1) },
    N: { what: 'Previous difference', run: () => goDifferent(-1) },
    e: { what: 'Next failed step', run: () => goWhere(1, (row) => row.failed !== null) },
    E: { what: 'Previous failed step', run: () => goWhere(-1, (row) => row.failed !== null) },
    x: { what: 'Exchange the sides', run: swap },
  });
  return { open, goDifferent };
}

/** Pairs of spans that are read at once. */
const BATCH = 20;
/**
 * No more pairs are read, and no more characters of their texts: what is left is compared when it
 * is looked at.
 */
const PAIRS_MAX = 2000;
const CHARS_MAX = 20_000_000;

interface TextReading {
  /**
   * By the node of the first trace: which texts differ. Steps without a difference are left out.
   */
  readonly differences: ReadonlyMap<number, readonly Difference[]>;
  readonly read: number;
  readonly pairs: number;
  readonly state: 'same' | 'reading' | 'done' | 'stopped' | 'failed';
}

const SAME: TextReading = { differences: new Map(), read: 0, pairs: 0, state: 'same' };
const NOTHING: TextReading = { differences: new Map(), read: 0, pairs: 0, state: 'reading' };

/**
 * Compares the texts of all steps that both traces have, one batch after the other, while the page
 * is used.
 */
function useTextDifferences(a: LoadedSide, b: LoadedSide): TextReading {
  const [reading, setReading] = useState(NOTHING);
  const isSame = a.skeleton.trace.id === b.skeleton.trace.id;
  useEffect(() => {
    if (isSame) return undefined;
    const abort = new AbortController();
    const rows = alignTraces(a, b);
    const pairs = pairedRows(a, b, rows);
    const differences = new Map<number, readonly Difference[]>();
    const read = async (): Promise<void> => {
      let chars = 0;
      for (let from = 0; from < pairs.length; from += BATCH) {
        const stopped = from >= PAIRS_MAX || chars > CHARS_MAX;
        setReading({
          differences: new Map(differences),
          read: from,
          pairs: pairs.length,
          state: stopped ? 'stopped' : 'reading',
        });
        if (stopped) return;
        const batch = pairs.slice(from, from + BATCH);
        const [first, second] = await Promise.all([
          readTexts(
            a,
            batch.map((at) => rows[at]?.a ?? -1),
            abort.signal,
          ),
          readTexts(
            b,
            batch.map((at) => rows[at]?.b ?? -1),
            abort.signal,
          ),
        ]);
        for (const [index, at] of batch.entries()) {
          const [one, other] = [first[index], second[index]];
          if (one === undefined || other === undefined) continue; // deleted meanwhile
          chars += one.input.length + one.output.length + other.input.length + other.output.length;
          const found = textDifferences(one, other);
          if (found.length > 0) differences.set(rows[at]?.a ?? -1, found);
        }
      }
      setReading({ differences, read: pairs.length, pairs: pairs.length, state: 'done' });
    };
    read().catch(() => {
      if (!abort.signal.aborted) setReading((before) => ({ ...before, state: 'failed' }));
    });
    return () => abort.abort();
  }, [a, b, isSame]);
  return isSame ? SAME : reading;
}

/** The texts of some nodes' spans, in the same order; undefined for what is gone. */
async function readTexts(
  side: LoadedSide,
  nodes: readonly number[],
  signal: AbortSignal,
): Promise<readonly (StepTexts | undefined)[]> {
  const ids = nodes.map((node) =>
    encodeGlobalId('Span', side.skeleton.ids[side.tree.span[node] ?? -1] ?? 0),
  );
  const spans = await readTraceSpans(side.skeleton.trace.trace_id, ids, signal);
  const texts = new Map(
    spans.map((span) => [
      span.id,
      {
        ...spanTextsOf(nestAttributes(attributesOf(span.attributes))),
        message: span.status_message,
      },
    ]),
  );
  return ids.map((id) => texts.get(id));
}

/** How far the texts are compared, in words; empty once all are. */
function textReadingNote({ state, read, pairs }: TextReading): string {
  const [done, all] = [read.toLocaleString('en-US'), pairs.toLocaleString('en-US')];
  if (state === 'same') return 'A and B are the same trace';
  if (state === 'reading') return pairs === 0 ? '' : `comparing texts, ${done} of ${all}`;
  if (state === 'stopped') return `texts of the first ${done} of ${all} steps compared`;
  return state === 'failed' ? `texts could not be read after ${done} of ${all} steps` : '';
}
