import { stringify } from 'yaml';

type Values = Readonly<Record<string, unknown>>;

/** `{{ … }}`, with the hyphens that take the white space beside it away. */
const ACTION = /(\s*)\{\{(-?)\s*([^}]*?)\s*(-?)\}\}(\s*)/;
const WORDS = /"[^"]*"|\([^()]*\)|[^\s"()]+/g;

/** Of a block that is only looked through for its end. */
const SKIPPED: Values = {};

/**
 * Renders the few forms of Helm's templates that this project's chart uses, and throws for any
 * other: values by their path, `$name` of a range, `quote`, `default`, `printf`, `toYaml`,
 * `nindent`, `if` and `range`. It stands in for `helm template`, which tests can't rely on.
 */
export function renderTemplate(template: string, scope: Values): string {
  const [text, rest] = render(template, scope);
  if (rest !== null) throw new Error('an {{ end }} has no beginning');
  return text;
}

/** The text up to the `end` that closes this block, and what follows it; null at the whole's end. */
function render(template: string, scope: Values): readonly [text: string, rest: string | null] {
  let [text, rest] = ['', template];
  for (;;) {
    const found = ACTION.exec(rest);
    if (found === null) return [text + rest, null];
    const [whole, before = '', left, action = '', right, after = ''] = found;
    text += rest.slice(0, found.index) + (left === '-' ? '' : before);
    rest = (right === '-' ? '' : after) + rest.slice(found.index + whole.length);
    if (action === 'end') return [text, rest];
    const [keyword = '', ...words] = action.match(WORDS) ?? [];
    if (keyword === 'if' || keyword === 'range') {
      const skipped = render(rest, SKIPPED)[1];
      if (skipped === null) throw new Error(`${action} has no {{ end }}`);
      for (const body of bodiesOf(keyword, words, scope)) text += render(rest, body)[0];
      rest = skipped;
    } else if (scope !== SKIPPED) text += textOf(pipe(action, scope));
  }
}

/** What the block is rendered with, once for each time that it is. */
function bodiesOf(
  keyword: 'if' | 'range',
  words: readonly string[],
  scope: Values,
): readonly Values[] {
  if (scope === SKIPPED) return [];
  return keyword === 'if' ? ifBodies(words, scope) : rangeBodies(words, scope);
}

function ifBodies(words: readonly string[], scope: Values): readonly Values[] {
  const value = valueOf(words.join(' '), scope);
  const isEmpty =
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    value === 0 ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? [] : [scope];
}

/** `$name, $value := .Values.map`, in the order of names, as Helm ranges over maps. */
function rangeBodies(words: readonly string[], scope: Values): readonly Values[] {
  const [name = '', value = '', sign, path = ''] = words;
  if (!name.endsWith(',') || sign !== ':=') throw new Error(`range ${words.join(' ')} is unknown`);
  const map = valueOf(path, scope);
  if (typeof map !== 'object' || map === null) throw new Error(`${path} is no map`);
  return Object.entries(map)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => ({ ...scope, [name.slice(0, -1)]: key, [value]: entry }));
}

function pipe(action: string, scope: Values): unknown {
  const [first = '', ...filters] = action.split(/\s*\|\s*(?![^(]*\))/);
  return filters.reduce((value, filter) => call(filter, scope, [value]), call(first, scope, []));
}

function call(text: string, scope: Values, piped: readonly unknown[]): unknown {
  const [name = '', ...words] = text.match(WORDS) ?? [];
  const parameters = [...words.map((word) => valueOf(word, scope)), ...piped];
  const [first, second] = parameters;
  switch (name) {
    case 'quote':
      return JSON.stringify(textOf(first));
    case 'default':
      return second === '' || second === undefined || second === null ? first : second;
    case 'printf':
      return parameters
        .slice(1)
        .reduce<string>((format, value) => format.replace('%s', textOf(value)), textOf(first));
    case 'toYaml':
      return stringify(first).trimEnd();
    case 'nindent':
      return `\n${textOf(second).replaceAll(/^/gm, ' '.repeat(Number(first)))}`;
    default:
      if (parameters.length > 0) throw new Error(`{{ ${text} }} is unknown`);
      return valueOf(name, scope);
  }
}

function valueOf(word: string, scope: Values): unknown {
  if (word.startsWith('(')) return pipe(word.slice(1, -1), scope);
  if (word.startsWith('"')) return JSON.parse(word) as unknown;
  if (/^\d+$/.test(word)) return Number(word);
  if (word.startsWith('$')) {
    if (!(word in scope)) throw new Error(`${word} is unknown`);
    return scope[word];
  }
  if (!/^(\.[A-Za-z]+)+$/.test(word)) throw new Error(`{{ ${word} }} is unknown`);
  return word
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => {
      // as: looked into only where it is an object.
      if (typeof value === 'object' && value !== null && name in value)
        return (value as Values)[name];
      throw new Error(`${word} has no value`);
    }, scope);
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(`${JSON.stringify(value)} is no text`);
}
