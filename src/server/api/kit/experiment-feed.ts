/** What is told whenever an experiment changed: its number. */
export type ExperimentListener = (experimentId: number) => void;

/**
 * Tells who follows that experiments changed. Whoever writes runs, evaluations or experiments calls `changed` after the commit, also for those that
 * were created or deleted; it is cheap, and may be called for each row.
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
