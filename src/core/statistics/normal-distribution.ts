const SPLIT = 0.425;
const TAIL_SPLIT = 5;
// Coefficients of PPND16, highest power first: numerator and denominator for the middle, the near
// and the far tail.
const MIDDLE = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
  1971.5909503065513, 133.14166789178438, 3.3871328727963665,
];
const MIDDLE_BELOW = [
  5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
  687.1870074920579, 42.31333070160091, 1,
];
const NEAR = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
  3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const NEAR_BELOW = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008,
  0.6897673349851, 1.6763848301838038, 2.053191626637759, 1,
];
const FAR = [
  2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124,
  0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const FAR_BELOW = [
  2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133,
  0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
];

/**
 * The value below which a standard normal variable lies with probability `p`: -Infinity at 0,
 * Infinity at 1, NaN outside 0 to 1. Relative error about 1e-16 (M. J. Wichura, "Algorithm AS 241:
 * The Percentage Points of the Normal Distribution", Applied Statistics 37, 1988, PPND16).
 */
export function normalQuantile(p: number): number {
  if (Number.isNaN(p) || p < 0 || p > 1) return Number.NaN;
  const q = p - 0.5;
  if (Math.abs(q) <= SPLIT) return q * ratio(MIDDLE, MIDDLE_BELOW, SPLIT * SPLIT - q * q);
  const tail = Math.min(p, 1 - p);
  if (tail === 0) return q < 0 ? -Infinity : Infinity;
  const r = Math.sqrt(-Math.log(tail));
  const value =
    r <= TAIL_SPLIT ? ratio(NEAR, NEAR_BELOW, r - 1.6) : ratio(FAR, FAR_BELOW, r - TAIL_SPLIT);
  return q < 0 ? -value : value;
}

// Hart's rational approximation, highest power first.
const CDF = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
  221.213596169931, 220.206867912376,
];
const CDF_BELOW = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674,
  637.333633378831, 793.826512519948, 440.413735824752,
];
const CDF_SPLIT = 7.07106781186547;
const CDF_END = 37;
const ROOT_OF_2_PI = 2.506628274631;

/**
 * The probability that a standard normal variable is at most `x`. Absolute error about 1e-15 (J. F.
 * Hart et al., "Computer Approximations", 1968, algorithm 5666, as given by G. West, "Better
 * Approximations to Cumulative Normal Functions", Wilmott Magazine, May 2005).
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return Number.NaN;
  const tail = size > CDF_END ? 0 : upperTail(size);
  return x > 0 ? 1 - tail : tail;
}

/** The probability of more than `x`, which is not negative. */
function upperTail(x: number): number {
  const density = Math.exp((-x * x) / 2);
  if (x < CDF_SPLIT) return density * ratio(CDF, CDF_BELOW, x);
  let fraction = x + 0.65;
  for (const step of [4, 3, 2, 1]) fraction = x + step / fraction;
  return density / fraction / ROOT_OF_2_PI;
}

function ratio(above: readonly number[], below: readonly number[], x: number): number {
  return polynomial(above, x) / polynomial(below, x);
}

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (const coefficient of coefficients) value = value * x + coefficient;
  return value;
}
