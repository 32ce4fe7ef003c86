import { attributeKeysOf, columnsOfText } from '../lib/list-columns.ts';
import { sortOfText, sortParams } from '../lib/list-sort.ts';
import type { ListSearch } from '../lib/search-params.ts';
import type { FacetFilter, SpanFilter, TraceFilter } from './model.ts';

/** A text in the filter language. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function someSpan(field: string, values: readonly string[] | undefined): string | null {
  return values === undefined ? null : `any(s.${field} in [${values.map(quoted).join(', ')}] for s in spans)`;
}

/** What a list's address asks of the traces: a value of a span's counts when any span of the trace has it. */
export function traceFilterOf(search: ListSearch): TraceFilter {
  const conditions = [
    someSpan('name', search.name),
    someSpan('span_kind', search.kind),
    someSpan("attributes['llm.model_name']", search.model),
    search.q === undefined ? null : search.q,
  ].filter((one) => one !== null);
  const filter: TraceFilter = {};
  if (search.status !== undefined) filter.error = search.status === 'error';
  if (search.user !== undefined) filter.user_id = [...search.user];
  if (conditions.length === 1) filter.filter = conditions[0] ?? '';
  if (conditions.length > 1) filter.filter = conditions.map((one) => `(${one})`).join(' and ');
  return { ...filter, ...shownParams(search) };
}

/** The order of the rows, and the attributes they carry. */
function shownParams(search: ListSearch): Pick<SpanFilter, 'sort' | 'order' | 'columns'> {
  const keys = search.cols === undefined ? [] : attributeKeysOf(columnsOfText(search.cols) ?? []);
  return { ...sortParams(sortOfText(search.sort)), ...(keys.length === 0 ? {} : { columns: keys }) };
}

/** The same for facets, which count spans: of the roots only while traces are listed. */
export function facetFilterOf(search: ListSearch): FacetFilter {
  const filter: FacetFilter = {};
  if (search.scope === undefined) filter.parent_id = 'null';
  if (search.status !== undefined) filter.status_code = search.status === 'error' ? ['ERROR'] : ['OK', 'UNSET'];
  if (search.scope === 'llm') filter.span_kind = ['LLM'];
  else if (search.kind !== undefined) filter.span_kind = [...search.kind];
  if (search.name !== undefined) filter.name = [...search.name];
  if (search.model !== undefined && search.scope !== undefined) filter.model = [...search.model];
  if (search.user !== undefined) filter.user_id = [...search.user];
  if (search.q !== undefined && search.scope !== undefined) filter.filter = search.q;
  return filter;
}

export function spanFilterOf(search: ListSearch): SpanFilter {
  return { ...facetFilterOf(search), ...shownParams(search) };
}
