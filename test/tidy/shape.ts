import { codeOf, isTest, type SourceFile } from './source-file.ts';

const LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;

const ROLES = [
  'calls',
  'schema',
  'routes',
  'service',
  'queries',
  'reader',
  'writer',
  'config',
  'codec',
  'test',
];
const FILE_NAME = new RegExp(
  `^[a-z0-9]+(?:-[a-z0-9]+)*(?:\\.(?:${ROLES.join('|')}|d))*\\.(?:tsx?|cjs)$`,
);
const BANNED_NAMES = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'types',
  'interfaces',
  'constants',
  'index',
]);
const EXPORTED =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|interface|type)\s+(\w+)/gm;
const NOT_FUNCTIONS = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'await']);

/**
 * Everything the shape of one file says: its name, its length, the length of its functions, what it
 * may not contain.
 */
export function shapeBreaches(file: SourceFile): string[] {
  const found = [...nameBreaches(file), ...lengthBreaches(file), ...wordBreaches(file)];
  return found.map((what) => `${file.path}: ${what}`);
}

function nameBreaches(file: SourceFile): string[] {
  const name = file.path.split('/').at(-1) ?? '';
  const base = name.split('.')[0] ?? '';
  const found: string[] = [];
  if (!FILE_NAME.test(name))
    found.push('file names are kebab-case, with a role from the list or none');
  if (BANNED_NAMES.has(base))
    found.push(`the name '${base}' says nothing; name the file after what it holds`);
  const exported = [...file.text.matchAll(EXPORTED)].map((match) => words(match[1] ?? ''));
  const [main, ...others] = exported;
  if (
    main !== undefined &&
    others.length === 0 &&
    !isTest(file.path) &&
    !shareWord(words(base), main)
  )
    found.push('is not named after the one thing it exports');
  return found;
}

function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/);
}

/** Singular and plural, noun and verb count as one word: the first three letters decide. */
function shareWord(one: readonly string[], other: readonly string[]): boolean {
  return one.some((word) => other.some((candidate) => candidate.slice(0, 3) === word.slice(0, 3)));
}

function lengthBreaches(file: SourceFile): string[] {
  const lines = file.text.trimEnd().split('\n').length;
  const found: string[] = [];
  if (lines > LINES_MAX) found.push(`${lines} lines; ${LINES_MAX} is the most`);
  if (isTest(file.path)) return found;
  for (const { line, length } of functionLengths(file.text)) {
    if (length >= FUNCTION_LINES_MAX)
      found.push(`line ${line}: a function of ${length} lines; stay under ${FUNCTION_LINES_MAX}`);
  }
  return found;
}

/** Where functions start and how many lines they have, by counting braces in what is code. */
export function functionLengths(text: string): { line: number; length: number }[] {
  const code = codeOf(text);
  const open: { line: number; isFunction: boolean }[] = [];
  const found: { line: number; length: number }[] = [];
  let line = 1;
  for (let at = 0; at < code.length; at += 1) {
    const char = code[at];
    if (char === '\n') line += 1;
    else if (char === '{')
      open.push({ line, isFunction: opensFunction(code.slice(Math.max(0, at - 400), at)) });
    else if (char === '}') {
      const start = open.pop();
      if (start?.isFunction === true)
        found.push({ line: start.line, length: line - start.line + 1 });
    }
  }
  return found;
}

function opensFunction(before: string): boolean {
  if (/=>\s*$/.test(before)) return true;
  const head = /\)\s*(?::[^;{}()]*)?$/.exec(before);
  if (head === null) return false;
  let depth = 0;
  for (let at = head.index; at >= 0; at -= 1) {
    if (before[at] === ')') depth += 1;
    if (before[at] === '(') depth -= 1;
    if (depth === 0) return !NOT_FUNCTIONS.has(/(\w+)\s*$/.exec(before.slice(0, at))?.[1] ?? '');
  }
  return false;
}

const IMPORT_STATEMENT = /^(?:import|export)\s+(?:type\s+)?(?:\*|\{|\w+\s+from|\w+,)[^;]*;/gm;
const HEAVY_IMPORT = /^import (?!type\b).*'node:https?'/;
const CAST = /[\w)\]}]\s+as\s+(?!const\b)[\w{[(]/;
const REASON = /\/\/ *\S+ +\S+ +\S+/;
/**
 * When a page is as it should be is not known: tests that look once fail on a machine that is
 * slower that day.
 */
const PAGE_TEST = /^test\/e2e\/page[\w-]*\.test\.ts$/;
const UNFINISHED = new RegExp(
  `\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`,
);

/**
 * The lines from the comment above a statement down to this line of it; it begins after a `;`, a
 * block's brace or a blank line.
 */
function statementAround(lines: readonly string[], at: number): string {
  let first = at;
  while (first > 0 && !/^\s*$|[;}]\s*$|(?:\)|=>|else|try|do) \{$/.test(lines[first - 1] ?? ''))
    first -= 1;
  return lines.slice(first, at + 1).join('\n');
}

/** Escape hatches and leftovers, line by line. */
function wordBreaches(file: SourceFile): string[] {
  const found: string[] = [];
  const raw = file.text.split('\n');
  const code = codeOf(
    file.text.replace(IMPORT_STATEMENT, (match) => match.replace(/[^\n]/g, ' ')),
  ).split('\n');
  const mayCast =
    file.path.endsWith('.cjs') ||
    /codec/.test(file.path.split('/').at(-1) ?? '') ||
    isTest(file.path);
  code.forEach((line, index) => {
    const say = (what: string): number => found.push(`line ${index + 1}: ${what}`);
    if (/(?:[:<|&]|\bas|=>)\s*any\b(?!\s*[.:(])|,\s*any\s*>|\bany\[\]/.test(line)) say('no `any`');
    if (/^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w/.test(line)) say('no enums');
    if (!mayCast && CAST.test(line) && !REASON.test(statementAround(raw, index)))
      say('`as` needs a reason: a `//` comment on its line or above its statement');
    if (
      /\bprocess\.env\b/.test(line) &&
      file.path.startsWith('src/') &&
      !isTest(file.path) &&
      !/\/config(?:[-.]\w+)*\.ts$/.test(file.path)
    ) {
      say('the environment is read in config.ts alone');
    }
    if (
      file.path.startsWith('src/server/') &&
      !isTest(file.path) &&
      HEAVY_IMPORT.test(raw[index] ?? '')
    )
      say('imported as a module it loads undici, 13 MB: process.getBuiltinModule');
    if (/\b(?:describe|it|test)\.(?:skip|only|todo)\b/.test(line))
      say('no skipped, lonely or promised tests');
    if (PAGE_TEST.test(file.path) && /\bexpect\(\s*\(?await\s/.test(line))
      say('a page is looked at until it is so: expect.poll');
  });
  raw.forEach((line, index) => {
    if (UNFINISHED.test(line)) found.push(`line ${index + 1}: finish it or file it`);
    if (/@ts-(?:ignore|nocheck|expect-error)/.test(line) && !/@ts-expect-error \S/.test(line))
      found.push(`line ${index + 1}: a suppression needs a reason`);
    if (/^export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s+from\s/.test(line))
      found.push(`line ${index + 1}: no barrels; import the file that has the thing`);
  });
  return found;
}
