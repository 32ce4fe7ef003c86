import path from 'node:path';

/** Quoted paths of tests and their set-up; those of a whole top folder may match nothing yet. */
const QUOTED = /'((?:src|test|tools)\/(?!\*\*)[^']+)'/g;
const BRACES = /\{([^}]*)\}/;

/**
 * Entries in the lists of `vitest.config.ts` that no file has the name of. Where a test moved, its
 * entry does nothing: the test runs in another project, perhaps without the programs it needs.
 */
export function lostEntries(config: string, paths: readonly string[]): readonly string[] {
  return [...config.matchAll(QUOTED)]
    .flatMap(([, pattern = '']) => expanded(pattern))
    .filter((pattern) => !paths.some((name) => path.matchesGlob(name, pattern)));
}

/** One pattern for each alternative in braces. */
function expanded(pattern: string): readonly string[] {
  const alternatives = BRACES.exec(pattern)?.[1]?.split(',');
  return alternatives?.map((one) => pattern.replace(BRACES, one)) ?? [pattern];
}
