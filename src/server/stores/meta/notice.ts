/** A notice on its way between servers. Plain data. */
export interface Notice {
  readonly topic: string;
  /** With blanks between them, or `ALL_ITEMS`. */
  readonly items: string;
}

/** Anything of the topic may have changed. */
export const ALL_ITEMS = '*';
