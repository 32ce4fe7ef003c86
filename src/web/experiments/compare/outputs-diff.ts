/**
 * The default output comparison, as an address has it: the base with the selected run, the base
 * itself with the last one; a single experiment's run with the reference output.
 */
export function outputsDiff(experiments: number, chosen: number): string {
  return experiments === 1 ? '0-1' : `1-${chosen === 1 ? experiments : chosen}`;
}
