import { extname } from 'node:path';

/** Where a kind of thread begins: beside this file, as TypeScript or, in a packed build, as JavaScript. */
export function threadEntry(kind: 'audit-check' | 'datasets' | 'evaluations' | 'meta' | 'packer' | 'reader' | 'repacker' | 'writer'): URL {
  return new URL(`./${kind}-thread${extname(import.meta.url)}`, import.meta.url);
}
