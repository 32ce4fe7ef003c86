/** The placeholder for the user name in a configured filter. */
export const PLACEHOLDER = '%s';

/**
 * Characters that are safe in a filter; the rest of ASCII is escaped, more than RFC 4515 requires.
 * Characters beyond ASCII have no special meaning.
 */
const PLAIN = /[^A-Za-z0-9 @._,=\u0080-\u{10FFFF}-]/gu;
const MATCH =
  /^(?:[A-Za-z][A-Za-z0-9-]*(?:=|>=|<=|~=)|(?:[A-Za-z][A-Za-z0-9-]*)?(?::dn)?(?::[A-Za-z0-9.-]+)?:=)(?:[^()*\\]|\*|\\[0-9a-fA-F]{2})*$/;
const DEPTH_MAX = 20;

/**
 * A text as the value of a filter (RFC 4515): it matches itself, and can neither be a wildcard nor
 * end the expression.
 */
export function escapeFilterValue(text: string): string {
  return text.replaceAll(PLAIN, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** A filter with the value in place of each `%s`. */
export function fillFilter(filter: string, value: string): string {
  return filter.replaceAll(PLACEHOLDER, () => escapeFilterValue(value));
}

/** Whether a text is one whole filter that asks for something in place of `%s`. */
export function isFilterTemplate(text: string): boolean {
  if (!text.includes(PLACEHOLDER)) return false;
  return (
    filterEnd(text.replaceAll(PLACEHOLDER, 'x'), 0, 0) === text.replaceAll(PLACEHOLDER, 'x').length
  );
}

/** Where the filter that begins here ends; -1 when there is none. */
function filterEnd(text: string, start: number, depth: number): number {
  if (text[start] !== '(' || depth > DEPTH_MAX) return -1;
  const operator = text[start + 1] ?? '';
  if (!'&|!'.includes(operator) || operator === '') {
    const end = text.indexOf(')', start);
    return end !== -1 && MATCH.test(text.slice(start + 1, end)) ? end + 1 : -1;
  }
  let [at, count] = [start + 2, 0];
  while (text[at] === '(') {
    at = filterEnd(text, at, depth + 1);
    count += 1;
  }
  return text[at] === ')' && count > 0 && (operator !== '!' || count === 1) ? at + 1 : -1;
}
