/** One rater's annotation of one target. */
export interface Rating {
  readonly label: string | null;
  readonly score: number | null;
}
export interface RatingPair {
  readonly human: Rating;
  readonly llm: Rating;
}

/** How far two raters agree. */
export interface Agreement {
  /** Pairs in which both gave a label, and of those how many gave the same. */
  readonly labelled: number;
  readonly agreed: number;
  /** Share of equal labels, 0 to 100; null without labelled pairs. */
  readonly percent: number | null;
  /** -1 to 1; null where it is not defined. */
  readonly kappa: number | null;
  /**
   * Pairs in which both gave a score, and the mean of the absolute differences; null without any.
   */
  readonly scorePairs: number;
  readonly scoreDifferenceMean: number | null;
  /** How often each pair of labels was given, most frequent first, then by label. */
  readonly confusion: readonly {
    readonly human: string;
    readonly llm: string;
    readonly count: number;
  }[];
}

/**
 * Agreement of an LLM's annotations with a human's. Cohen's kappa is (po - pe) / (1 - pe): po is
 * the share of pairs with equal labels, pe the share to expect by chance, the sum over all labels
 * of the product of the shares in which either rater gave it (J. Cohen, "A Coefficient of Agreement
 * for Nominal Scales", Educational and Psychological Measurement 20, 1960, pp. 37-46). Kappa is
 * undefined without labelled pairs, nor when pe is 1 (both raters used one and the same label
 * throughout).
 */
export function agreementOf(pairs: readonly RatingPair[]): Agreement {
  const counts = new Map<string, Map<string, number>>();
  let labelled = 0;
  let agreed = 0;
  let scorePairs = 0;
  let differences = 0;
  for (const { human, llm } of pairs) {
    if (human.label !== null && llm.label !== null) {
      labelled += 1;
      if (human.label === llm.label) agreed += 1;
      const row = counts.get(human.label) ?? new Map<string, number>();
      counts.set(human.label, row.set(llm.label, (row.get(llm.label) ?? 0) + 1));
    }
    if (human.score !== null && llm.score !== null) {
      scorePairs += 1;
      differences += Math.abs(human.score - llm.score);
    }
  }
  return {
    labelled,
    agreed,
    percent: labelled === 0 ? null : (100 * agreed) / labelled,
    kappa: kappaOf(counts, labelled, agreed),
    scorePairs,
    scoreDifferenceMean: scorePairs === 0 ? null : differences / scorePairs,
    confusion: [...counts]
      .flatMap(([human, row]) => [...row].map(([llm, count]) => ({ human, llm, count })))
      .toSorted(
        (a, b) => b.count - a.count || compareTexts(a.human, b.human) || compareTexts(a.llm, b.llm),
      ),
  };
}

/**
 * Whether two raters disagree: by their labels where both gave one, else by their scores where both
 * gave one.
 */
export function disagree({ human, llm }: RatingPair): boolean {
  if (human.label !== null && llm.label !== null) return human.label !== llm.label;
  return human.score !== null && llm.score !== null && human.score !== llm.score;
}

/**
 * Integer arithmetic up to the last division, so that a chance agreement of 1 is detected exactly:
 * kappa is (agreed n - c) / (n² - c), c the sum of products.
 */
function kappaOf(
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>,
  total: number,
  agreed: number,
): number | null {
  const ofLlm = new Map<string, number>();
  for (const row of counts.values())
    for (const [label, count] of row) ofLlm.set(label, (ofLlm.get(label) ?? 0) + count);
  let products = 0;
  for (const [label, row] of counts) {
    let ofHuman = 0;
    for (const count of row.values()) ofHuman += count;
    products += ofHuman * (ofLlm.get(label) ?? 0);
  }
  const left = total * total - products;
  return left === 0 ? null : (agreed * total - products) / left;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
