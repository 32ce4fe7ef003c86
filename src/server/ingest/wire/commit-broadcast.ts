import type { CommitEvent, CommitFeed } from '#server/threads/query.ts';
import type { Commit } from '../both/ingest-message.ts';

/** Notifies the followers of a project of commits. */
export class CommitBroadcast implements CommitFeed {
  readonly #listeners = new Set<(commit: CommitEvent) => void>();
  readonly #nowMs: () => number;
  readonly #onOwn: (projectIds: readonly number[]) => void;
  /** Nothing is known of commits before. */
  #sinceMs: number;
  /** When something was last committed, by project. */
  readonly #lastMs = new Map<number, number>();

  /** `onOwn` is called with the projects of each commit of this server. */
  constructor(
    nowMs: () => number = () => performance.now(),
    onOwn: (projectIds: readonly number[]) => void = () => undefined,
  ) {
    this.#nowMs = nowMs;
    this.#onOwn = onOwn;
    this.#sinceMs = nowMs();
  }

  subscribe(listener: (commit: CommitEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  quietMs(projectIds: readonly number[] | null): number {
    const times =
      projectIds === null
        ? [...this.#lastMs.values()]
        : projectIds.map((id) => this.#lastMs.get(id) ?? this.#sinceMs);
    return this.#nowMs() - times.reduce((last, one) => Math.max(last, one), this.#sinceMs);
  }

  /** A commit of this server. */
  publish(commit: Commit): void {
    this.#note(commit);
    this.#onOwn(commit.projectIds);
  }

  /** Another server committed something in these projects, or in any with null. */
  heard(projectIds: readonly number[] | null): void {
    this.#note({ projectIds, stored: projectIds?.length ?? 1 });
  }

  #note(commit: CommitEvent): void {
    const nowMs = this.#nowMs();
    if (commit.projectIds === null) this.#sinceMs = nowMs;
    for (const id of commit.projectIds ?? []) this.#lastMs.set(id, nowMs);
    for (const listener of this.#listeners) listener(commit);
  }
}
