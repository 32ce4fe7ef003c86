import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  useEffect,
  useMemo,
} from 'react';
import type { Completable } from '#web/filter/language/completable.ts';
import type { Choice } from '#web/filter/language/completion.ts';
import type { Grain } from '#web/filter/language/fields.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { useQuery } from '@tanstack/react-query';
import { useAnnotationNames } from '#web/annotations/annotation-names.calls.ts';
import { attributeKeysOptions, facetsOptions } from '#web/metrics/figures.calls.ts';
import type { Facets } from '#contracts/metrics/series.ts';
import { loadFilterLanguage, useFilterLanguage } from '#web/filter/language/language.ts';

export interface Completion {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly listId: string;
  readonly at: Completable | null;
  readonly choices: readonly Choice[];
  readonly isOpen: boolean;
  /** The choice that Enter takes; -1 for none. */
  readonly active: number;
  readonly caret: number;
  readonly setOpen: (open: boolean) => void;
  /** The caret moved, or something was typed. */
  readonly moveCaret: (caret: number, isTyped?: boolean) => void;
  /**
   * Puts the caret into the field, and the focus; `isAsking` as long as more is to be written
   * there.
   */
  readonly placeCaret: (caret: number | 'end', isAsking?: boolean) => void;
  /** To the next or previous choice, round the ends; opens the list first. */
  readonly step: (by: 1 | -1) => void;
  readonly choose: (choice: Choice) => void;
}

interface Asked {
  readonly project: string;
  readonly range: RangeText;
  readonly of: Grain;
  readonly text: string;
  /**
   * Writes the field's text; `isWhole` when a condition is finished by it. Says whether it was
   * taken in as finished.
   */
  readonly write: (text: string, isWhole: boolean) => boolean;
}

/** Where the caret goes with the next text of the field. */
interface CaretWish {
  readonly place: number | 'end';
  readonly isAsking: boolean;
}

