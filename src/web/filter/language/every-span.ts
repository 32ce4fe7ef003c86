import { withSegment } from './edit.ts';
import type { Grain } from './fields.ts';
import { readFilterText } from './filter-text.ts';
import { filterLanguage } from './language.ts';

/** A filter that asks every span what the written one asks the root span alone. */
export interface EverySpan {
  /** The first condition that changes, as it was written and as it becomes. */
  readonly written: string;
  readonly instead: string;
  /** The whole text with all such conditions changed. */
  readonly text: string;
}

/**
 * Attributes of traces and sessions are those of one root span: most, such as a model's name, are
 * on other spans. Null where no condition asks for one.
 */
export function everySpan(text: string, grain: Grain): EverySpan | null {
  const language = filterLanguage();
  if (grain === 'spans' || language === null) return null;
  // nothing found yet
  let [changed, first] = [text, null as Pick<EverySpan, 'written' | 'instead'> | null];
  let start = 0;
  for (const [index, segment] of readFilterText(text, grain).segments.entries()) {
    start += segment.lead.length;
    const instead = language.segmentOnSpans(segment, start);
    start += segment.text.length;
    if (instead === null) continue;
    first ??= { written: segment.text, instead };
    changed = withSegment(changed, index, instead, grain);
  }
  return first === null || readFilterText(changed, grain).problem !== null
    ? null
    : { ...first, text: changed };
}
