import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { rowOfTrace, type ListRow } from '#web/lists/list-row.ts';
import { traceRowsOptions } from '#web/lists/rows.calls.ts';
import { pastedTracesOptions, traceRowOptions, type Pasted } from './trace-choices.calls.ts';
import { clearedBefore, isRowPending, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { quoted } from '#web/filter/language/condition.ts';
import { readFilterText } from '#web/filter/language/filter-text.ts';
import { useFilterLanguage } from '#web/filter/language/language.ts';
import { isLink } from './pasted-ids.ts';
import { shownName } from '#web/platform/text/shown-name.ts';

const RANGE = 'all';
/** So few that the others are seen below them. */
const SAME_FIRST = 16;
const FIRST = 40;

export interface TraceChoice {
  readonly row: ListRow;
  /** Further facts: that it is the trace to compare with, or its project. */
  readonly note: string;
}

/** Traces to choose from, under a heading. */
export interface TraceGroup {
  readonly title: string;
  readonly choices: readonly TraceChoice[];
  readonly isWaiting: boolean;
  /** They answer what was asked for before. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Reads more of them; null where there are none. */
  readonly more: (() => void) | null;
  readonly isReadingMore: boolean;
}

interface Asked {
  readonly project: string;
  /** The trace to compare with. */
  readonly other: string | undefined;
  /** The text that is applied. */
  readonly text: string;
  /** The ids that it holds. */
  readonly ids: readonly string[];
}

interface Found {
  readonly groups: readonly TraceGroup[];
  /**
   * The trace to compare with; null where there is none of that id, undefined while it is not
   * known.
   */
  readonly compared: ListRow | null | undefined;
  /** The objects of ids; undefined without ids, or while they are looked up. */
  readonly pasted: Pasted | undefined;
}

/**
 * The traces that answer what was typed: those that ids name; those that match; or where nothing
 * was typed, those of the same name and then all others.
 */
export function useTraceGroups({ project, other, text, ids }: Asked): Found {
  useFilterLanguage();
  const pasted = usePasted(project, other, ids);
  const isPasted = ids.length > 0;
  const isPlain = text.trim() === '' && !isPasted;
  const compared = useQuery({ ...traceRowOptions(other ?? ''), enabled: other !== undefined });
  const isKnown = other === undefined || !compared.isPending;
  const name = compared.data?.name ?? null;
  // Text that isn't a trace id may still be a search term.
  const isWord = isPasted ? pasted.data?.traces.length === 0 && !isLink(text) : !isPlain;
  const same = name === null ? null : `root.name == ${quoted(name)}`;
  const rest = name === null ? '' : `(root.name is None or root.name != ${quoted(name)})`;
  const matching = isWord ? readFilterText(text, 'traces').filter : null;
  const ofName = useGroup(project, other, isPlain ? same : null, SAME_FIRST);
  const others = useGroup(project, other, isPlain && isKnown ? rest : matching, FIRST);
  const groups: readonly TraceGroup[] = [
    ...(isPasted ? [{ ...pasted.group, title: 'Traces of the pasted IDs' }] : []),
    ...(isPlain && same !== null
      ? [{ ...ofName, title: `Newest named ${shownName(name ?? '')}` }]
      : []),
    ...(isPlain
      ? [{ ...others, title: name === null ? 'Newest traces' : 'Newest of the others' }]
      : []),
    ...(matching !== null ? [{ ...others, title: 'Matching traces, newest first' }] : []),
  ];
  const row = compared.data;
  return {
    groups,
    compared: row === null || row === undefined ? row : rowOfTrace(project, row),
    pasted: pasted.data,
  };
}

/** The rows under a condition, page by page; of none when that is null. */
function useGroup(
  project: string,
  other: string | undefined,
  filter: string | null,
  first: number,
): Omit<TraceGroup, 'title'> {
  const pending = usePendingDeletes();
  const query = useInfiniteQuery({
    ...traceRowsOptions(project, RANGE, filter === null || filter === '' ? {} : { filter }, first),
    // Who comes back has often just made the one to compare with.
    refetchOnWindowFocus: true,
    enabled: filter !== null,
  });
  const before = clearedBefore(pending, project);
  const rows = (query.data?.pages ?? [])
    .flatMap((page) => page.rows)
    .filter(
      (row) =>
        row.traceId !== other &&
        !isRowPending(pending, row) &&
        (before === null || row.startedAt >= before),
    );
  return {
    choices: rows.map((row) => ({ row, note: '' })),
    isWaiting: query.isPending && query.error === null,
    isStale: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isReadingMore: query.isFetchingNextPage,
  };
}

function usePasted(project: string, other: string | undefined, ids: readonly string[]) {
  const query = useQuery(pastedTracesOptions(ids));
  // Of a link to a comparison the other trace is meant.
  const traces = (query.data?.traces ?? []).toSorted(
    (x, y) => Number(x.row.trace_id === other) - Number(y.row.trace_id === other),
  );
  const choices = traces.map((one): TraceChoice => {
    const isHere = one.project.name === project || one.project.id === project;
    const note =
      one.row.trace_id === other ? 'the same trace' : isHere ? '' : `in ${one.project.name}`;
    return { row: rowOfTrace(isHere ? project : one.project.id, one.row), note };
  });
  const group: Omit<TraceGroup, 'title'> = {
    choices,
    isWaiting: query.isPending && query.error === null,
    isStale: false,
    error: query.error,
    retry: () => void query.refetch(),
    more: null,
    isReadingMore: false,
  };
  return { data: query.data, group };
}
