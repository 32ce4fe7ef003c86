import type { ClickField } from './filter/condition.ts';

/** What a list can be grouped by, beside any attribute. */
export const GROUPINGS = ['name', 'model', 'user', 'session', 'error'] as const;
const ATTRIBUTE = 'attr:';
/** As addresses and saved views have it: an attribute as columns name it, `attr:resource.service.version`. */
export type Grouping = (typeof GROUPINGS)[number] | `${typeof ATTRIBUTE}${string}`;

const WORDS: Readonly<Record<(typeof GROUPINGS)[number], { readonly title: string; readonly none: string }>> = {
  name: { title: 'Name', none: 'without a name' },
  model: { title: 'Model', none: 'without a model' },
  user: { title: 'User', none: 'without a user' },
  session: { title: 'Session', none: 'without a session' },
  error: { title: 'Error', none: 'without an error' },
};

/** As the server takes keys. */
const KEY_CHARS_MAX = 256;

/** The grouping that an address or a saved view names; undefined for none. */
export function groupingOf(text: unknown): Grouping | undefined {
  const own = GROUPINGS.find((one) => one === text);
  return own ?? (typeof text === 'string' && namesAttribute(text) ? text : undefined);
}

export function groupingByAttribute(key: string): Grouping {
  return `${ATTRIBUTE}${key}`;
}

/** What a list is narrowed by when one of the groups is opened. */
export function fieldOf(grouping: Grouping): Exclude<ClickField, { readonly annotation: string }> {
  return namesAttribute(grouping) ? { attribute: grouping.slice(ATTRIBUTE.length) } : grouping;
}

/** What the server is asked for. */
export function groupingParams(grouping: Grouping) {
  return namesAttribute(grouping)
    ? ({ by: 'attribute', attribute_key: grouping.slice(ATTRIBUTE.length) } as const)
    : ({ by: grouping } as const);
}

/** What it is called within a line: a word, or the key of the attribute. */
export function groupingName(grouping: Grouping): string {
  return namesAttribute(grouping) ? grouping.slice(ATTRIBUTE.length) : grouping;
}

/** What it is called by itself. */
export function groupingTitle(grouping: Grouping): string {
  return namesAttribute(grouping) ? groupingName(grouping) : WORDS[grouping].title;
}

/** What the rows without a value are called. */
export function withoutGroup(grouping: Grouping): string {
  return namesAttribute(grouping) ? `without ${groupingName(grouping)}` : WORDS[grouping].none;
}

function namesAttribute(text: string): text is `${typeof ATTRIBUTE}${string}` {
  return text.startsWith(ATTRIBUTE) && text.length > ATTRIBUTE.length && text.length <= ATTRIBUTE.length + KEY_CHARS_MAX;
}
