import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { seriesOptions } from '#web/metrics/figures.calls.ts';
import type { ListRow } from '#web/lists/list-row.ts';
import { useFigureFilter } from '#web/lists/list-filter.ts';
import type { TableControl } from './rows/rows-table.tsx';
import type { CommitSignal } from '#web/lists/commit-signal.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { holdKeys } from '#web/platform/keys/type-ahead.ts';
import { sayListEnd } from '#web/lists/list-end.ts';
import { setWalk, type WalkedList } from '#web/lists/list-walk.ts';
import { listName, rememberPlace, withoutAside, placeOf } from '#web/lists/list-place.ts';
import { nextSort, sortOfText, sortText } from '#web/lists/list-sort.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { useOutdated } from '#web/lists/use-outdated.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { projectsPath } from '#web/platform/address/paths.ts';

export type ChangeSearch = (
  changes: Changes<ListSearch>,
  how?: { readonly replace: boolean },
) => void;

export interface ListProps {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly commits: CommitSignal;
  readonly onChange: ChangeSearch;
}

const NO_ROWS: readonly ListRow[] = [];

/**
 * A list's rows, which of them is active, which are chosen, what is open beside them, and the keys
 * for all that.
 */
export function useList({ project, range, search, commits, onChange }: ListProps) {
  const { list, listed, unsorted } = useListed(project, range, search);
  const selection = useSelection(unsorted);
  const isHeld = search.peek !== undefined || selection.selected.size > 0;
  const model = useCurrentRows(project, range, { list, listed, unsorted }, isHeld);
  const { rows, base, onCommit, onTouched } = model;
  useEffect(() => commits.subscribe(onCommit), [commits, onCommit]);
  const { toggle } = selection;
  const control = useRef<TableControl>(null);
  const [activeId, setActive] = useActiveRow(list);
  const sorting = useSort(search.sort, onChange);
  const open = useOpen(rows, base, useWalked(project, range, listed, model));
  const onSelect = useCallback(
    (index: number, through: boolean) => toggle(rows, index - base, through),
    [toggle, rows, base],
  );
  const onScrolled = useRememberedScroll(list, model.onScrolled);
  const { peekAt, closePeek } = peekOf(rows, search, onChange);
  const go = (at: number, extend: boolean): void => {
    const row = rows[at];
    if (row === undefined) return;
    onTouched();
    setActive(row.id);
    control.current?.show(base + at);
    if (extend) toggle(rows, at, true);
    if (search.peek !== undefined) peekAt(at, { replace: true });
  };
  const walk = useRowKeys({
    rows,
    onEnd: (by) => beyondEnd(by, model, search),
    activeId,
    go,
    open: (at) => open(base + at),
    select: (at) => toggle(rows, at, false),
    peek: (at) => {
      if (search.peek !== undefined) closePeek();
      else {
        setActive(rows[at]?.id ?? '');
        peekAt(at);
      }
    },
    leave:
      search.peek !== undefined ? closePeek : selection.selected.size > 0 ? selection.clear : null,
  });
  const onOpen = (index: number): void => {
    setActive(rows[index - base]?.id ?? '');
    if (search.peek === undefined) open(index);
    else peekAt(index - base, { replace: true });
  };
  return {
    ...model,
    ...sorting,
    showNewest: () => showNewest(model, control.current),
    list,
    listed,
    selection,
    control,
    activeId,
    onSelect,
    onScrolled,
    onOpen,
    closePeek,
    walk,
  };
}

function useSort(text: ListSearch['sort'], onChange: ChangeSearch) {
  const sort = useMemo(() => sortOfText(text), [text]);
  const onSort = useCallback(
    (column: string) => onChange({ sort: sortText(nextSort(sort, column)) }),
    [sort, onChange],
  );
  return { sort, onSort };
}

type Model = ReturnType<typeof useRows>;

/** The list as it is kept for walking from one row's page to the next. */
function useWalked(
  project: string,
  range: RangeText,
  listed: ListSearch,
  { earlier, later }: Model,
): WalkedList {
  return useMemo(
    () => ({ project, range, search: listed, earlier, later }),
    [project, range, listed, earlier, later],
  );
}

