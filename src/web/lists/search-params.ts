import { filterBy } from '#web/filter/language/edit.ts';
import { groupSortOf, groupSortText } from './group-sort.ts';
import { groupingOf, type Grouping } from './grouping.ts';
import { attributeOfColumn, columnsOfText, columnsText, defaultColumns, ownColumns } from './list-columns.ts';
import { sortOfText, sortOfTraces, sortText } from './list-sort.ts';
import { RANGE_DEFAULT, isRelativeRange, windowOfRange, type RangeText } from '#web/platform/time/time-range.ts';

export const SCOPES = ['traces', 'spans', 'llm'] as const;
export type Scope = (typeof SCOPES)[number];

/** The target annotated in the panel beside a trace or a session; without it the panel is closed. */
const ANNOTATED = ['span', 'trace', 'session'] as const;
export type Annotated = (typeof ANNOTATED)[number];

type Raw = Readonly<Record<string, unknown>>;

export interface RangeSearch {
  readonly range?: RangeText;
}

/** The dialogs that can be open over the projects, about one of them. */
export const PROJECT_DIALOGS = ['edit', 'configs', 'retention', 'clear', 'delete'] as const;
export type ProjectDialogName = (typeof PROJECT_DIALOGS)[number];

/** The address of the projects: `new` opens the form, `start` shows how to send spans, `dialog` is open about the project with the id `of`. */
export interface ProjectsSearch extends RangeSearch {
  readonly find?: string;
  readonly sort?: string;
  readonly view?: 'cards' | 'table';
  readonly new?: true;
  readonly start?: true;
  readonly dialog?: ProjectDialogName;
  readonly of?: string;
}

/** The address of a list: every part optional, and left out where it is the default, so that links stay short. */
export interface ListSearch extends RangeSearch {
  readonly scope?: Scope;
  /** Short for conditions in `q`, for links: what is read from an address has them there. */
  readonly status?: 'error' | 'ok';
  readonly kind?: readonly string[];
  readonly name?: readonly string[];
  readonly model?: readonly string[];
  readonly user?: readonly string[];
  readonly q?: string;
  /** Groups in place of rows. */
  readonly group?: Grouping;
  /** `cost`, `errors.asc`; see group-sort.ts. */
  readonly groupsort?: string;
  /** `cost`, `started.asc`; see list-sort.ts. */
  readonly sort?: string;
  /** The columns in order, with widths; see list-columns.ts. */
  readonly cols?: string;
  /** The trace that is open beside the list, and the span, tab and view chosen in it. */
  readonly peek?: string;
  readonly span?: string;
  readonly tab?: string;
  readonly view?: TraceViewName;
  /** The part that is annotated. */
  readonly annotate?: Annotated;
}

export const TRACE_VIEWS = ['both', 'tree', 'timeline', 'llm', 'graph'] as const;
export type TraceViewName = (typeof TRACE_VIEWS)[number];

/** The address of a trace: what is chosen, found and shown. */
/** The sort orders of a session table, besides the default, last activity with the latest first. */
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

export interface SessionListSearch extends RangeSearch {
  readonly q?: string;
  readonly sort?: SessionSort;
  /** The name whose score `annotation_score` means. */
  readonly annotation?: string;
  readonly order?: 'asc';
}

export interface SessionSearch {
  /** The chosen turn, from 1. */
  readonly turn?: number;
  readonly annotate?: Annotated;
}

export interface TraceSearch {
  readonly span?: string;
  readonly tab?: string;
  readonly find?: string;
  readonly kind?: string;
  /** Spans of this service alone, in a trace of several. */
  readonly service?: string;
  readonly errors?: true;
  /** On a narrow screen: the tree or the span; the span when one is chosen. */
  readonly pane?: 'tree' | 'span';
  /** Tree and timeline by default. */
  readonly view?: TraceViewName;
  /** The part of the trace on screen, "1200-3400" in milliseconds after its start. */
  readonly zoom?: string;
  /** Opened to this depth; 0 shows the roots alone. */
  readonly depth?: number | 'all';
  /** All spans of this kind are folded. */
  readonly fold?: string;
  /** Without the critical path. */
  readonly path?: false;
  readonly annotate?: Annotated;
}

