import { extname } from 'node:path';

type ThreadKind =
  | 'audit-check'
  | 'datasets'
  | 'evaluations'
  | 'experiments'
  | 'meta'
  | 'packer'
  | 'postgres-reads'
  | 'reader'
  | 'repacker'
  | 'table-sizes'
  | 'writer';

/**
 * Where a kind of thread begins: beside this file, as TypeScript or, in a packed build, as
 * JavaScript.
 */
export function threadEntry(kind: ThreadKind): URL {
  return new URL(`./${kind}-thread${extname(import.meta.url)}`, import.meta.url);
}
