import { narrowTo } from '#web/filter/language/edit.ts';
import type { ClickField } from '#web/filter/language/condition.ts';
import { rescoped } from '#web/filter/language/rescope.ts';
import {
  attributeColumn,
  columnsOfText,
  columnsText,
  defaultColumns,
  withColumn,
} from './list-columns.ts';
import { columnsParam, type ListSearch } from './search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';

/** The span whose attribute a list is narrowed by. */
interface NarrowingSpan {
  readonly isRoot: boolean;
  readonly kind: string;
}

/**
 * A list narrowed to what has (or with `negate`, has not) an attribute as a span has it; all else
 * it was narrowed by stays.
 */
export function narrowedBy(
  search: ListSearch,
  span: NarrowingSpan,
  key: string,
  value: string,
  negate: boolean,
): ListSearch {
  const ofTraces = search.scope === undefined;
  const field: ClickField = ofTraces && !span.isRoot ? { anySpan: key } : { attribute: key };
  const q = narrowTo(search.q ?? '', ofTraces ? 'traces' : 'spans', field, value, negate);
  return withChanges<ListSearch>(search, {
    q: q === '' ? undefined : q,
    scope: scopeWith(search, span),
    group: undefined,
  });
}

/** A list narrowed to what a user did. */
export function narrowedToUser(search: ListSearch, user: string): ListSearch {
  const q = narrowTo(search.q ?? '', search.scope === undefined ? 'traces' : 'spans', 'user', user);
  return withChanges<ListSearch>(search, { q, group: undefined });
}

/**
 * A list with an attribute as a column: of spans, where only spans have it. `kept` gives the
 * columns of a list whose address names none.
 */
export function withAttributeColumn(
  search: ListSearch,
  span: NarrowingSpan,
  key: string,
  kept: (scope: ListSearch['scope']) => string | null,
): ListSearch {
  const scope = search.scope === undefined && !span.isRoot ? 'spans' : scopeWith(search, span);
  const isSameGrain = (scope === undefined) === (search.scope === undefined);
  const now = (isSameGrain ? search.cols : undefined) ?? kept(scope);
  const columns = (now === null ? null : columnsOfText(now)) ?? defaultColumns(scope);
  const shown = {
    cols: columnsParam(columnsText(withColumn(columns, attributeColumn(key))), scope),
    group: undefined,
  };
  if (isSameGrain) return withChanges<ListSearch>(search, { ...shown, scope });
  const q = rescoped(search.q ?? '', 'traces', 'spans');
  return withChanges<ListSearch>(search, {
    ...shown,
    scope,
    q: q === '' ? undefined : q,
    sort: undefined,
  });
}

/** Among calls of models there are no spans of other kinds. */
function scopeWith({ scope }: ListSearch, { kind }: NarrowingSpan): ListSearch['scope'] {
  return scope === 'llm' && kind !== 'LLM' ? 'spans' : scope;
}
