import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useAnnotationNames } from '../../api/annotation-names.ts';
import { attributeKeysOptions, facetsOptions } from '../../api/figures.ts';
import type { Facets } from '../../api/model.ts';
import type { Completable } from '../../lib/filter/completable.ts';
import type { Choice } from '../../lib/filter/completion.ts';
import { attributeKeyOf, facetOfField } from '../../lib/filter/field-values.ts';
import { loadFilterLanguage, useFilterLanguage } from '../../lib/filter/language.ts';
import type { RangeText } from '../../lib/time-range.ts';

const CHOICES_MAX = 50;
const SPAN_KINDS = ['LLM', 'CHAIN', 'TOOL', 'AGENT', 'RETRIEVER', 'EMBEDDING', 'RERANKER', 'GUARDRAIL', 'EVALUATOR', 'PROMPT'];
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  latency_ms: ['100', '500', '1000', '5000', '10000', '30000'],
  error_count: ['0'],
  num_spans: ['10', '100', '1000'],
};
const NO_VALUES: readonly { readonly value: string; readonly count: number | null }[] = [];
const NO_KEYS: readonly { readonly key: string; readonly count: number }[] = [];

export interface Choices {
  readonly at: Completable | null;
  readonly choices: readonly Choice[];
}

/** What can follow at the caret. Values come with their counts over the newest spans or traces of the range. */
export function useChoices(
  project: string,
  range: RangeText,
  of: 'traces' | 'spans',
  input: string,
  caret: number,
  open: boolean,
): Choices {
  const language = useFilterLanguage();
  useEffect(() => {
    if (open) void loadFilterLanguage();
  }, [open]);
  const at = useMemo(() => (open ? (language?.completableAt(input, caret, of) ?? null) : null), [language, open, input, caret, of]);
  const valueAt = at?.kind === 'value' ? at : null;
  const grain = valueAt?.ofElement === true ? 'spans' : of;
  const facet = valueAt === null ? null : facetOfField(valueAt.field);
  const attribute = valueAt === null || facet !== null ? null : attributeKeyOf(valueAt.field);
  const facets = useQuery(
    facetsOptions(
      project,
      range,
      { of: grain },
      { attributeKeys: attribute === null ? [] : [attribute], search: valueAt?.typed ?? '', enabled: facet !== null || attribute !== null },
    ),
  );
  const keys = useQuery(attributeKeysOptions(project, of, at?.kind === 'field'));
  const names = useAnnotationNames(project, range, at?.kind === 'field' || (valueAt?.field.includes('annotations[') ?? false));
  const choices = useMemo((): readonly Choice[] => {
    if (at === null || language === null) return [];
    if (at.kind === 'operator') return language.operatorChoices(at.typed, at.field, of);
    if (at.kind === 'field')
      return language.fieldChoices(at.typed, of, at.ofElement, keys.data?.keys ?? NO_KEYS, names).slice(0, CHOICES_MAX);
    const values = language.labelsOfPath(at.field, names) ?? valuesOf(at.field, facets.data);
    return language.valueChoices(at.typed, at.field, grain, values).slice(0, CHOICES_MAX);
  }, [language, at, of, grain, keys.data, facets.data, names]);
  return { at, choices };
}

function valuesOf(field: string, data: Facets | undefined): readonly { readonly value: string; readonly count: number | null }[] {
  const numbers = NUMBERS[field];
  if (numbers !== undefined) return numbers.map((value) => ({ value, count: null }));
  const facet = facetOfField(field);
  const counted = facet === null ? data?.attributes[attributeKeyOf(field) ?? ''] : data?.[facet];
  if (facet !== 'kind') return counted ?? NO_VALUES;
  const known = new Set((counted ?? []).map((one) => one.value));
  return [...(counted ?? []), ...SPAN_KINDS.filter((kind) => !known.has(kind)).map((value) => ({ value, count: 0 }))];
}
