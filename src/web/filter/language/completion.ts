import { KEYWORDS } from '#core/filter/keywords.ts';
import { annotationFields, type AnnotationNames } from './annotation-choices.ts';
import { quoted } from './condition.ts';
import {
  fieldNamed,
  offeredFields,
  otherRoots,
  type Field,
  type FieldType,
  type Grain,
} from './fields.ts';
import { RESOURCE_KEYS } from './resource-keys.ts';

export interface Choice {
  readonly label: string;
  /** Its description, or its number of occurrences. */
  readonly detail: string;
  readonly insert: string;
  /** The caret's position afterwards, counted from the end of the inserted text. */
  readonly back: number;
}

/**
 * Fields by what was typed: those that begin with it first, then those that hold it; conditions on
 * any span of a trace or session; attribute keys.
 */
export function fieldChoices(
  typed: string,
  grain: Grain,
  ofElement: boolean,
  keys: readonly { readonly key: string; readonly count: number }[],
  annotations: readonly AnnotationNames[] = [],
  isSearched = false,
): readonly Choice[] {
  const fields = offeredFields(ofElement ? 'elements' : grain).map((field) =>
    choiceOf(field, isSearched),
  );
  if (ofElement) return matching(fields, typed);
  const lists = [SEARCH, ...(grain === 'spans' ? [] : OF_ANY_SPAN)];
  const known = new Set(fields.map((choice) => choice.label));
  const attributes = keys
    .filter(({ key }) => !known.has(key))
    .map(({ key, count }) => attributeChoice(key, count));
  return matching(
    [...fields, ...lists, ...annotationFields(annotations, grain), ...attributes],
    typed,
  );
}

function choiceOf({ name, type }: Field, isSearched: boolean): Choice {
  if (type === 'texts' && !isSearched) {
    // Of the texts of all turns no one is compared: a text is looked for in them.
    const end = `' in ${name}`;
    return { label: name, detail: 'any turn', insert: `'${end}`, back: end.length };
  }
  return {
    label: name,
    detail: type === 'number' ? numberDetail(name) : type,
    insert: `${name} `,
    back: 0,
  };
}

/** Numbers that can be written with a unit say how. */
function numberDetail(name: string): string {
  if (name.endsWith('_ms')) return 'ms, or 4s';
  return name.includes('cost') ? '$, or 1c' : 'number';
}

function attributeChoice(key: string, count: number): Choice {
  return {
    label: key,
    detail: `attribute · ${count}`,
    insert: `attributes[${quoted(key)}] `,
    back: 0,
  };
}

const SEARCH: Choice = {
  label: 'search',
  detail: 'words in span content',
  insert: "search('')",
  back: 2,
};

const OF_ANY_SPAN: readonly Choice[] = [
  'llm.model_name',
  'span_kind',
  'name',
  'status_message',
].map((name) => {
  const end = "' for s in spans)";
  return {
    label: name,
    detail: 'of any span',
    insert: `any(s.${name} == '${end}`,
    back: end.length,
  };
});

function matching(choices: readonly Choice[], typed: string): readonly Choice[] {
  const folded = typed.toLowerCase();
  const begin = choices.filter((choice) => choice.label.toLowerCase().startsWith(folded));
  const hold =
    folded.length < 2
      ? []
      : choices.filter(
          (choice) => !begin.includes(choice) && choice.label.toLowerCase().includes(folded),
        );
  return [...begin, ...hold];
}

const ORDERED: readonly Choice[] = operators([
  ['>', 'above'],
  ['>=', 'at least'],
  ['<', 'below'],
  ['<=', 'at most'],
  ['==', 'equals'],
  ['!=', 'differs'],
]);
const TEXTUAL: readonly Choice[] = [
  ...operators([
    ['==', 'equals'],
    ['!=', 'differs'],
  ]),
  { label: 'in', detail: 'one of', insert: 'in []', back: 1 },
  { label: 'not in', detail: 'none of', insert: 'not in []', back: 1 },
];
const PRESENT: readonly Choice[] = [
  { label: 'is None', detail: 'missing', insert: 'is None ', back: 0 },
  { label: 'is not None', detail: 'there', insert: 'is not None ', back: 0 },
];

function operators(list: readonly (readonly [label: string, detail: string])[]): readonly Choice[] {
  return list.map(([label, detail]) => ({ label, detail, insert: `${label} `, back: 0 }));
}

/** The operators that a field takes. */
export function operatorChoices(typed: string, field: string, grain: Grain): readonly Choice[] {
  const type: FieldType = (fieldNamed(grain, field) ?? fieldNamed('spans', field))?.type ?? 'any';
  const fitting: Readonly<Record<FieldType, readonly Choice[]>> = {
    text: [...TEXTUAL, ...PRESENT],
    number: [...ORDERED, ...PRESENT],
    time: ORDERED,
    any: [...TEXTUAL, ...ORDERED.slice(0, 4), ...PRESENT],
    'yes or no': TEXTUAL.slice(0, 2),
    presence: PRESENT,
    texts: [],
  };
  return fitting[type].filter((choice) => choice.label.startsWith(typed.trim()));
}

/**
 * Values with how often each occurs, written as the field takes them: numbers plain, texts in
 * quotes.
 */
export function valueChoices(
  typed: string,
  field: string,
  grain: Grain,
  values: readonly { readonly value: string; readonly count: number | null }[],
): readonly Choice[] {
  const type = (fieldNamed(grain, field) ?? fieldNamed('spans', field))?.type ?? 'any';
  const folded = typed.toLowerCase();
  return values
    .filter(({ value }) => value.toLowerCase().includes(folded))
    .map(({ value, count }) => ({
      label: value,
      detail: count === null ? '' : String(count),
      insert: type === 'number' ? value : quoted(value),
      back: 0,
    }));
}

/** The beginning of an attribute's key. */
const DOTTED = /^[a-z_]\w*\.[\w.]*$/i;

/**
 * Whether the word at the caret may yet become a field or the key of an attribute: then it is not
 * searched for while it is typed.
 */
export function mayBecomeField(typed: string, grain: Grain): boolean {
  const folded = typed.toLowerCase();
  const spanFields = grain === 'spans' ? [] : OF_ANY_SPAN.map((choice) => choice.label);
  const fields = offeredFields(grain).map((field) => field.name);
  const names = [
    ...fields,
    ...spanFields,
    ...otherRoots(grain),
    RESOURCE_KEYS,
    ...KEYWORDS,
    'any',
    'all',
    'len',
    'sum',
    'max',
    'min',
  ];
  return DOTTED.test(typed) || names.some((name) => name.toLowerCase().startsWith(folded));
}
