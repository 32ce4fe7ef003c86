import type { HashQuestion } from '#server/stores/meta/datasets/change-rows.queries.ts';

/** A content that at least this many earlier examples share is looked up from where the last look-up ended. */
const SHARED_BY_MANY = 16;

interface Search {
  readonly wanted: number;
  readonly free: number[];
  afterExampleId: number;
  asked: number;
  walked: number;
}

/** Answers questions with ids of examples, rising, up to the limit of each. */
type AskHashes = (questions: readonly HashQuestion[]) => Promise<ReadonlyMap<string, readonly number[]>>;

/**
 * Finds earlier examples by their content that no row matched yet. Contents are a multiset: where a million rows are equal, walking over all those
 * matched before, batch after batch, would take for ever, so the place to go on is kept for contents that many share.
 */
export class ContentLookup {
  readonly #ask: AskHashes;
  readonly #isFree: (exampleId: number) => boolean;
  readonly #resumeAfter = new Map<string, number>();

  constructor(ask: AskHashes, isFree: (exampleId: number) => boolean) {
    this.#ask = ask;
    this.#isFree = isFree;
  }

  /** For each hash as many free examples as are wanted, or all there are. */
  async find(wanted: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, readonly number[]>> {
    const searches = new Map<string, Search>();
    for (const [hash, count] of wanted)
      searches.set(hash, { wanted: count, free: [], afterExampleId: this.#resumeAfter.get(hash) ?? 0, asked: count, walked: 0 });
    const found = new Map([...searches].map(([hash, { free }]) => [hash, free]));
    while (searches.size > 0) {
      const questions = [...searches].map(([hash, { afterExampleId, asked }]) => ({ hash, afterExampleId, limit: asked }));
      const answers = await this.#ask(questions);
      for (const [hash, search] of searches) if (this.#advance(hash, search, answers.get(hash) ?? [])) searches.delete(hash);
    }
    return found;
  }

  /** True when the search is over. */
  #advance(hash: string, search: Search, ids: readonly number[]): boolean {
    search.walked += ids.length;
    search.afterExampleId = ids.at(-1) ?? search.afterExampleId;
    for (const id of ids) if (this.#isFree(id)) search.free.push(id);
    const over = ids.length < search.asked || search.free.length >= search.wanted;
    search.asked = Math.max(search.wanted, search.walked);
    if (over && search.walked >= SHARED_BY_MANY) this.#resumeAfter.set(hash, (search.free[0] ?? search.afterExampleId + 1) - 1);
    return over;
  }
}