/** Changes to an address; undefined removes a part. */
export type Changes<Search> = { readonly [Key in keyof Search]?: Search[Key] | undefined };

/** An address with some parts changed. */
export function withChanges<Search extends object>(search: Search, changes: Changes<Search>): Search {
  return presentParts<Search>({ ...search, ...changes });
}

/** The address of a comparison: two traces, and the row that is chosen; while one is missing, what it is searched with. */
export interface CompareSearch {
  readonly a?: string;
  readonly b?: string;
  readonly q?: string;
  readonly row?: number;
  readonly pane?: 'tree' | 'span';
}

/** A part of an address that is a text; undefined for none. */
export function textParam(raw: unknown): string | undefined {
  // The router reads "123" as a number: a session or a search may well be one.
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  return typeof raw === 'string' && raw !== '' ? raw : undefined;
}

/** A repeatable part of an address; undefined for none. */
export function textsParam(raw: unknown): readonly string[] | undefined {
  const values = (Array.isArray(raw) ? raw : [raw]).map(textParam).filter((one) => one !== undefined);
  return values.length === 0 ? undefined : values;
}

/** Drops what is not there, so that objects compare and links stay short. */
export function presentParts<T extends object>(search: { [Key in keyof T]: T[Key] | undefined }): T {
  const kept = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  return kept as T; // codec: what is left has only defined values
}

/** Only the known parts of an address: the router passes unknown ones on as if they had been validated. */
export function onlyRead<Search extends object>(read: (raw: Raw) => Search): (raw: Record<string, unknown>) => Search {
  return (raw) => ({ ...Object.fromEntries(Object.keys(raw).map((key) => [key, undefined])), ...read(raw) });
}

/** The address of every page of Settings: the project one came from, whose pages stay one step away. */
export interface SettingsSearch {
  readonly project?: string;
}

export function readSettingsSearch(raw: Raw): SettingsSearch {
  return presentParts<SettingsSearch>({ project: textParam(raw['project']) });
}

function annotatedParam(raw: unknown): Annotated | undefined {
  return ANNOTATED.find((one) => one === raw);
}

function rangeOf(raw: unknown): RangeText | undefined {
  const range = textParam(raw);
  if (range === undefined || range === RANGE_DEFAULT) return undefined;
  return isRelativeRange(range) || windowOfRange(range, 0) !== null ? range : undefined;
}

/** How a trace is shown; undefined for tree and timeline, the default. */
function traceViewOf(raw: unknown): TraceViewName | undefined {
  return TRACE_VIEWS.find((one) => one === raw && one !== 'both');
}

/** The columns that such a list has, as a canonical text; undefined for the default ones. */
export function columnsParam(raw: string | undefined, scope: ListSearch['scope']): string | undefined {
  const own = ownColumns(scope === undefined ? 'traces' : 'spans');
  const columns = (raw === undefined ? null : columnsOfText(raw))?.filter(({ id }) => attributeOfColumn(id) !== null || own.includes(id));
  const written = columns === undefined || columns.length === 0 ? undefined : columnsText(columns);
  return written === columnsText(defaultColumns(scope)) ? undefined : written;
}

export function readProjectsSearch(raw: Raw): ProjectsSearch {
  return presentParts<ProjectsSearch>({
    range: rangeOf(raw['range']),
    find: textParam(raw['find']),
    sort: textParam(raw['sort']),
    view: raw['view'] === 'cards' || raw['view'] === 'table' ? raw['view'] : undefined,
    new: raw['new'] === true ? true : undefined,
    start: raw['start'] === true ? true : undefined,
    dialog: PROJECT_DIALOGS.find((one) => one === raw['dialog']),
    of: textParam(raw['of']),
  });
}

