/** What a commit brought. */
export interface Commit {
  readonly projectIds: readonly number[];
  readonly stored: number;
}

/** Tells whoever follows a project that something was committed. */
export class CommitBroadcast {
  readonly #listeners = new Set<(commit: Commit) => void>();

  subscribe(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(commit: Commit): void {
    for (const listener of this.#listeners) listener(commit);
  }
}
