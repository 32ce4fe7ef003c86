import { presentParts, readListSearch, textParam } from '../search-params.ts';
import type { ListSearch } from '../search-params.ts';

/** The address of a project's metrics: what a list would hold, and what the charts are divided by. */
export interface MetricsSearch extends Pick<ListSearch, 'range' | 'scope' | 'q'> {
  /** One of the fields below, or `attribute:` and a key. */
  readonly split?: string;
}

/** What charts can be divided by beside attributes. */
export const DIVISIONS = ['model', 'name', 'kind', 'user'] as const;
type Division = (typeof DIVISIONS)[number];
export const DIVISION_WORDS: Readonly<Record<Division, string>> = { model: 'Model', name: 'Name', kind: 'Kind', user: 'User' };

const ATTRIBUTE = 'attribute:';

/** Reads the address; what it does not know is left out. */
export function readMetricsSearch(raw: Readonly<Record<string, unknown>>): MetricsSearch {
  const { range, scope, q } = readListSearch(raw);
  const split = textParam(raw['split']);
  return presentParts<MetricsSearch>({ range, scope, q, split: split === undefined || fieldOf(split) === null ? undefined : split });
}

/** How the address says an attribute. */
export function divisionOfAttribute(key: string): string {
  return ATTRIBUTE + key;
}

/** The field that a division is by; null for what is none. */
export function fieldOf(by: string): Division | { readonly attribute: string } | null {
  if (by.startsWith(ATTRIBUTE)) return by.length > ATTRIBUTE.length ? { attribute: by.slice(ATTRIBUTE.length) } : null;
  return DIVISIONS.find((one) => one === by) ?? null;
}

/** How a division reads. */
export function divisionLabel(by: string): string {
  const field = fieldOf(by);
  return field === null ? '' : typeof field === 'object' ? field.attribute : DIVISION_WORDS[field];
}

/** Whether everything that is measured has one value of it at most: a trace may have the models of several calls. */
export function dividesOnce(by: string, of: 'traces' | 'spans'): boolean {
  return of === 'spans' || fieldOf(by) !== 'model';
}
