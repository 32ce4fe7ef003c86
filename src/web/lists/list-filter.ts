import {
  clearedBefore,
  usePendingDeletes,
  type PendingDeletes,
} from '#web/ui/notices/deferred-delete.ts';
import { quoted } from '#web/filter/language/condition.ts';
import type { Grain } from '#web/filter/language/fields.ts';
import { readFilterText } from '#web/filter/language/filter-text.ts';
import { attributeKeysOf, columnsOfText } from './list-columns.ts';
import { sortOfText, sortOfTraces, sortParams } from './list-sort.ts';
import type { ListSearch } from './search-params.ts';
import type { Static } from 'typebox';
import type { SpanRowListParams } from '#contracts/spans/span.ts';
import type { TraceRowListParams } from '#contracts/traces/trace.ts';

/** The scope of figures beside a list: the same rows, with the same filter. */
export interface FigureFilter {
  readonly of: 'traces' | 'spans';
  readonly filter?: string;
  /** The condition that leaves out what is about to be deleted. */
  readonly left?: string;
}

/** The filter as request parameters. */
export function figureParams({ of, filter, left }: FigureFilter): {
  readonly of: FigureFilter['of'];
  readonly filter?: string;
} {
  const parts = [filter, left].filter((one) => one !== undefined);
  return { of, ...(parts.length === 0 ? {} : { filter: allOf(parts) }) };
}

/** Whether two keys ask for the same but for what is about to be deleted. */
export function isSameBesideDeletes(a: readonly unknown[], b: readonly unknown[]): boolean {
  const [one, other] = [a, b].map((key) =>
    JSON.stringify(key, (name, value: unknown) => (name === 'left' ? undefined : value)),
  );
  return one === other;
}

function allOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : parts.map((one) => `(${one})`).join(' and ');
}

/** The kind of row a list's filter applies to. */
export function grainOf(search: Pick<ListSearch, 'scope'>): Exclude<Grain, 'sessions'> {
  return search.scope === undefined ? 'traces' : 'spans';
}

/**
 * The condition in the address, in the filter language; a text that cannot be read goes as it is,
 * for the server to say why.
 */
function conditionOf(search: ListSearch): string {
  const text = search.q ?? '';
  return readFilterText(text, grainOf(search)).filter ?? text;
}

/**
 * The filter bar's text as a filter over sessions, in the filter language; null for an empty one.
 */
export function sessionFilterOf(text: string): string | null {
  const filter = readFilterText(text, 'sessions').filter ?? text;
  return filter === '' ? null : filter;
}

type Paging = 'cursor' | 'limit' | 'start_time' | 'end_time';
/** The filters of a list of traces or spans, besides its time range. */
export type TraceFilter = Omit<Static<typeof TraceRowListParams>, Paging>;
type SpanFilter = Omit<Static<typeof SpanRowListParams>, Paging>;

/** The trace filters of a list's address. */
export function traceFilterOf(search: ListSearch): TraceFilter {
  const filter: TraceFilter = {};
  const condition = conditionOf(search);
  if (condition !== '') filter.filter = condition;
  return {
    ...filter,
    ...sortParams(sortOfTraces(sortOfText(search.sort))),
    ...attributesOf(search),
  };
}

/** The attributes that the rows carry. */
function attributesOf(search: ListSearch): Pick<SpanFilter, 'columns'> {
  const keys = search.cols === undefined ? [] : attributeKeysOf(columnsOfText(search.cols) ?? []);
  return keys.length === 0 ? {} : { columns: keys };
}

/** The span filters of a list's address. */
export function spanFilterOf(search: ListSearch): SpanFilter {
  const filter: SpanFilter = {};
  const condition = conditionOf(search);
  if (search.scope === 'llm') filter.span_kind = ['LLM'];
  if (condition !== '') filter.filter = condition;
  return { ...filter, ...sortParams(sortOfText(search.sort)), ...attributesOf(search) };
}

/**
 * The parameters of a project list's charts, facets and groups, excluding rows about to be deleted.
 */
export function useFigureFilter(project: string): (search: ListSearch) => FigureFilter {
  const pending = usePendingDeletes();
  const before = clearedBefore(pending, project);
  return (search) =>
    figureFilterOf(search, pending, before === null ? [] : [`start_time >= '${before}'`]);
}

/** More ids than this make an address too long: then what goes is counted until it is gone. */
const EXCLUDED_MAX = 100;

/** The scope of figures; `also` holds further conditions. */
export function figureFilterOf(
  search: ListSearch,
  pending: PendingDeletes,
  also: readonly string[] = [],
): FigureFilter {
  const condition = conditionOf(search);
  const of = grainOf(search);
  const filter = allOf([
    ...(search.scope === 'llm' ? ["span_kind == 'LLM'"] : []),
    ...(condition === '' ? [] : [condition]),
  ]);
  const left = allOf([
    ...also,
    ...without('trace_id', pending.traces),
    ...(of === 'spans' ? without('span_id', pending.spans) : []),
    ...without('session.id', pending.sessions).map((one) => `(session.id is None or ${one})`),
  ]);
  return { of, ...(filter === '' ? {} : { filter }), ...(left === '' ? {} : { left }) };
}

function without(field: string, values: ReadonlySet<string>): readonly string[] {
  if (values.size === 0 || values.size > EXCLUDED_MAX) return [];
  return [`${field} not in [${[...values].map(quoted).join(', ')}]`];
}
