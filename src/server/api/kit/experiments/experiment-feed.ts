/** Notifies of every change of an experiment, by its number. */
export type ExperimentListener = (experimentId: number) => void;
/** The same, null for any: changes on another server were not heard. */
export type AnyExperimentListener = (experimentId: number | null) => void;

/**
 * Notifies followers that experiments changed. Code that writes runs, evaluations or experiments
 * calls `changed` after the commit, also for experiments that were created or deleted; a call is
 * cheap, and may be made for each row.
 */
export class ExperimentFeed {
  readonly #listeners = new Set<ExperimentListener>();
  readonly #followers = new Set<AnyExperimentListener>();

  changed(experimentId: number): void {
    for (const listener of this.#listeners) listener(experimentId);
    for (const follower of this.#followers) follower(experimentId);
  }

  /** Another server changed these, or any with null. */
  heard(experimentIds: readonly number[] | null): void {
    for (const id of experimentIds ?? [null]) for (const follower of this.#followers) follower(id);
  }

  /** Calls back for each change by this server; the returned function ends it. */
  subscribe(listener: ExperimentListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** The same for changes by all servers. */
  follow(follower: AnyExperimentListener): () => void {
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
    };
  }
}
