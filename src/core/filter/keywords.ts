/** Words of the language, which no name can be. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'if',
  'else',
  'for',
  'lambda',
  'True',
  'False',
  'None',
  'await',
  'async',
  'yield',
]);

/** Names of constant values. */
export const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);
