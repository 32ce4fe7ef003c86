import type { Commit } from '../both/ingest-message.ts';

/** Tells the followers of a project that something was committed. */
export class CommitBroadcast {
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #nowMs: () => number;
  readonly #startedMs: number;
  /** When something was last committed, by project. */
  readonly #lastMs = new Map<number, number>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
  }

  subscribe(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  quietMs(projectIds: readonly number[] | null): number {
    const times =
      projectIds === null
        ? [...this.#lastMs.values()]
        : projectIds.map((id) => this.#lastMs.get(id) ?? this.#startedMs);
    return this.#nowMs() - times.reduce((last, one) => Math.max(last, one), this.#startedMs);
  }

  publish(commit: Commit): void {
    const nowMs = this.#nowMs();
    for (const id of commit.projectIds) this.#lastMs.set(id, nowMs);
    for (const listener of this.#listeners) listener(commit);
  }
}
