import type { QueryClient, InfiniteData } from '@tanstack/react-query';
import type { AnyAnnotation, AnnotationSummary } from '#contracts/annotations/annotation.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import { isOn, annotatedBy, type AnnotatedThing } from './annotated-thing.ts';
import { summariesOf } from './panel/summary.ts';
import { sessionAnnotationsOptions, traceAnnotationsOptions } from './panel/annotations.calls.ts';
import type { ListRow } from '#web/lists/list-row.ts';
import type { SessionRowItem } from '#contracts/sessions/session.ts';
import type { RowsCursor, RowsPage } from '#web/lists/rows.calls.ts';
import type { SessionsCursor } from '#web/sessions/sessions.calls.ts';

/** Where a thing is annotated: in a trace, in a session (by the sender's id), or both. */
export interface AnnotatedPlace {
  readonly project: string;
  readonly traceId: string | null;
  readonly sessionId: string | null;
}

type List = readonly AnyAnnotation[];

function keysOf({ target }: AnnotatedThing, { project, traceId, sessionId }: AnnotatedPlace) {
  const ofTrace = traceId === null ? [] : [traceAnnotationsOptions(traceId).queryKey];
  return target === 'session' && sessionId !== null
    ? [sessionAnnotationsOptions(project, sessionId).queryKey, ...ofTrace]
    : ofTrace;
}

/**
 * Reads the annotations of a thing where they are not known; gives what tells them as they then
 * are, moment by moment.
 */
export async function readKnownAnnotations(
  client: QueryClient,
  annotated: AnnotatedThing,
  { project, traceId, sessionId }: AnnotatedPlace,
): Promise<() => List> {
  if (traceId !== null) {
    const options = traceAnnotationsOptions(traceId);
    const read = await client.ensureQueryData(options);
    return () => client.getQueryData(options.queryKey) ?? read;
  }
  if (annotated.target !== 'session' || sessionId === null) return () => [];
  const options = sessionAnnotationsOptions(project, sessionId);
  const read = await client.ensureQueryData(options);
  return () => client.getQueryData(options.queryKey) ?? read;
}

/**
 * Changes every list that holds annotations of a thing; one that is being read meanwhile is not
 * overwritten with what was before.
 */
export function changeAnnotations(
  client: QueryClient,
  annotated: AnnotatedThing,
  place: AnnotatedPlace,
  change: (list: List) => List,
): void {
  for (const queryKey of keysOf(annotated, place)) {
    void client.cancelQueries({ queryKey, exact: true });
    client.setQueryData<List>(queryKey, (before) =>
      before === undefined ? undefined : change(before),
    );
  }
  const [first] = keysOf(annotated, place);
  const list = first === undefined ? undefined : client.getQueryData<List>(first);
  if (list !== undefined)
    showInRows(client, annotated, summariesOf(list.filter((one) => isOn(one, annotated))));
}

/**
 * Reads those lists again where they are on screen, and what counts annotations beside a list of
 * rows.
 */
export function refreshAnnotations(
  client: QueryClient,
  annotated: AnnotatedThing,
  place: AnnotatedPlace,
): void {
  for (const queryKey of keysOf(annotated, place))
    void client.invalidateQueries({ queryKey, exact: true });
  for (const what of ['facets', 'annotation-names'])
    void client.invalidateQueries({ queryKey: [what, place.project] });
}

/**
 * Whether two are the same annotation, one perhaps still being saved; notes are distinguished only
 * by id.
 */
function isSame(a: AnyAnnotation, b: AnyAnnotation): boolean {
  if (a.id === b.id) return true;
  return (
    a.name !== NOTE_NAME &&
    a.name === b.name &&
    a.identifier === b.identifier &&
    isOn(a, annotatedBy(b))
  );
}

/** The list with an annotation replaced by the given one, or removed for null. */
export function withAnnotation(list: List, one: AnyAnnotation, now: AnyAnnotation | null): List {
  const at = list.findIndex((other) => isSame(other, one));
  if (now === null) return at < 0 ? list : list.toSpliced(at, 1);
  return at < 0 ? [...list, now] : list.with(at, now);
}

/** The annotation as a list has it now. */
export function annotationIn(list: List, one: AnyAnnotation): AnyAnnotation | undefined {
  return list.find((other) => isSame(other, one));
}

interface SessionsPage {
  readonly data: readonly SessionRowItem[];
}

/**
 * Shows what is now annotated of a trace, span or session in the lists that have its row loaded;
 * they are not read again for that.
 */
function showInRows(
  client: QueryClient,
  { target, id }: AnnotatedThing,
  annotations: readonly AnnotationSummary[],
): void {
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
  const isMeant = (row: ListRow): boolean =>
    target === 'span' ? row.spanId === id : row.spanId === null && row.traceId === id;
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

function changedOne<Row>(
  rows: readonly Row[],
  isMeant: (row: Row) => boolean,
  annotations: readonly AnnotationSummary[],
): readonly Row[] {
  const at = rows.findIndex(isMeant);
  const row = rows[at];
  return row === undefined ? rows : rows.with(at, { ...row, annotations });
}
