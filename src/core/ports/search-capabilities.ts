/** By an index, which rules out most of what does not match; or by reading spans in list order. */
export type SearchMeans = 'index' | 'scan';

/**
 * How a store finds spans by their content. Every store finds all of it, and exactly it: this says
 * which searches take long among many spans.
 */
export interface SearchCapabilities {
  /** `search('refund')`. */
  readonly words: SearchMeans;
  /** `search('"refund policy"')`; an index is that of their words. */
  readonly phrases: SearchMeans;
  /** `search('refu*')`. */
  readonly prefixes: SearchMeans;
  /** `attributes['…'] == 'text'`. */
  readonly attributes: SearchMeans;
}