function useRememberedScroll(list: string, onScrolled: Model['onScrolled']) {
  return useCallback(
    (offset: number, index: number) => {
      rememberPlace(list, { offset, index });
      onScrolled(offset);
    },
    [list, onScrolled],
  );
}

function peekOf(rows: Model['rows'], search: ListSearch, onChange: ChangeSearch) {
  const peekAt = (at: number, how?: { readonly replace: true }): void => {
    const row = rows[at];
    if (row === undefined) return;
    if (isPanelLeft(search, row.traceId)) holdKeys();
    onChange({ peek: row.traceId, span: row.spanId ?? undefined }, how);
  };
  const closePeek = (): void =>
    onChange({
      peek: undefined,
      span: undefined,
      tab: undefined,
      view: undefined,
      annotate: undefined,
    });
  return { peekAt, closePeek };
}

function showNewest({ forgetWaiting, refresh }: Model, table: TableControl | null): void {
  forgetWaiting();
  table?.toTop();
  refresh();
}

/** Reads on where the loaded rows end; at the end of all says so. */
function beyondEnd(
  by: number,
  { rows, base, earlier, later, onEdge }: Model,
  search: ListSearch,
): void {
  if ((by > 0 ? later : earlier) !== null) onEdge(by > 0 ? 'end' : 'start');
  else
    sayListEnd(
      by,
      `${exactCount(base + rows.length)}${later === null ? '' : '+'} ${search.scope === undefined ? 'traces' : 'spans'}`,
    );
}

/**
 * Whether the panel beside a list is about to annotate another thing: what is pressed from now on
 * is for that, though the one before is still on screen.
 */
function isPanelLeft({ peek, annotate }: ListSearch, nextTrace: string): boolean {
  return (
    peek !== undefined && annotate !== undefined && (annotate === 'span' || nextTrace !== peek)
  );
}

interface Listed {
  readonly list: string;
  readonly listed: ListSearch;
  /** The name of the same rows in whatever order: what is chosen of them stays chosen. */
  readonly unsorted: string;
}

function withColumns(search: ListSearch, cols: ListSearch['cols']): ListSearch {
  return withChanges<ListSearch>(withoutAside(search), { cols });
}

/** The list's query, and its identity: neither changes with the open peek or column widths. */
function useListed(project: string, range: RangeText, search: ListSearch): Listed {
  const list = listName(project, range, search);
  const { cols } = search;
  // oxlint-disable-next-line react/exhaustive-deps -- `list` is the text of what is listed
  const listed = useMemo(() => withColumns(search, cols), [list, cols]);
  return {
    list,
    listed,
    unsorted: listName(project, range, withChanges<ListSearch>(search, { sort: undefined })),
  };
}

/**
 * The rows of a list, without those of another filter or range that have been shown for longer than
 * a moment.
 */
function useCurrentRows(
  project: string,
  range: RangeText,
  { list, listed, unsorted }: Listed,
  isHeld: boolean,
) {
  const model = useRows(project, range, listed, list, isHeld);
  const isOutdated = useOutdated(unsorted, model.stale) && model.error === null;
  return isOutdated ? { ...model, rows: NO_ROWS, pending: true } : model;
}

/** Opens a row's own page; the list is kept for walking to its neighbours. */
function useOpen(
  rows: readonly { readonly href: string }[],
  base: number,
  list: WalkedList,
): (index: number) => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const figureFilterOf = useFigureFilter(list.project);
  return useCallback(
    (index) => {
      const row = rows[index - base];
      if (row === undefined) return;
      const { project, range, search } = list;
      const counted = client.getQueryData(
        seriesOptions(project, range, figureFilterOf(search)).queryKey,
      );
      const totals = counted?.coverage.complete === true ? counted.totals : null;
      setWalk(
        rows.map((one) => one.href),
        {
          before: base,
          at: index - base,
          list: {
            ...list,
            total: (search.scope === undefined ? totals?.traces : totals?.spans) ?? undefined,
          },
        },
      );
      void navigate({ to: row.href });
    },
    [rows, base, list, navigate, client, figureFilterOf],
  );
}

