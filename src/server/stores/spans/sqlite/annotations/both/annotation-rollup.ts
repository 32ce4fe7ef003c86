/**
 * Labels beyond this many in one interval are counted together, so that a label made of an id
 * cannot make a row grow without bound.
 */
const LABELS_MAX = 100;
/** Longer labels are counted under "other": they are explanations rather than labels. */
const LABEL_LENGTH_MAX = 200;
const OTHER_LABELS = '';

/**
 * Annotations of one name, target and kind of annotator in one interval. Signed: a delete adds its
 * negative.
 */
export class AnnotationRollup {
  count = 0;
  scoreCount = 0;
  scoreSum = 0;
  readonly labels = new Map<string, number>();

  add(label: string | null, score: number | null, sign: 1 | -1): void {
    this.count += sign;
    if (score !== null) {
      this.scoreCount += sign;
      this.scoreSum += sign * score;
    }
    if (label !== null) this.labels.set(label, (this.labels.get(label) ?? 0) + sign);
  }

  /** Adds changes. A subtraction of a label without a count of its own is taken from "other". */
  merge(changes: AnnotationRollup): void {
    this.count += changes.count;
    this.scoreCount += changes.scoreCount;
    this.scoreSum = this.scoreCount === 0 ? 0 : this.scoreSum + changes.scoreSum;
    for (const [label, by] of changes.labels) this.#addLabel(label, by);
  }

  #addLabel(label: string, by: number): void {
    const own = this.labels.get(label);
    const isKept =
      own !== undefined ||
      (by > 0 && this.labels.size < LABELS_MAX && label.length <= LABEL_LENGTH_MAX);
    const rest = isKept ? (own ?? 0) + by : by;
    if (isKept) this.#set(label, Math.max(0, rest));
    if (!isKept || rest < 0)
      this.#set(OTHER_LABELS, Math.max(0, (this.labels.get(OTHER_LABELS) ?? 0) + rest));
  }

  #set(label: string, count: number): void {
    if (count === 0) this.labels.delete(label);
    else this.labels.set(label, count);
  }
}