/** Links may name conditions one by one; in the address they are all one text. */
function conditionsOf(raw: Raw, grain: 'traces' | 'spans'): string | undefined {
  let q = textParam(raw['q']) ?? '';
  const status = raw['status'] === 'error' || raw['status'] === 'ok' ? [raw['status']] : [];
  const named = {
    status,
    kind: textsParam(raw['kind']),
    name: textsParam(raw['name']),
    model: textsParam(raw['model']),
    user: textsParam(raw['user']),
  };
  for (const field of ['status', 'kind', 'name', 'model', 'user'] as const)
    for (const value of named[field] ?? []) q = filterBy(q, grain, field, field === 'status' ? value.toUpperCase() : value);
  return q === '' ? undefined : q;
}

export function readListSearch(raw: Raw): ListSearch {
  const scope = SCOPES.find((one) => one === raw['scope']);
  const group = groupingOf(raw['group']);
  const sort = sortOfText(textParam(raw['sort']));
  return presentParts<ListSearch>({
    range: rangeOf(raw['range']),
    scope: scope === 'traces' ? undefined : scope,
    q: conditionsOf(raw, scope === undefined || scope === 'traces' ? 'traces' : 'spans'),
    group,
    groupsort: group === undefined ? undefined : groupSortText(groupSortOf(textParam(raw['groupsort']))),
    sort: sortText(scope === undefined || scope === 'traces' ? sortOfTraces(sort) : sort),
    cols: columnsParam(textParam(raw['cols']), scope === 'traces' ? undefined : scope),
    peek: textParam(raw['peek']),
    span: textParam(raw['span']),
    tab: textParam(raw['tab']),
    view: traceViewOf(raw['view']),
    annotate: annotatedParam(raw['annotate']),
  });
}

export function readSessionListSearch(raw: Raw): SessionListSearch {
  const annotation = raw['sort'] === 'annotation_score' ? textParam(raw['annotation']) : undefined;
  const sort = SESSION_SORTS.find((one) => one === raw['sort'] && (one !== 'annotation_score' || annotation !== undefined));
  return presentParts<SessionListSearch>({
    range: rangeOf(raw['range']),
    q: textParam(raw['q']),
    sort: sort === 'end_time' ? undefined : sort,
    annotation,
    order: raw['order'] === 'asc' ? 'asc' : undefined,
  });
}

export function readSessionSearch(raw: Raw): SessionSearch {
  const turn = Number(raw['turn']);
  const annotate = annotatedParam(raw['annotate']);
  return presentParts<SessionSearch>({
    turn: Number.isSafeInteger(turn) && turn > 0 ? turn : undefined,
    annotate: annotate === 'span' ? undefined : annotate,
  });
}

function depthParam(raw: unknown): TraceSearch['depth'] {
  return raw === 'all' || (typeof raw === 'number' && Number.isInteger(raw) && raw >= 0) ? raw : undefined;
}

export function readTraceSearch(raw: Raw): TraceSearch {
  return presentParts<TraceSearch>({
    span: textParam(raw['span']),
    tab: textParam(raw['tab']),
    find: textParam(raw['find']),
    kind: textParam(raw['kind']),
    service: textParam(raw['service']),
    errors: raw['errors'] === true ? true : undefined,
    view: traceViewOf(raw['view']),
    zoom: textParam(raw['zoom']),
    depth: depthParam(raw['depth']),
    fold: textParam(raw['fold']),
    path: raw['path'] === false ? false : undefined,
    pane: raw['pane'] === 'tree' || raw['pane'] === 'span' ? raw['pane'] : undefined,
    annotate: annotatedParam(raw['annotate']),
  });
}

export function readCompareSearch(raw: Raw): CompareSearch {
  return presentParts<CompareSearch>({
    a: textParam(raw['a']),
    b: textParam(raw['b']),
    q: textParam(raw['q']),
    row: typeof raw['row'] === 'number' && Number.isInteger(raw['row']) && raw['row'] >= 0 ? raw['row'] : undefined,
    pane: raw['pane'] === 'tree' || raw['pane'] === 'span' ? raw['pane'] : undefined,
  });
}
