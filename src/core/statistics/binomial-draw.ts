import type { SeededRandom } from './seeded-random.ts';

/** The rejection method is valid, and faster, from this mean on. */
const REJECTION_MEAN_MIN = 10;

/**
 * How many of `trials` independent tries succeed, each with probability `p`: one draw from the
 * binomial distribution. `trials` is a whole number from 0 to 2^31, `p` from 0 to 1. The time does
 * not grow with `trials`.
 */
export function drawBinomial(random: SeededRandom, trials: number, p: number): number {
  if (p > 0.5) return trials - drawBinomial(random, trials, 1 - p);
  if (trials === 0 || p <= 0) return 0;
  return trials * p < REJECTION_MEAN_MIN
    ? drawByInversion(random, trials, p)
    : drawByRejection(random, trials, p);
}

/**
 * Algorithm BINV (V. Kachitvichyanukul and B. W. Schmeiser, "Binomial Random Variate Generation",
 * Communications of the ACM 31, 1988).
 */
function drawByInversion(random: SeededRandom, trials: number, p: number): number {
  const odds = p / (1 - p);
  const step = (trials + 1) * odds;
  const none = Math.exp(trials * Math.log1p(-p));
  for (;;) {
    let rest = random.fraction();
    let probability = none;
    let successes = 0;
    while (rest > probability && successes <= trials) {
      rest -= probability;
      successes += 1;
      probability *= step / successes - odds;
    }
    // Rounding can leave a rest after the last possible count: draw again.
    if (successes <= trials) return successes;
  }
}

/**
 * Algorithm BTRS (W. Hörmann, "The Generation of Binomial Random Variates", Journal of Statistical
 * Computation and Simulation 46, 1993).
 */
function drawByRejection(random: SeededRandom, trials: number, p: number): number {
  const odds = p / (1 - p);
  const deviation = Math.sqrt(trials * p * (1 - p));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const center = trials * p + 0.5;
  const quick = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const mode = Math.floor((trials + 1) * p);
  for (;;) {
    const u = random.fraction() - 0.5;
    const v = random.fraction();
    const edge = 0.5 - Math.abs(u);
    const successes = Math.floor(((2 * a) / edge + b) * u + center);
    if (edge >= 0.07 && v <= quick) return successes;
    if (successes < 0 || successes > trials) continue;
    const height = Math.log((v * alpha) / (a / (edge * edge) + b));
    const bound =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - successes + 1)) +
      (successes + 0.5) * Math.log((odds * (trials - successes + 1)) / (successes + 1)) +
      stirlingRest(mode) +
      stirlingRest(trials - mode) -
      stirlingRest(successes) -
      stirlingRest(trials - successes);
    if (height <= bound) return successes;
  }
}

/** log(k!) minus Stirling's approximation at k + 1, for k from 0 to 9. */
const SMALL_RESTS = [
  0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
  0.0166446911898211, 0.0138761288230707, 0.0118967099458917, 0.010411265261972,
  0.00925546218271273, 0.00833056343336287,
];

function stirlingRest(k: number): number {
  const small = SMALL_RESTS[k];
  if (small !== undefined) return small;
  const square = (k + 1) * (k + 1);
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1);
}
