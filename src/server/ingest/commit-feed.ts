import type { SpanWriter } from '#core/ports/span-store.ts';

/** A transaction's new rows. */
export interface Commit {
  readonly projectIds: readonly number[];
  readonly stored: number;
}

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
    const times = projectIds === null ? [...this.#lastMs.values()] : projectIds.map((id) => this.#lastMs.get(id) ?? this.#startedMs);
    return this.#nowMs() - times.reduce((last, one) => Math.max(last, one), this.#startedMs);
  }

  publish(commit: Commit): void {
    const nowMs = this.#nowMs();
    for (const id of commit.projectIds) this.#lastMs.set(id, nowMs);
    for (const listener of this.#listeners) listener(commit);
  }
}

/** A writer that reports each transaction that stored something, once it is committed. */
export function announcingWriter(writer: SpanWriter, announce: (commit: Commit) => void): SpanWriter {
  return {
    canWrite: () => writer.canWrite(),
    async write(batches) {
      const outcomes = await writer.write(batches);
      let stored = 0;
      const projectIds = new Set<number>();
      for (const outcome of outcomes) {
        // Events that wait for their spans are in no project yet.
        if (outcome.projectIds.length > 0) stored += outcome.stored;
        for (const id of outcome.projectIds) projectIds.add(id);
      }
      if (stored > 0) announce({ projectIds: [...projectIds], stored });
      return outcomes;
    },
  };
}
