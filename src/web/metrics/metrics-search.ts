import { flag, searchReader, text } from '#web/platform/address/search-schema.ts';
import { readListSearch } from '#web/lists/search-params.ts';

/** The breakdowns of charts, besides attributes. */
export const BREAKDOWNS = ['model', 'name', 'kind', 'user'] as const;
type Breakdown = (typeof BREAKDOWNS)[number];
export const BREAKDOWN_WORDS: Readonly<Record<Breakdown, string>> = {
  model: 'Model',
  name: 'Name',
  kind: 'Kind',
  user: 'User',
};

const ATTRIBUTE = 'attribute:';

const { range, scope, q } = readListSearch.fields;

/**
 * The address of a project's metrics: what a list would hold, and what the charts are broken down
 * by.
 */
export const readMetricsSearch = searchReader({
  range,
  scope,
  q,
  /** One of the fields above, or `attribute:` and a key. */
  split: (raw) => (fieldOf(text(raw) ?? '') === null ? undefined : text(raw)),
  /** Beside the time of the same length before it. */
  compare: flag,
});
export type MetricsSearch = ReturnType<typeof readMetricsSearch>;

/** How the address says an attribute. */
export function breakdownByAttribute(key: string): string {
  return ATTRIBUTE + key;
}

/** The field that a breakdown is by; null for what is none. */
export function fieldOf(by: string): Breakdown | { readonly attribute: string } | null {
  if (by.startsWith(ATTRIBUTE))
    return by.length > ATTRIBUTE.length ? { attribute: by.slice(ATTRIBUTE.length) } : null;
  return BREAKDOWNS.find((one) => one === by) ?? null;
}

/** How a breakdown reads. */
export function breakdownLabel(by: string): string {
  const field = fieldOf(by);
  return field === null ? '' : typeof field === 'object' ? field.attribute : BREAKDOWN_WORDS[field];
}

/** The server's parameter; null for an invalid breakdown. */
export function breakdownParams(by: string) {
  const field = fieldOf(by);
  if (field === null) return null;
  return typeof field === 'object'
    ? ({ by: 'attribute', attribute_key: field.attribute } as const)
    : ({ by: field } as const);
}