/** The completions at the caret of the filter field, and inserting one. */
export function useCompletion({ project, range, of, text, write }: Asked): Completion {
  const [caret, setCaret] = useState(0);
  const [wanted, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { at, choices } = useChoices(project, range, of, text, caret, wanted);
  const isOpen = wanted && choices.length > 0;
  const [wish, setWish] = useState<CaretWish | null>(null);
  // Together with the inserted text, not a frame later: the user may have typed on by then, in the
  // wrong place.
  useLayoutEffect(() => {
    const field = input.current;
    if (wish === null || field === null) return;
    const to = wish.place === 'end' ? field.value.length : wish.place;
    field.focus();
    field.setSelectionRange(to, to);
    setCaret(to);
    if (!wish.isAsking) setOpen(false);
    setWish(null);
  }, [wish]);
  const placeCaret = (place: number | 'end', isAsking = true): void => setWish({ place, isAsking });
  const moveCaret = (to: number, isTyped = false): void => {
    setCaret(to);
    if (!isTyped) return;
    setActive(-1);
    setOpen(true);
  };
  const choose = (choice: Choice): void => {
    if (at === null) return;
    const { before, rest, isWhole } = inserted(text, caret, at, choice);
    const isTaken = write(before + rest, isWhole);
    setActive(-1);
    setOpen(!isTaken);
    placeCaret(isTaken ? 0 : before.length - choice.back);
  };
  const step = (by: 1 | -1): void => {
    setOpen(true);
    if (isOpen)
      setActive((Math.max(active, by === 1 ? -1 : 0) + by + choices.length) % choices.length);
  };
  return {
    input,
    listId,
    at,
    choices,
    isOpen,
    active,
    caret,
    setOpen,
    moveCaret,
    placeCaret,
    step,
    choose,
  };
}

/**
 * The text with a choice in place of what was typed of it, and whether a condition is finished by
 * that.
 */
function inserted(
  text: string,
  caret: number,
  at: Completable,
  choice: Choice,
): { readonly before: string; readonly rest: string; readonly isWhole: boolean } {
  const before = text.slice(0, at.from) + choice.insert;
  const tail = text.slice(caret);
  // A value in quotes takes the place of the quote that would close it.
  const rest = at.kind === 'value' ? tail.replace(/^['"]/, '') : tail;
  const isValue = at.kind === 'value' && (rest === '' || rest === ' for s in spans)');
  return {
    before,
    rest,
    isWhole: isValue || (at.kind === 'operator' && choice.label.startsWith('is ')),
  };
}

/** The facet that counts a field's values; null when none does. */
function facetOfField(
  field: string,
): 'status' | 'kind' | 'name' | 'model' | 'user' | 'session' | null {
  return FACETS[field] ?? null;
}

const FACETS: Readonly<Record<string, 'status' | 'kind' | 'name' | 'model' | 'user' | 'session'>> =
  {
    status_code: 'status',
    'root.status_code': 'status',
    span_kind: 'kind',
    'root.span_kind': 'kind',
    name: 'name',
    'root.name': 'name',
    'llm.model_name': 'model',
    'user.id': 'user',
    'session.id': 'session',
    session_id: 'session',
  };

/**
 * The dotted key of a path's attribute: `attributes['a.b']`, `metadata['tier']`, `a.b`; null for a
 * bare name.
 */
function attributeKeyOf(path: string): string | null {
  const bracketed = /^(attributes|metadata)\[(?:'([^']*)'|"([^"]*)")\]$/.exec(path);
  if (bracketed !== null) {
    const key = bracketed[2] ?? bracketed[3] ?? '';
    return bracketed[1] === 'metadata' ? `metadata.${key}` : key;
  }
  return path.includes('.') && !path.includes('[') ? path : null;
}

const CHOICES_MAX = 50;
const SPAN_KINDS = [
  'LLM',
  'CHAIN',
  'TOOL',
  'AGENT',
  'RETRIEVER',
  'EMBEDDING',
  'RERANKER',
  'GUARDRAIL',
  'EVALUATOR',
  'PROMPT',
];
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  latency_ms: ['100ms', '500ms', '1s', '5s', '10s', '30s'],
  time_to_first_token_ms: ['200ms', '500ms', '1s', '2s', '5s'],
  tokens_per_second: ['10', '20', '50', '100'],
  error_count: ['0'],
  num_spans: ['10', '100', '1000'],
  num_traces: ['1', '3', '10', '100'],
  num_traces_with_error: ['0'],
  duration_ms: ['1s', '1m', '10m', '1h'],
};
const NO_VALUES: readonly { readonly value: string; readonly count: number | null }[] = [];
const NO_KEYS: readonly { readonly key: string; readonly count: number }[] = [];

interface Choices {
  readonly at: Completable | null;
  readonly choices: readonly Choice[];
}

/**
 * The completions at the caret. Values come with their counts over the newest spans or traces of
 * the range; traces are the turns of sessions.
 */
function useChoices(
  project: string,
  range: RangeText,
  of: Grain,
  input: string,
  caret: number,
  open: boolean,
): Choices {
  const language = useFilterLanguage();
  useEffect(() => {
    if (open) void loadFilterLanguage();
  }, [open]);
  const at = useMemo(
    () => (open ? (language?.completableAt(input, caret, of) ?? null) : null),
    [language, open, input, caret, of],
  );
  const valueAt = at?.kind === 'value' ? at : null;
  const counted = of === 'spans' || valueAt?.ofElement === true ? 'spans' : 'traces';
  const facet = valueAt === null ? null : facetOfField(valueAt.field);
  const attribute = valueAt === null || facet !== null ? null : attributeKeyOf(valueAt.field);
  const facets = useQuery(
    facetsOptions(
      project,
      range,
      { of: counted },
      {
        attributeKeys: attribute === null ? [] : [attribute],
        search: valueAt?.typed ?? '',
        enabled: facet !== null || attribute !== null,
      },
    ),
  );
  const keys = useQuery(
    attributeKeysOptions(project, of === 'spans' ? 'spans' : 'traces', at?.kind === 'field'),
  );
  const names = useAnnotationNames(
    project,
    range,
    at?.kind === 'field' || (valueAt?.field.includes('annotations[') ?? false),
  );
  const choices = useMemo((): readonly Choice[] => {
    if (at === null || language === null) return [];
    if (at.kind === 'operator') return language.operatorChoices(at.typed, at.field, of);
    if (at.kind === 'field')
      return language
        .fieldChoices(at.typed, of, at.ofElement, keys.data?.keys ?? NO_KEYS, names, at.isSearched)
        .slice(0, CHOICES_MAX);
    const labels = language.labelsOfPath(at.field, names);
    const values = labels ?? valuesOf(at.field, facets.data);
    const offered = language
      .valueChoices(at.typed, at.field, at.ofElement ? 'spans' : of, values)
      .slice(0, CHOICES_MAX);
    return of === 'sessions' && !at.ofElement && labels === null
      ? offered.map(countedInTurns)
      : offered;
  }, [language, at, of, keys.data, facets.data, names]);
  return { at, choices };
}

/** How often a value occurs in sessions is counted over their turns. */
function countedInTurns(choice: Choice): Choice {
  const { detail } = choice;
  return detail === ''
    ? choice
    : { ...choice, detail: detail === '1' ? '1 turn' : `${detail} turns` };
}

function valuesOf(
  field: string,
  data: Facets | undefined,
): readonly { readonly value: string; readonly count: number | null }[] {
  const numbers = NUMBERS[field];
  if (numbers !== undefined) return numbers.map((value) => ({ value, count: null }));
  const facet = facetOfField(field);
  const counted = facet === null ? data?.attributes[attributeKeyOf(field) ?? ''] : data?.[facet];
  if (facet !== 'kind') return counted ?? NO_VALUES;
  const known = new Set((counted ?? []).map((one) => one.value));
  return [
    ...(counted ?? []),
    ...SPAN_KINDS.filter((kind) => !known.has(kind)).map((value) => ({ value, count: 0 })),
  ];
}
