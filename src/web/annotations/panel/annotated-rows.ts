import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import type { AnnotatedThing } from '#web/annotations/annotated-thing.ts';
import type { ListRow } from '#web/lists/list-row.ts';
import type { SessionRow } from '#web/platform/http/model.ts';
import type { RowsCursor, RowsPage } from '#web/lists/rows.calls.ts';
import type { SessionsCursor } from '#web/sessions/sessions.calls.ts';

interface SessionsPage {
  readonly data: readonly SessionRow[];
}

/** Shows what is now annotated of a trace, span or session in the lists that have its row loaded; they are not read again for that. */
export function showInRows(client: QueryClient, { target, id }: AnnotatedThing, annotations: readonly AnnotationSummary[]): void {
  if (target === 'session')
    client.setQueriesData<InfiniteData<SessionsPage, SessionsCursor>>(
      { queryKey: ['sessions'] },
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => {
            const data = changedOne(page.data, (row) => row.session_id === id, annotations);
            return data === page.data ? page : { ...page, data };
          }),
        },
    );
  const isMeant = (row: ListRow): boolean => (target === 'span' ? row.spanId === id : row.spanId === null && row.traceId === id);
  if (target === 'span' || target === 'trace')
    client.setQueriesData<InfiniteData<RowsPage, RowsCursor>>(
      { queryKey: ['rows'] },
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => {
            const rows = changedOne(page.rows, isMeant, annotations);
            return rows === page.rows ? page : { ...page, rows };
          }),
        },
    );
}

function changedOne<Row>(rows: readonly Row[], isMeant: (row: Row) => boolean, annotations: readonly AnnotationSummary[]): readonly Row[] {
  const at = rows.findIndex(isMeant);
  const row = rows[at];
  return row === undefined ? rows : rows.with(at, { ...row, annotations });
}
