/**
 * Whether background work is left: nothing, more at once, or more once something that takes some
 * milliseconds elsewhere is done.
 */
export type Settled = 'done' | 'more' | 'waiting';

/**
 * The adapter's own background work, which the writer thread lets it do between writes. No query or
 * command sees it.
 */
export interface Upkeep {
  /**
   * Does a bounded piece of background work: what deletes left to do (purging rows, rewriting
   * blocks) first, and with `all` then packing old blocks better.
   */
  settle(what: 'deletes' | 'all'): Promise<Settled>;
}

/** What the whole store holds, for those who run it. */
export interface StorageReader {
  /** Row counts, file sizes in bytes, bytes waiting to be reclaimed. */
  storage(): Promise<Readonly<Record<string, number>>>;
}
