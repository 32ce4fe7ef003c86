import { invariant } from '#contracts/wire/errors.ts';

/** pass@k and pass^k, averaged over examples. */
export interface PassAtK {
  readonly k: number;
  /**
   * The probability that at least one of `k` tries passes, and that all of them pass; null if no
   * example has `k` repetitions.
   */
  readonly passAtK: number | null;
  readonly passHatK: number | null;
  /** Examples that count, and those skipped because they have fewer than `k` repetitions. */
  readonly examples: number;
  readonly skipped: number;
}

/**
 * pass@k: the probability that at least one of `k` tries at an example passes, estimated without
 * bias from `passes` of `n` repetitions: 1 - C(n - c, k) / C(n, k) (M. Chen et al., "Evaluating
 * Large Language Models Trained on Code", arXiv:2107.03374, 2021, equation 1), as a product, which
 * does not overflow. NaN where `n` is less than `k`. Throws unless 0 <= passes <= n and k >= 1, all
 * whole.
 */
export function passAtK(n: number, passes: number, k: number): number {
  checkCounts(n, passes, k);
  if (n < k) return Number.NaN;
  return 1 - shareOfDraws(n, n - passes, k);
}

/**
 * pass^k: the probability that all of `k` tries at an example pass, which says how reliable it is:
 * C(c, k) / C(n, k) (S. Yao et al., "τ-bench: A Benchmark for Tool-Agent-User Interaction in
 * Real-World Domains", arXiv:2406.12045, 2024, section 3). NaN and errors as for `passAtK`.
 */
export function passHatK(n: number, passes: number, k: number): number {
  checkCounts(n, passes, k);
  return n < k ? Number.NaN : shareOfDraws(n, passes, k);
}

/** Both, averaged over examples: `repetitions` and `passes` hold one count an example. */
export function averagePassAtK(repetitions: Int32Array, passes: Int32Array, k: number): PassAtK {
  invariant(
    repetitions.length === passes.length,
    `each example has both counts; got ${repetitions.length} and ${passes.length}`,
  );
  let examples = 0;
  let atLeastOne = 0;
  let all = 0;
  for (let at = 0; at < repetitions.length; at += 1) {
    const [n, passed] = [repetitions[at] ?? 0, passes[at] ?? 0];
    checkCounts(n, passed, k);
    if (n < k) continue;
    examples += 1;
    atLeastOne += passAtK(n, passed, k);
    all += passHatK(n, passed, k);
  }
  return {
    k,
    passAtK: examples === 0 ? null : atLeastOne / examples,
    passHatK: examples === 0 ? null : all / examples,
    examples,
    skipped: repetitions.length - examples,
  };
}

/**
 * C(some, k) / C(n, k): the probability that `k` draws without replacement from `n` are all of the
 * `some`.
 */
function shareOfDraws(n: number, some: number, k: number): number {
  if (some < k) return 0;
  let share = 1;
  for (let draw = 0; draw < k; draw += 1) share *= (some - draw) / (n - draw);
  return share;
}

function checkCounts(n: number, passes: number, k: number): void {
  const isRight =
    [n, passes, k].every(Number.isSafeInteger) && passes >= 0 && passes <= n && k >= 1;
  invariant(
    isRight,
    `0 <= passes <= n and k >= 1, all whole; got passes ${passes}, n ${n}, k ${k}`,
  );
}
