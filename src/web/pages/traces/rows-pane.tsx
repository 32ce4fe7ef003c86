import { Suspense, lazy } from 'react';
import { RowsTable } from '../../components/rows/rows-table.tsx';
import { EmptyNote, SkeletonRows } from '../../components/states.tsx';
import { placeOf } from '../../lib/list-memory.ts';
import { useNarrow } from '../../lib/narrow.ts';
import { useRowPx } from '../../lib/preferences.ts';
import { EmptyRows } from './empty-rows.tsx';
import { ListNotice } from './list-notice.tsx';
import { useColumns } from './use-columns.ts';
import { useList } from './use-list.ts';
import type { ListProps } from './use-list.ts';

const PeekPane = lazy(async () => ({ default: (await import('./peek-pane.tsx')).PeekPane }));

/** The list itself: its rows, what is chosen of them, and what is open beside them. It alone is drawn again while pages come in. */
export function RowsPane(props: ListProps) {
  const { project, range, search, onChange } = props;
  const list = useList(props);
  const [columns, setColumns] = useColumns(project, search, onChange);
  const narrow = useNarrow();
  const rowPx = useRowPx();
  const { rows, control } = list;
  return (
    <div className="flex min-w-0 flex-1">
      <div className="relative flex min-w-0 flex-1 flex-col">
        {list.error !== null && <ListNotice error={list.error} filtered={search.q !== undefined} onRetry={list.retry} />}
        {list.waiting !== null && (
          <WaitingPill
            label={list.waiting}
            onClick={() => {
              list.forgetWaiting();
              control.current?.toTop();
              list.refresh();
            }}
          />
        )}
        {list.pending && list.error === null && <SkeletonRows rows={24} height={rowPx} />}
        {rows.length > 0 && (
          <RowsTable
            key={list.list}
            label={search.scope === undefined ? 'Traces' : 'Spans'}
            rows={rows}
            base={list.base}
            rowHeight={rowPx}
            columns={columns}
            onColumns={setColumns}
            sort={list.sort}
            onSort={list.onSort}
            dimmed={list.stale}
            activeId={list.activeId}
            selected={list.selection.selected}
            newIds={list.newIds}
            firstOffset={placeOf(list.list).offset}
            control={control}
            onOpen={list.onOpen}
            onSelect={list.onSelect}
            onSelectLoaded={() => list.selection.toggleLoaded(rows)}
            onEdge={list.onEdge}
            onScrolled={list.onScrolled}
          />
        )}
        {list.error !== null && rows.length === 0 && <EmptyNote title="Nothing was read" />}
        {!list.pending && list.error === null && rows.length === 0 && <EmptyRows search={search} range={range} onChange={onChange} />}
      </div>
      {search.peek !== undefined && !narrow && (
        <Suspense>
          <PeekPane project={project} search={search} trace={search.peek} onChange={onChange} onWalk={list.walk} onClose={list.closePeek} />
        </Suspense>
      )}
    </div>
  );
}

/** New rows that wait above what is being read. */
function WaitingPill({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="slide-in absolute top-38 left-1/2 z-20 -translate-x-1/2 rounded-popover bg-accent px-12 py-4 text-12 font-medium text-white shadow-popover hover:bg-accent-hover"
    >
      {label}
    </button>
  );
}
