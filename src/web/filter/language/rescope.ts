import { clickedOn, conditionOn, type ClickField } from './condition.ts';
import { textOfSegments } from './edit.ts';
import type { Grain } from './fields.ts';
import { readFilterText, type Segment } from './filter-text.ts';

const FIELDS: readonly ClickField[] = [
  'status',
  'kind',
  'name',
  'model',
  'user',
  'session',
  'error',
];

/**
 * Converts a filter of a list of traces to one of spans, or the reverse: conditions that both
 * support are translated, the rest is kept.
 */
export function rescoped(text: string, from: Grain, to: Grain): string {
  if (from === to) return text;
  const { segments, tail } = readFilterText(text, from);
  if (segments.length === 0) return text;
  return textOfSegments(
    segments.map((segment) => ({ lead: segment.lead, text: inWordsOf(segment, from, to) })),
    tail,
  );
}

function inWordsOf({ text, kind, expr }: Segment, from: Grain, to: Grain): string {
  if (kind === 'word') return text;
  for (const field of FIELDS) {
    const clicked = clickedOn(field, expr, from);
    if (clicked !== null) return conditionOn(field, clicked, to);
  }
  return text;
}
