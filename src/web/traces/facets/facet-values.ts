import type { Facets } from '#contracts/metrics/series.ts';
import {
  ANY_SCORE,
  type AnnotationField,
  type ClickField,
} from '#web/filter/language/condition.ts';

/** The possible facets. */
export type CountedField = Exclude<ClickField, 'error' | { readonly anySpan: string }>;
type Values = Facets['name'];

/** The values of one field, with their counts. */
export function valuesIn(data: Facets, field: CountedField): Values {
  if (typeof field === 'string') return data[field];
  if ('attribute' in field) return data.attributes[field.attribute] ?? [];
  return valuesOfName(data, field);
}

function valuesOfName(data: Facets, { annotation, part }: AnnotationField): Values {
  const found = data.annotations.find(({ name }) => name === annotation);
  if (found === undefined) return [];
  if (part === 'label') return found.labels;
  return found.scored === 0 ? [] : [{ value: ANY_SCORE, count: found.scored }];
}

/** Over how many of the newest a field was counted; null where it was over all that match. */
export function sampleOf(data: Facets, field: CountedField): number | null {
  if (typeof field === 'object' && 'attribute' in field)
    return data.attributes_complete ? null : data.attributes_scanned;
  const name = typeof field === 'string' ? field : 'annotations';
  return data.exact.some((one) => one === name) ? null : data.counted[name];
}

/** Whether a click on one of the values would leave rows out: not if every row has the same one. */
export function dividesRows(data: Facets, field: CountedField, values: Values): boolean {
  const [only] = values;
  return only !== undefined && (values.length > 1 || only.count < rowsCounted(data, field));
}

function rowsCounted(data: Facets, field: CountedField): number {
  if (typeof field === 'string') return data.counted[field];
  return 'attribute' in field ? data.attributes_scanned : data.counted.annotations;
}

/** The tooltip of a name. */
export function aboutName(data: Facets, name: string): string {
  const found = data.annotations.find((one) => one.name === name);
  if (found === undefined) return name;
  const mean = found.score === null ? '' : `, mean score ${Number(found.score.toPrecision(3))}`;
  return `${name} · ${found.count.toLocaleString('en')} annotated${mean}`;
}
