import { filterBy } from '#web/filter/language/edit.ts';
import {
  flag,
  integer,
  oneOf,
  searchReader,
  text,
  texts,
  timeRange,
  type RawSearch,
} from '#web/platform/address/search-schema.ts';
import { groupSortOf, groupSortText } from './group-sort.ts';
import { groupingOf } from './grouping.ts';
import {
  attributeOfColumn,
  columnsOfText,
  columnsText,
  defaultColumns,
  ownColumns,
} from './list-columns.ts';
import { sortOfText, sortOfTraces, sortText } from './list-sort.ts';

export const SCOPES = ['traces', 'spans', 'llm'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The target annotated in the panel beside a trace or a session; without it the panel is closed.
 */
const ANNOTATED = ['span', 'trace', 'session'] as const;
export type Annotated = (typeof ANNOTATED)[number];

export const TRACE_VIEWS = ['both', 'tree', 'timeline', 'llm', 'graph'] as const;
export type TraceViewName = (typeof TRACE_VIEWS)[number];

/** The dialogs that can be open over the projects, about one of them. */
export const PROJECT_DIALOGS = ['edit', 'configs', 'retention', 'clear', 'delete'] as const;
export type ProjectDialogName = (typeof PROJECT_DIALOGS)[number];

/** The sort orders of a session table; last activity with the latest first is the default. */
export const SESSION_SORTS = [
  'end_time',
  'start_time',
  'duration_ms',
  'trace_count',
  'error_count',
  'token_count',
  'cost_usd',
  'annotation_score',
] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

/**
 * The address of every page of Settings: the project one came from, whose pages stay one step away.
 */
export const readSettingsSearch = searchReader({ project: text });

/** The address of the projects. */
export const readProjectsSearch = searchReader({
  range: timeRange,
  find: text,
  sort: text,
  view: oneOf(['cards', 'table']),
  /** The form is open. */
  new: flag,
  /** How to send spans is shown. */
  start: flag,
  /** Open about the project with the id `of`. */
  dialog: oneOf(PROJECT_DIALOGS),
  of: text,
});
export type ProjectsSearch = ReturnType<typeof readProjectsSearch>;
export type RangeSearch = Pick<ProjectsSearch, 'range'>;

/** Whether the rows of such a list are traces. */
function isOfTraces({ scope }: RawSearch): boolean {
  return scope !== 'spans' && scope !== 'llm';
}

/**
 * The filter of a list. Links may name conditions one by one; in the address they are all one text.
 */
function conditions(raw: unknown, all: RawSearch): string | undefined {
  let q = text(raw) ?? '';
  const { status, kind, name, model, user } = all;
  const named = {
    status: status === 'error' || status === 'ok' ? [status.toUpperCase()] : [],
    kind,
    name,
    model,
    user,
  };
  for (const field of ['status', 'kind', 'name', 'model', 'user'] as const)
    for (const value of texts(named[field]) ?? [])
      q = filterBy(q, isOfTraces(all) ? 'traces' : 'spans', field, value);
  return q === '' ? undefined : q;
}

/** The columns that such a list has, as a canonical text; undefined for the default ones. */
export function columnsParam(
  raw: string | undefined,
  scope: Scope | undefined,
): string | undefined {
  const own = ownColumns(scope === undefined ? 'traces' : 'spans');
  const columns = (raw === undefined ? null : columnsOfText(raw))?.filter(
    ({ id }) => attributeOfColumn(id) !== null || own.includes(id),
  );
  const written = columns === undefined || columns.length === 0 ? undefined : columnsText(columns);
  return written === columnsText(defaultColumns(scope)) ? undefined : written;
}

const scope = oneOf(SCOPES, 'traces');
/** How a trace is shown: tree and timeline by default. */
const view = oneOf(TRACE_VIEWS, 'both');
/** On a narrow screen: the tree or the span; the span when one is chosen. */
const pane = oneOf(['tree', 'span']);
/** The part that is annotated. */
const annotate = oneOf(ANNOTATED);

/** The address of a list. */
export const readListSearch = searchReader({
  range: timeRange,
  scope,
  q: conditions,
  /** Groups in place of rows. */
  group: groupingOf,
  /** `cost`, `errors.asc`; see group-sort.ts. */
  groupsort: (raw, { group }) =>
    groupingOf(group) === undefined ? undefined : groupSortText(groupSortOf(text(raw))),
  /** `cost`, `started.asc`; see list-sort.ts. */
  sort: (raw, all) =>
    sortText(isOfTraces(all) ? sortOfTraces(sortOfText(text(raw))) : sortOfText(text(raw))),
  /** The columns in order, with widths; see list-columns.ts. */
  cols: (raw, all) => columnsParam(text(raw), scope(all['scope'], all)),
  /** The trace that is open beside the list, and the span, tab and view chosen in it. */
  peek: text,
  span: text,
  tab: text,
  view,
  annotate,
});
export type ListSearch = ReturnType<typeof readListSearch>;

/** The name whose score sessions are sorted by. */
function scoreName(raw: unknown, { sort }: RawSearch): string | undefined {
  return sort === 'annotation_score' ? text(raw) : undefined;
}

const sessionSort = oneOf<SessionSort>(SESSION_SORTS.filter((sort) => sort !== 'end_time'));

export const readSessionListSearch = searchReader({
  range: timeRange,
  q: text,
  sort: (raw, all) =>
    raw === 'annotation_score' && scoreName(all['annotation'], all) === undefined
      ? undefined
      : sessionSort(raw, all),
  annotation: scoreName,
  order: oneOf(['asc']),
});
export type SessionListSearch = ReturnType<typeof readSessionListSearch>;

export const readSessionSearch = searchReader({
  /** The chosen turn. */
  turn: integer(1),
  annotate: oneOf<Annotated>(['trace', 'session']),
});
export type SessionSearch = ReturnType<typeof readSessionSearch>;

/** The address of a trace: what is chosen, found and shown. */
export const readTraceSearch = searchReader({
  span: text,
  tab: text,
  /** Marked in the content of spans: what was searched for. */
  mark: text,
  find: text,
  kind: text,
  /** Spans of this service alone, in a trace of several. */
  service: text,
  errors: flag,
  pane,
  view,
  /** The part of the trace on screen, "1200-3400" in milliseconds after its start. */
  zoom: text,
  /** Opened to this depth; 0 shows the roots alone. */
  depth: (raw, all) => (raw === 'all' ? raw : integer(0)(raw, all)),
  /** All spans of this kind are folded. */
  fold: text,
  /** Without the critical path. */
  path: oneOf([false]),
  annotate,
});
export type TraceSearch = ReturnType<typeof readTraceSearch>;

/**
 * The address of a comparison: two traces, and the row that is chosen; while one is missing, what
 * it is searched with.
 */
export const readCompareSearch = searchReader({ a: text, b: text, q: text, row: integer(0), pane });
export type CompareSearch = ReturnType<typeof readCompareSearch>;
