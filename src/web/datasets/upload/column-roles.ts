import { isObject } from '#web/platform/text/json.ts';
import type { FileReport, TextFormat } from './file-report.ts';

/** The role of a file's column. */
export const ROLES = ['input', 'output', 'metadata', 'split', 'id', 'span', 'ignore'] as const;
export type Role = (typeof ROLES)[number];
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  input: 'Input',
  output: 'Output',
  metadata: 'Metadata',
  split: 'Split',
  id: 'Example id',
  span: 'Span id',
  ignore: 'Left out',
};
export type Roles = ReadonlyMap<string, Role>;

/** At most one column each. */
const SINGLE: ReadonlySet<Role> = new Set(['split', 'id', 'span']);

const PREFIXED = /^(input|output|metadata)s?\./;
const NAMED: readonly (readonly [Role, RegExp])[] = [
  ['id', /^(?:id|example_?id|external_?id|uuid)$/],
  ['ignore', /^(?:node_?id|unnamed:? ?\d*|)$/],
  ['split', /^(?:splits?|subset|fold|partition)$/],
  ['span', /^(?:(?:context\.)?span_?id)$/],
  [
    'output',
    /^(?:outputs?|answers?|expected(?:_\w+)?|completion|responses?|labels?|targets?|references?(?:_\w+)?|ideal|ground_?truth|gold|assistant|result)$/,
  ],
  [
    'metadata',
    /^(?:meta(?:data)?|tags?|source|category|topic|notes?|comment|created(?:_at)?|updated(?:_at)?|date|timestamp|author|lang(?:uage)?|difficulty)$/,
  ],
  [
    'input',
    /^(?:inputs?|questions?|prompts?|query|queries|text|messages|context|instructions?|user|content)$/,
  ],
];

/**
 * An initial guess by the columns' names; an unrecognized name becomes input if nothing else is,
 * else metadata. No column is dropped silently.
 */
export function guessRoles(columns: readonly string[]): Roles {
  const roles = new Map<string, Role>();
  const taken = new Set<Role>();
  const unknown: string[] = [];
  for (const column of columns) {
    const role = roleOfName(column);
    if (role === null || (SINGLE.has(role) && taken.has(role))) unknown.push(column);
    else roles.set(column, role);
    if (role !== null) taken.add(role);
  }
  for (const column of unknown) {
    roles.set(column, taken.has('input') ? 'metadata' : 'input');
    taken.add('input');
  }
  return new Map(columns.map((column) => [column, roles.get(column) ?? 'metadata']));
}

function roleOfName(column: string): Role | null {
  const prefixed = PREFIXED.exec(column)?.[1];
  if (prefixed === 'input' || prefixed === 'output' || prefixed === 'metadata') return prefixed;
  const name = column
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return NAMED.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/**
 * The roles with one changed; a role that only one column can have is taken from the other, which
 * is left out.
 */
export function withRole(roles: Roles, column: string, role: Role): Roles {
  return new Map(
    [...roles].map(([one, had]) => [
      one,
      one === column ? role : SINGLE.has(role) && had === role ? 'ignore' : had,
    ]),
  );
}

/** The next role, for a click. */
export function nextRole(role: Role): Role {
  return ROLES[(ROLES.indexOf(role) + 1) % ROLES.length] ?? 'ignore';
}

export function columnsOf(roles: Roles, role: Role): readonly string[] {
  return [...roles].filter(([, one]) => one === role).map(([column]) => column);
}

/**
 * Columns whose own keys become the keys of input, output or metadata: those that hold an object in
 * every row seen, such as the columns of an export. Only while no two would meet: `input` beside a
 * column `question` keeps its name.
 */
export function flattened(
  report: Pick<FileReport, 'rows'>,
  roles: Roles,
  format: TextFormat,
): readonly string[] {
  if (format !== 'jsonl') return [];
  return (['input', 'output', 'metadata'] as const).flatMap((role) => {
    const [column, ...others] = columnsOf(roles, role);
    if (column === undefined || others.length > 0) return [];
    return report.rows.length > 0 &&
      report.rows.every(({ values }) => !values.has(column) || isObject(values.get(column)))
      ? [column]
      : [];
  });
}
