import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '../../src');
const INPUT_CHARS = 50_000;
/**
 * Of this thread's processor time, which others on the machine do not lengthen. A linear expression
 * needs under 5; a quadratic one, seconds.
 */
const LIMIT_CPU_MS = 1_000;
const INTERRUPTED_AFTER_MS = 120_000;

/** Makes expressions from the paths of the program's own routes, escaped. */
const MADE_FROM_ROUTES = path.join('server', 'api', 'kit', 'http', 'unknown-path.ts');
/** Its expressions are words of ASCII letters and digits alone, so that they mean themselves. */
const MADE_FROM_WORDS = 'core/search/glimpse.ts';
interface Found {
  readonly where: string;
  readonly regex: RegExp;
}

/** After these, a slash begins a regular expression; after anything else it divides. */
const BEFORE_REGEX = /(?:^|=>|[(,=:[!&|?{};\n]|\breturn|\bcase)\s*$/;

/**
 * The regular expressions of a source file: skips comments and strings, then checks the text before
 * each slash.
 */
function regexesOf(file: string): readonly Found[] {
  const text = readFileSync(file, 'utf8');
  const found: Found[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (text.startsWith('//', at)) at = endOf(text, '\n', at);
    else if (text.startsWith('/*', at)) at = endOf(text, '*/', at);
    else if (char === "'" || char === '"' || char === '`') at = endOfString(text, at, char);
    else if (char === '/' && BEFORE_REGEX.test(text.slice(Math.max(0, at - 40), at))) {
      const literal = /^\/((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?![\w<])/.exec(
        text.slice(at, at + 2_000),
      );
      if (literal === null) at += 1;
      else {
        found.push({
          where: `${path.relative(SOURCE, file)}: ${literal[0].slice(0, 80)}`,
          regex: new RegExp(literal[1] ?? '', literal[2]),
        });
        at += literal[0].length;
      }
    } else at += 1;
  }
  return found;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from + 2);
  return end === -1 ? text.length : end + mark.length;
}

/** A quote in a page's text opens nothing that a line does not close. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote || (quote !== '`' && text[at] === '\n')) return at + 1;
  }
  return text.length;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => path.join(SOURCE, name));
const regexes = files.flatMap(regexesOf);

/**
 * Long runs of what the expression itself names, and of what it may stumble over, each ending in
 * something that cannot match.
 */
function hostileInputs({ source }: RegExp): readonly string[] {
  const named = [...new Set(source.replaceAll(/\\[dwsDWSbBpPux]|[\\^$()|*+?{}[\]]/g, ''))].slice(
    0,
    24,
  );
  const units = [
    ...new Set([
      ...named,
      'a',
      'A',
      '0',
      ' ',
      '\t',
      '\n',
      '.',
      '-',
      '_',
      '/',
      '"',
      "'",
      '<',
      '{',
      '[',
      '%',
      'é',
      'a0',
      'a.',
      ' a',
      '0.',
      '--',
      '\r\n',
      'a=',
      '\\"',
      ...named.map((char) => `${char}a`),
      ...named.map((char) => `${char}0`),
    ]),
  ];
  return units.flatMap(runsOf);
}

/** Most units come back with every expression. */
const runsMade = new Map<string, readonly string[]>();
function runsOf(unit: string): readonly string[] {
  const known = runsMade.get(unit);
  if (known !== undefined) return known;
  const run = unit.repeat(INPUT_CHARS / unit.length);
  const inputs = [run, `${run}\u0001`, `0${run}\u0001`, `"${run}`];
  runsMade.set(unit, inputs);
  return inputs;
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

describe('every regular expression of the sources', () => {
  test('is found, and none is made from what users write', () => {
    expect(regexes.length).toBeGreaterThan(30);
    const made = files
      .filter((file) => /\bnew RegExp\(|\bRegExp\(/.test(readFileSync(file, 'utf8')))
      .map((file) => path.relative(SOURCE, file));
    expect(made).toEqual([MADE_FROM_WORDS, MADE_FROM_ROUTES]);
  });

  test.each(regexes)('ends soon on 50 KB of anything: $where', ({ regex }) => {
    const inputs = hostileInputs(regex);
    // The timeout interrupts even an expression that would never end.
    const run = () =>
      runInNewContext(
        'for (const input of inputs) { regex.lastIndex = 0; const from = now(); regex.exec(input); slowest.ms = Math.max(slowest.ms, now() - from); }',
        { regex, inputs, slowest, now: threadCpuMs },
        { timeout: INTERRUPTED_AFTER_MS },
      );
    const slowest = { ms: 0 };
    expect(run).not.toThrow(/timed out/);
    expect(slowest.ms).toBeLessThan(LIMIT_CPU_MS);
  });
});
