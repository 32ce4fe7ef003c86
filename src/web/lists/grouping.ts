import type { ClickField } from '#web/filter/language/condition.ts';

/** The groupings of a list, besides any attribute. */
export const GROUPINGS = ['name', 'model', 'user', 'session', 'error'] as const;
const ATTRIBUTE = 'attr:';
/**
 * As addresses and saved views have it: an attribute as columns name it,
 * `attr:resource.service.version`.
 */
export type Grouping = (typeof GROUPINGS)[number] | `${typeof ATTRIBUTE}${string}`;

const WORDS: Readonly<
  Record<(typeof GROUPINGS)[number], { readonly title: string; readonly none: string }>
> = {
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

/** The filter that opening a group adds to a list. */
export function fieldOf(grouping: Grouping): Exclude<ClickField, { readonly annotation: string }> {
  return namesAttribute(grouping) ? { attribute: grouping.slice(ATTRIBUTE.length) } : grouping;
}

/** The server's parameter. */
export function groupingParams(grouping: Grouping) {
  return namesAttribute(grouping)
    ? ({ by: 'attribute', attribute_key: grouping.slice(ATTRIBUTE.length) } as const)
    : ({ by: grouping } as const);
}

/** Its name within a sentence: a word, or the attribute's key. */
export function groupingName(grouping: Grouping): string {
  return namesAttribute(grouping) ? grouping.slice(ATTRIBUTE.length) : grouping;
}

/** Its name on its own. */
export function groupingTitle(grouping: Grouping): string {
  return namesAttribute(grouping) ? groupingName(grouping) : WORDS[grouping].title;
}

/** The name of the rows without a value. */
export function withoutGroup(grouping: Grouping): string {
  return namesAttribute(grouping) ? `without ${groupingName(grouping)}` : WORDS[grouping].none;
}

function namesAttribute(text: string): text is `${typeof ATTRIBUTE}${string}` {
  return (
    text.startsWith(ATTRIBUTE) &&
    text.length > ATTRIBUTE.length &&
    text.length <= ATTRIBUTE.length + KEY_CHARS_MAX
  );
}
