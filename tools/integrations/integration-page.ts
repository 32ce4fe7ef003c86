import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page of docs/integrations: what a reader pastes, which the programs of test/frameworks run. */
export interface IntegrationPage {
  /** The file's name, which is that of the folder of the program: `ai-sdk-5`. */
  readonly slug: string;
  readonly title: string;
  readonly language: string;
  readonly instrumentation: string;
  /** The lines for a shell: an install command, then one `export` a line. */
  readonly shell: string;
  readonly code: 'python' | 'js' | 'java';
  /** The lines before a program's own. */
  readonly setUp: string;
  /** A small use of the library, below the lines of the set-up. */
  readonly use: string;
}

/**
 * The lines with which messages are sent as log records: more for the shell, and a set-up in place
 * of the other.
 */
export type EventLines = Pick<IntegrationPage, 'shell' | 'setUp'>;

export const INTEGRATIONS = path.resolve(import.meta.dirname, '../../docs/integrations');

const PAGE =
  /^# (?<title>.+)\n\n\*\*Language:\*\* (?<language>\w+)\. \*\*Instrumentation:\*\* (?<instrumentation>.+)\.\n[^]*?```sh\n(?<shell>[^]*?)\n```\n[^]*?```(?<code>python|js|java)\n(?<setUp>[^]*?)\n```\n[^]*?```(?:python|js|java)\n(?<use>[^]*?)\n```\n/;

/** All pages, by their titles. */
export function integrationPages(): readonly IntegrationPage[] {
  return readdirSync(INTEGRATIONS)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => integrationPage(file.replace('.md', '')))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** One page; throws if it doesn't have the common structure. */
export function integrationPage(slug: string): IntegrationPage {
  const text = readFileSync(path.join(INTEGRATIONS, `${slug}.md`), 'utf8');
  const groups = PAGE.exec(text)?.groups;
  if (groups === undefined)
    throw new Error(
      `docs/integrations/${slug}.md lacks a title, its language, a shell block or its two blocks of code`,
    );
  const {
    title = '',
    language = '',
    instrumentation = '',
    shell = '',
    code = '',
    setUp = '',
    use = '',
  } = groups;
  return {
    slug,
    title,
    language,
    instrumentation,
    shell,
    code: code === 'js' || code === 'java' ? code : 'python',
    setUp,
    use,
  };
}

const EVENTS =
  /\n## Messages as log records\n[^]*?```sh\n(?<shell>[^]*?)\n```\n[^]*?```python\n(?<setUp>[^]*?)\n```\n/;

/**
 * The lines of a page that has them for messages as log records, beside those for messages on
 * spans; null of all others.
 */
export function eventLines(slug: string): EventLines | null {
  const groups = EVENTS.exec(readFileSync(path.join(INTEGRATIONS, `${slug}.md`), 'utf8'))?.groups;
  if (groups === undefined) return null;
  const { shell = '', setUp = '' } = groups;
  return { shell, setUp };
}

/** The variables that a page sets; those behind a `#` are for servers with authentication. */
export function exportsOf({
  shell,
}: Pick<IntegrationPage, 'shell'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...shell.matchAll(/^export (\w+)=(\S*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The packages that a page installs. */
export function packagesOf({ shell }: Pick<IntegrationPage, 'shell'>): readonly string[] {
  const [, list = ''] = /^(?:pip install|npm install|# Maven:) (.+)$/m.exec(shell) ?? [];
  // Without quotes, extras, and the group of an artifact.
  return list.split(' ').map((name) =>
    name
      .replaceAll('"', '')
      .replace(/\[.*\]$/, '')
      .replace(/^.+:/, ''),
  );
}