/** The row that the keys are at, by its Global ID: rows that come in above it do not move it. */
function useActiveRow(list: string): readonly [string | null, (id: string) => void] {
  const [active, setActive] = useState({ list, id: placeOf(list).activeId });
  const set = useCallback(
    (id: string) => {
      rememberPlace(list, { activeId: id });
      setActive({ list, id });
    },
    [list],
  );
  return [active.list === list ? active.id : placeOf(list).activeId, set];
}

interface RowKeys {
  readonly rows: readonly { readonly id: string }[];
  readonly activeId: string | null;
  readonly go: (at: number, extend: boolean) => void;
  /** Asked for more than the rows that were read: reads on, or says that there is no more. */
  readonly onEnd: (by: number) => void;
  readonly open: (at: number) => void;
  readonly select: (at: number) => void;
  readonly peek: (at: number) => void;
  /** The targets of Esc before the page itself. */
  readonly leave: (() => void) | null;
}

/**
 * Who walks the list by its keys is in it: a button that had the focus before has Enter and Space
 * no more.
 */
function leaveButton(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement.closest('a, button') !== null)
    document.querySelector<HTMLElement>('main [role="grid"]')?.focus({ preventScroll: true });
}

/**
 * The keys of a list; `at` counts the loaded rows. Returns the function that goes to a neighbor.
 */
function useRowKeys({
  rows,
  activeId,
  go,
  onEnd,
  open,
  select,
  peek,
  leave,
}: RowKeys): (by: number) => void {
  const navigate = useNavigate();
  const at = (): number =>
    Math.max(
      0,
      rows.findIndex((row) => row.id === activeId),
    );
  const wanted = useRef<{
    readonly from: string;
    readonly by: number;
    readonly extend: boolean;
  } | null>(null);
  const move = (by: number, extend = false): void => {
    const isFirst = !rows.some((row) => row.id === activeId);
    const to = isFirst ? 0 : at() + by;
    wanted.current = null;
    if (rows[to] === undefined && Math.abs(by) === 1 && rows.length > 0) {
      wanted.current = activeId === null ? null : { from: activeId, by, extend };
      onEnd(by);
    } else go(Math.max(0, Math.min(rows.length - 1, to)), extend);
  };
  useEffect(() => {
    // The requested rows have loaded meanwhile.
    const step = wanted.current;
    const here = step === null ? -1 : rows.findIndex((row) => row.id === step.from);
    if (step === null || rows[here + step.by] === undefined) return;
    wanted.current = null;
    if (here >= 0 && step.from === activeId) go(here + step.by, step.extend);
    // oxlint-disable-next-line react/exhaustive-deps -- only new rows matter
  }, [rows]);
  const walk = (by: number, extend = false): void => {
    leaveButton();
    move(by, extend);
  };
  useKeys(
    {
      ArrowDown: { what: 'Move', run: () => walk(1) },
      ArrowUp: { what: 'Move', run: () => walk(-1) },
      'Shift+ArrowDown': { what: 'Select on the way', run: () => walk(1, true) },
      'Shift+ArrowUp': { what: 'Select on the way', run: () => walk(-1, true) },
      j: { what: 'Next, previous', run: () => walk(1) },
      k: { what: 'Next, previous', run: () => walk(-1) },
      Home: { what: 'First, last loaded', run: () => move(-rows.length) },
      End: { what: 'First, last loaded', run: () => move(rows.length) },
      // Only what is marked: who left the filter by Esc and presses Enter means the filter, not the
      // first row.
      Enter: {
        what: 'Open',
        run: () => void (rows.some((row) => row.id === activeId) && open(at())),
      },
      ' ': { what: 'Peek', run: () => peek(at()) },
      x: { what: 'Select', run: () => select(at()) },
      Escape: {
        what: 'Up one level',
        run: () => (leave === null ? void navigate({ to: projectsPath }) : leave()),
      },
    },
    'List',
  );
  return move;
}
