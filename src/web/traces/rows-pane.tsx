import { Suspense, useMemo, useCallback, useEffect } from 'react';
import type { ListRow } from '#web/lists/list-row.ts';
import { grainOf } from '#web/lists/list-filter.ts';
import { useConfigsByName } from '#web/annotations/trace-annotations.ts';
import { AnnotationColours } from '#web/annotations/annotation-colours.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';
import type { FilterByCell } from './rows/cell-actions.tsx';
import { RowsTable } from './rows/rows-table.tsx';
import { WaitingPill } from '#web/lists/waiting-pill.tsx';
import { EmptyNote, SkeletonRows } from '#web/ui/states.tsx';
import { scoreNamesOf } from '#web/annotations/score-names.ts';
import { narrowTo } from '#web/filter/language/edit.ts';
import {
  attributeKeysOf,
  columnsOfText,
  columnsSetting,
  columnsText,
  defaultColumns,
  type ListColumn,
} from '#web/lists/list-columns.ts';
import type { ListSort } from '#web/lists/list-sort.ts';
import { placeOf } from '#web/lists/list-place.ts';
import { useNarrow } from '#web/platform/browser/narrow.ts';
import { useRowPx } from '#web/platform/storage/preferences.ts';
import type { ColumnChooserProps } from './column-chooser.tsx';
import { useList, type ListProps, type ChangeSearch } from './use-list.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { FIRST_PAGE, readRows } from '#web/lists/rows.calls.ts';
import { NothingMatches } from '#web/lists/nothing-matches.tsx';
import { SearchedTo, StillSearching } from '#web/lists/searched-to.tsx';
import { clearedBefore, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { columnsParam, type ListSearch } from '#web/lists/search-params.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { labelOfRange, type RangeText } from '#web/platform/time/time-range.ts';
import { isRefusal } from '#web/platform/http/client.ts';
import { ListFailure } from '#web/lists/list-failure.tsx';
import { readFilterText } from '#web/filter/language/filter-text.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import { useRouter } from '@tanstack/react-router';
import { atSignOfLife } from '#web/platform/browser/sign-of-life.ts';

interface EmptyRowsProps {
  readonly project: string;
  readonly search: ListSearch;
  readonly range: RangeText;
  readonly onChange: ChangeSearch;
}

const COUNTED_MAX = 200;
const WIDEST = 'all';

/** Why nothing is listed, and the ways out. */
function EmptyRows({ project, search, range, onChange }: EmptyRowsProps) {
  const isCleared = clearedBefore(usePendingDeletes(), project) !== null;
  const what = nounOf(search);
  if (search.q !== undefined)
    return (
      <NothingMatches
        project={project}
        range={range}
        of={grainOf(search)}
        what={what}
        q={search.q}
        count={async (q, signal) => {
          const wish = { ...FIRST_PAGE, limit: COUNTED_MAX, bare: true as const };
          return (
            await readRows(
              project,
              range,
              withChanges<ListSearch>(search, { q, cols: undefined }),
              wish,
              signal,
            )
          ).rows.length;
        }}
        countedMax={COUNTED_MAX}
        onFilter={(q) => onChange({ q })}
        onRange={(next) => onChange({ range: next })}
      />
    );
  return (
    <EmptyNote title={`No ${what} in this range`}>
      <p>
        {labelOfRange(range, Date.now())}:{' '}
        {isCleared
          ? 'they are being deleted.'
          : 'none were received, or they have been deleted or moved.'}
      </p>
      {range !== WIDEST && (
        <Button onClick={() => onChange({ range: WIDEST })}>Search all time</Button>
      )}
    </EmptyNote>
  );
}

function nounOf({ scope }: ListSearch): string {
  return scope === undefined ? 'traces' : scope === 'llm' ? 'LLM calls' : 'spans';
}

const ColumnChooser = lazyPart(async () => ({
  default: (await import('./column-chooser.tsx')).ColumnChooser,
}));
const SelectionBar = lazyPart(async () => ({
  default: (await import('./selection-bar.tsx')).SelectionBar,
}));
const PeekPane = lazyPart(async () => ({ default: (await import('./peek-pane.tsx')).PeekPane }));

/**
 * The list itself: its rows, the selection, and the open peek. Only this component renders while
 * pages load.
 */
export function RowsPane(props: ListProps) {
  const { project, range, search, onChange } = props;
  const list = useList(props);
  const configs = useConfigsByName(project);
  const [columns, setColumns] = useColumns(project, search, onChange);
  const [narrow, rowPx] = [useNarrow(), useRowPx()];
  const { rows, control, selection } = list;
  const shown = useShownColumns(
    columns,
    search.cols !== undefined || configs.size > 0 || list.sort.by === 'score',
    rows,
  );
  const scoreNames = useScoreNames(list.sort, rows, configs);
  const onFilter = filterByCell(search, onChange);
  useTracePageReady();
  return (
    <div className="flex min-w-0 flex-1">
      <div className="relative flex min-w-0 flex-1 flex-col">
        {list.error !== null && (
          <ListNotice error={list.error} search={search} onRetry={list.retry} />
        )}
        <WaitingPill label={list.waiting} onClick={list.showNewest} />
        {list.pending && list.error === null && <SkeletonRows rows={24} height={rowPx} />}
        {rows.length > 0 && (
          <AnnotationColours value={configs}>
            <RowsTable
              key={list.list}
              label={search.scope === undefined ? 'Traces' : 'Spans'}
              {...{ rows, scoreNames, control, onFilter }}
              base={list.base}
              rowHeight={rowPx}
              columns={shown}
              onColumns={setColumns}
              sort={list.sort}
              onSort={list.onSort}
              dimmed={list.stale}
              activeId={list.activeId}
              selected={selection.selected}
              newIds={list.newIds}
              firstOffset={placeOf(list.list).offset}
              onOpen={list.onOpen}
              onSelect={list.onSelect}
              onSelectLoaded={() => selection.toggleLoaded(rows)}
              onEdge={list.onEdge}
              onScrolled={list.onScrolled}
              onTouched={list.onTouched}
            />
          </AnnotationColours>
        )}
        {rows.length > 0 && list.searchedTo !== null && <SearchedTo time={list.searchedTo} />}
        {rows.length > 0 && !narrow && (
          <ColumnsButton
            project={project}
            of={grainOf(search)}
            columns={shown}
            onColumns={setColumns}
          />
        )}
        {selection.selected.size > 0 && (
          <Selected {...{ project, range, list }} attributes={attributeKeysOf(columns)} />
        )}
        {rows.length === 0 && !list.pending && <NoRows {...props} {...list} />}
      </div>
      {search.peek !== undefined && !narrow && (
        <Peek {...props} trace={search.peek} onWalk={list.walk} onClose={list.closePeek} />
      )}
    </div>
  );
}

interface SelectedProps extends Pick<ListProps, 'project' | 'range'> {
  readonly list: ReturnType<typeof useList>;
  /** Keys of the attributes that are columns. */
  readonly attributes: readonly string[];
}

function Selected({ project, range, list: { listed, selection }, attributes }: SelectedProps) {
  return (
    <Suspense>
      <SelectionBar
        {...{ project, range, listed, attributes }}
        selected={selection.selected}
        onSelected={selection.set}
      />
    </Suspense>
  );
}

/** The trace that is open beside its list. */
function Peek(
  props: ListProps & { trace: string; onWalk: (by: number) => void; onClose: () => void },
) {
  return (
    <Suspense>
      <PeekPane {...props} />
    </Suspense>
  );
}

function filterByCell(search: ListProps['search'], onChange: ListProps['onChange']): FilterByCell {
  return ({ field, value }, negate) =>
    onChange({ q: narrowTo(search.q ?? '', grainOf(search), field, value, negate) });
}

/** Under which names the rows can be sorted by score. */
function useScoreNames(
  sort: ListSort,
  rows: readonly ListRow[],
  configs: ReadonlyMap<string, unknown>,
): readonly string[] {
  const current = sort.by === 'score' ? sort.name : null;
  return useMemo(() => scoreNamesOf(rows, configs.keys(), current), [rows, configs, current]);
}

/** The columns without that of annotations, where it was not chosen and is empty. */
function useShownColumns(
  columns: readonly ListColumn[],
  isWanted: boolean,
  rows: readonly ListRow[],
): readonly ListColumn[] {
  const isAnnotated = useMemo(() => rows.some(({ annotations }) => annotations.length > 0), [rows]);
  return useMemo(
    () => (isWanted || isAnnotated ? columns : columns.filter(({ id }) => id !== 'annotations')),
    [columns, isWanted, isAnnotated],
  );
}

type NoRowsProps = ListProps & Pick<ReturnType<typeof useList>, 'error' | 'searchedTo' | 'onEdge'>;

function NoRows({ error, searchedTo, onEdge, ...props }: NoRowsProps) {
  const { project, search, range, onChange } = props;
  if (error === null && searchedTo !== null)
    return (
      <StillSearching
        what={nounOf(search)}
        time={searchedTo}
        onFurther={() => onEdge('end')}
        onClear={() => onChange({ q: undefined })}
      />
    );
  if (error === null)
    return <EmptyRows project={project} search={search} range={range} onChange={onChange} />;
  if (search.q === undefined) return <EmptyNote title="No rows loaded" />;
  return (
    <EmptyNote title="No rows loaded">
      <Button onClick={() => onChange({ q: undefined })}>Clear filters</Button>
    </EmptyNote>
  );
}

/** At the right end of the heads. */
function ColumnsButton(props: ColumnChooserProps) {
  return (
    <div className="absolute top-0 right-0 z-20 bg-bg0 pl-4">
      <Popover
        label="Columns"
        align="end"
        className="p-0"
        trigger={<IconButton icon="columns" label="Columns" className="h-29 w-28 rounded-none" />}
      >
        <Suspense fallback={<div className="h-160 w-300" />}>
          <ColumnChooser {...props} />
        </Suspense>
      </Popover>
    </div>
  );
}

interface ListNoticeProps {
  readonly error: Error;
  /** The request: its filter may be the refused one. */
  readonly search: ListSearch;
  readonly onRetry: () => void;
}

/** A refusal or a failure in one line below the filter; the rows that were read before stay. */
function ListNotice({ error, search, onRetry }: ListNoticeProps) {
  const refused = search.q !== undefined && isRefusal(error);
  // The bar above says what is wrong with such a filter, and where.
  if (refused && readFilterText(search.q ?? '', grainOf(search)).problem !== null) return null;
  const title = refused ? 'The filter was refused' : 'The list could not be read';
  return <ListFailure title={title} error={error} onRetry={refused ? undefined : onRetry} />;
}

/**
 * The list's columns. They are in the address, so that a link shows the same; what was chosen last
 * in a project is kept in this browser and put into an address that names none.
 */
function useColumns(
  project: string,
  search: ListSearch,
  change: (changes: Changes<ListSearch>, how?: { readonly replace: true }) => void,
): readonly [readonly ListColumn[], (columns: readonly ListColumn[]) => void] {
  const setting = columnsSetting(project, search.scope);
  const { cols, scope } = search;
  useEffect(() => {
    const kept =
      cols === undefined ? columnsParam(readSetting(setting) ?? undefined, scope) : undefined;
    if (kept !== undefined) change({ cols: kept }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- on arrival and when another list is shown, not when the columns are put back
  }, [setting]);
  const columns = useMemo(
    () => (cols === undefined ? null : columnsOfText(cols)) ?? defaultColumns(scope),
    [cols, scope],
  );
  const setColumns = useCallback(
    (next: readonly ListColumn[]) => {
      const text = columnsText(next);
      writeSetting(setting, text);
      change({ cols: columnsParam(text, scope) }, { replace: true });
    },
    [setting, scope, change],
  );
  return [columns, setColumns];
}

/** Preloads the page that opens a row once the user is active. */
function useTracePageReady(): void {
  const router = useRouter();
  useEffect(
    () =>
      atSignOfLife(
        () => void router.loadRouteChunk(router.routesById['/projects/$project/traces/$trace']),
      ),
    [router],
  );
}
