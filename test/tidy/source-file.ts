/**
 * A source file as the tidy rules see it: regular expressions over text, no parser and no
 * dependency.
 */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface ImportEdge {
  /** As written: `./x.ts`, `#core/x.ts`, `#test/x.ts`, `node:fs`, `fastify`. */
  readonly specifier: string;
  /** The repository path it means, or null for a package. */
  readonly target: string | null;
  /** Erased at run time: `import type`, `export type … from`. */
  readonly typeOnly: boolean;
}

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const DYNAMIC_IMPORT = /(?:\bimport\(|\brequire\()\s*'([^']+)'|new URL\(\s*'([^']+\.[jt]sx?)'/g;
const ALL_TYPES = /^(?:import|export)\s+\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?\s*,?)+\s*\}\s+from/;

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(?:test|bench|tools|examples)\//.test(path);
}

/**
 * Everything a file imports. A worker's `new URL('./x.ts', …)` counts: it is how a file reaches
 * another thread's entry.
 */
export function importsOf(file: SourceFile): ImportEdge[] {
  const edges: ImportEdge[] = [];
  for (const match of file.text.matchAll(IMPORT)) {
    const [whole, type, specifier = ''] = match;
    edges.push({
      specifier,
      target: resolve(file.path, specifier),
      typeOnly: type !== undefined || ALL_TYPES.test(whole),
    });
  }
  for (const [, imported, addressed] of file.text.matchAll(DYNAMIC_IMPORT)) {
    const specifier = imported ?? addressed ?? '';
    edges.push({ specifier, target: resolve(file.path, specifier), typeOnly: false });
  }
  return edges;
}

function resolve(from: string, specifier: string): string | null {
  const alias = /^#(contracts|core|server|web|test)\/(.*)$/.exec(specifier);
  if (alias !== null) return `${alias[1] === 'test' ? '' : 'src/'}${alias[1]}/${alias[2]}`;
  if (!specifier.startsWith('.')) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const NOT_CODE =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|(?<=(?:[(,=:[!&|?{};\n]|return)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

/**
 * The text with comments, strings and regular expressions blanked in place, so that a word in prose
 * is not code.
 */
export function codeOf(text: string): string {
  return text.replace(NOT_CODE, (match) => match.replace(/[^\n]/g, ' '));
}
