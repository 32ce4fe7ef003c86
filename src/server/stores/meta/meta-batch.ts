/** The database that the metadata is in. */
export type MetaEngine = 'sqlite' | 'postgres';

/** One statement of a batch, run once for each row of parameters. Plain data. */
export interface MetaBatchStep {
  readonly sql: string;
  /** The one engine that runs the step, where the other has no use for it; both unless given. */
  readonly engine?: MetaEngine;
  readonly parameterRows: readonly (readonly unknown[])[];
}

/**
 * A step's result: the rows of all its runs, in order, and the number of rows they changed. Plain
 * data.
 */
export interface MetaBatchResult {
  readonly rows: readonly unknown[];
  readonly changes: number;
}

/**
 * Runs steps in one transaction, all or nothing. A batch is one message to the thread, however many
 * rows it has: keep it to some thousand.
 */
export type RunBatch = (steps: readonly MetaBatchStep[]) => Promise<readonly MetaBatchResult[]>;
