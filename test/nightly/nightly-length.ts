/**
 * How long the programme runs: 1 is the full length; TELLTALE_NIGHTLY_SCALE=0.05 tries everything
 * in minutes.
 */
const scale = Number(process.env['TELLTALE_NIGHTLY_SCALE'] ?? 1);

export function minutes(full: number): number {
  return full * scale * 60_000;
}

export function times(full: number): number {
  return Math.max(2, Math.round(full * scale));
}

export function scaled(full: number): number {
  return full * scale;
}

/**
 * The cases of a check that runs with every commit at one length, and in the long programme at
 * another.
 */
export function casesOf(everyCommit: number, nightly: number): number {
  return process.env['TELLTALE_NIGHTLY'] === '1' ? times(nightly) : everyCommit;
}
