/** Signs of a condition: then a text is the filter language already. */
const CONDITION = /[=<>]|\b(?:not )?in\b\s*[\w(]|\bis\b (?:not )?None/;
const SEARCHED = ['session_id', 'user.id', 'any_input', 'any_output'];

/** The filter that a text in the search field means: a condition as it is, other words wherever sessions have text; null for nothing. */
export function sessionFilter(text: string): string | null {
  const wanted = text.trim();
  if (wanted === '') return null;
  if (CONDITION.test(wanted)) return wanted;
  return SEARCHED.map((field) => `${JSON.stringify(wanted)} in ${field}`).join(' or ');
}
