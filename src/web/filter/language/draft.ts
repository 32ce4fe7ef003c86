import { textOfSegments } from './edit.ts';
import type { Grain } from './fields.ts';
import { corrected, readFilterText, type FilterProblem, type Segment } from './filter-text.ts';

/**
 * A filter text while it is written: finished segments, the piece under the caret as it is typed,
 * more finished segments.
 */
export interface Draft {
  readonly before: readonly Segment[];
  /** The text between `before` and the input. */
  readonly lead: string;
  readonly input: string;
  readonly after: readonly Segment[];
  readonly tail: string;
}

/**
 * A text at rest: all of it in finished segments, or all of it in the input when it cannot be read.
 */
export function draftOf(text: string, grain: Grain): Draft {
  const { segments, tail, problem } = readFilterText(text, grain);
  if (problem !== null) return wholeDraft(text);
  return {
    before: segments,
    lead: '',
    input: '',
    after: [],
    tail: segments.length === 0 ? '' : tail,
  };
}

/** A text that is all in the input. */
export function wholeDraft(text: string): Draft {
  return { before: [], lead: '', input: text, after: [], tail: '' };
}

/** The suggested fix of an invalid draft; null without one. */
export function meantBy(draft: Draft, problem: FilterProblem | null): string | null {
  return problem === null ? null : corrected(textOfDraft(draft).trim(), problem);
}

/** A draft with its suggested fix applied; unchanged if it is valid. */
export function meantDraft(draft: Draft, grain: Grain): Draft {
  const meant = meantBy(draft, readFilterText(textOfDraft(draft).trim(), grain).problem);
  return meant === null ? draft : wholeDraft(meant);
}

/** The text of a draft. */
export function textOfDraft({ before, lead, input, after, tail }: Draft): string {
  const first = textOfSegments(before) + lead + input;
  const [next, ...others] = after;
  if (next === undefined) return first + tail;
  return first + (first === '' ? '' : next.lead || ' ') + next.text + textOfSegments(others) + tail;
}

/** Where the input begins in the text. */
export function inputStart({ before, lead }: Draft): number {
  return textOfSegments(before).length + lead.length;
}

/** The draft with a new input; a blank separates it from the preceding text. */
export function typed(draft: Draft, input: string): Draft {
  const lead = input === '' ? '' : draft.lead === '' && draft.before.length > 0 ? ' ' : draft.lead;
  return { ...draft, lead, input };
}

/**
 * The draft with one of its finished segments moved back into the input. The current input is
 * finished first; if that is impossible, nothing changes.
 */
export function opened(draft: Draft, index: number, grain: Grain): Draft {
  const { segments, tail, problem } = readFilterText(textOfDraft(draft), grain);
  // An unfinished input is between the segments before and after it.
  const segment = segments[index];
  if (problem !== null || segment === undefined) return draft;
  return {
    before: segments.slice(0, index),
    lead: segment.lead,
    input: segment.text,
    after: segments.slice(index + 1),
    tail,
  };
}
