import { parseArgs } from 'node:util';
import { pairedDifference, type PairedDifference } from '#core/statistics/paired-difference.ts';
import { SeededRandom } from '#core/statistics/seeded-random.ts';

/**
 * `node bench/statistics.ts`: a paired comparison of two experiments, its bootstrap interval and
 * its test, as CPU and wall time, for scores of three kinds. `--pairs` and `--resamples` set the
 * size. Prints the least and the middle of `--rounds`; the least is the machine's, since other work
 * only adds.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '10000' },
    resamples: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
  },
});
const [pairs, resamples, rounds] = [
  Number(values.pairs),
  Number(values.resamples),
  Number(values.rounds),
];
const random = new SeededRandom('bench');

measure('pass/fail', () => (random.fraction() < 0.8 ? 1 : 0));
measure('scores of 1 to 5', () => 1 + random.below(5));
measure('scores all different', () => random.fraction(), 0);

/** `sameShare` of the examples have the same score in both. */
function measure(name: string, score: () => number, sameShare = 0.7): void {
  const a = Float64Array.from({ length: pairs }, score);
  const b = a.map((value) => (random.fraction() < sameShare ? value : score()));
  const [cpuMs, wallMs]: [number[], number[]] = [[], []];
  let found: PairedDifference | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    found = pairedDifference(a, b, { seed: round, resamples, direction: 'maximize' });
    wallMs.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpu);
    cpuMs.push((user + system) / 1_000);
  }
  const made = `${found?.difference.resamples ?? 0} resamples (${found?.difference.method ?? 'none'}), ${found?.test ?? 'no test'}`;
  console.log(
    `${name}, ${pairs} pairs, ${made}: CPU ${figures(cpuMs)} ms, wall ${figures(wallMs)} ms`,
  );
}

function figures(list: readonly number[]): string {
  const sorted = list.toSorted((x, y) => x - y);
  return `${(sorted[0] ?? 0).toFixed(0)} (middle ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)})`;
}
