/** Notifies of every change of an experiment, by its number. */
export type ExperimentListener = (experimentId: number) => void;

/**
 * Notifies followers that experiments changed. Code that writes runs, evaluations or experiments
 * calls `changed` after the commit, also for experiments that were created or deleted; a call is
 * cheap, and may be made for each row.
 */
export class ExperimentFeed {
  readonly #listeners = new Set<ExperimentListener>();

  changed(experimentId: number): void {
    for (const listener of this.#listeners) listener(experimentId);
  }

  /** Calls back for each change; the returned function ends it. */
  subscribe(listener: ExperimentListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
