/**
 * What outputs are compared as until somebody chooses otherwise, as an address has it: the base with the chosen run, the base itself with the
 * last one; the run of an experiment that is alone with the reference output.
 */
export function outputsDiff(experiments: number, chosen: number): string {
  return experiments === 1 ? '0-1' : `1-${chosen === 1 ? experiments : chosen}`;
}
