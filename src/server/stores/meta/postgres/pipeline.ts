import type { Connection, Submittable } from 'pg';
import { decodeList, decodeRow, encodeParameter, type ResultField } from './postgres-values.ts';

/** One statement, run once for each row of parameters. */
export interface PipelineStep {
  readonly sql: string;
  readonly parameterRows: readonly (readonly unknown[])[];
  /**
   * Receives each row; gathered unless given. Returning false ends the step: what is left of its
   * rows is not read.
   */
  readonly onRow?: (row: unknown) => boolean;
  /** Whether a row is the list of its cells, and not an object by column name. */
  readonly asLists?: boolean;
}

export interface PipelineResult {
  readonly rows: readonly unknown[];
  /** The number of rows that the statement changed; 0 of one that returns rows. */
  readonly changes: number;
}

interface Running {
  readonly step: PipelineStep;
  readonly parameterRows: readonly (readonly (string | Buffer | null)[])[];
  readonly rows: unknown[];
  changes: number;
  fields: readonly ResultField[];
  runsLeft: number;
}

/** Rows of one portion, for steps that may end before their last row. */
const PORTION_ROWS = 50;
/** Even if each takes four bytes, the buffer of a socket has room for them. */
const SHORT_CHARS = 8_000;

/**
 * Sends all steps at once and then reads what came of them: one round trip, however many statements
 * and rows of parameters. PostgreSQL stops at the first that fails; what runs between `begin` and
 * `commit` is all done or not at all. The protocol is documented under "Extended Query" and
 * "Pipelining" in PostgreSQL's manual.
 *
 * A step with `onRow` must be the only one: its rows come in portions, so that the rest need not be
 * read.
 */
export class Pipeline implements Submittable {
  readonly results: Promise<readonly PipelineResult[]>;
  readonly #steps: readonly Running[];
  readonly #isPortioned: boolean;
  readonly #done = Promise.withResolvers<void>();
  #at = 0;
  #hasRun = false;
  #failure: unknown = null;
  #isEnded = false;

  /** Throws for a parameter that no statement takes. */
  constructor(steps: readonly PipelineStep[]) {
    this.#steps = steps
      .filter((step) => step.parameterRows.length > 0)
      .map((step) => ({
        step,
        parameterRows: step.parameterRows.map((parameters) => parameters.map(encodeParameter)),
        rows: [],
        changes: 0,
        fields: [],
        runsLeft: step.parameterRows.length,
      }));
    this.#isPortioned = steps.some((step) => step.onRow !== undefined);
    const results = new Map(this.#steps.map((running) => [running.step, running]));
    this.results = this.#done.promise.then(() =>
      steps.map((step) => {
        const { rows, changes } = results.get(step) ?? { rows: [], changes: 0 };
        return { rows, changes };
      }),
    );
  }

  /** Whether PostgreSQL reported that any statement ran. */
  get hasRun(): boolean {
    return this.#hasRun;
  }

  /**
   * Whether it is handed to the system in one piece: if that fails, PostgreSQL got nothing of it.
   */
  get isShort(): boolean {
    const chars = this.#steps.reduce(
      (sum, { step, parameterRows }) =>
        sum +
        step.sql.length +
        parameterRows.flat().reduce((all, value) => all + (value?.length ?? 0), 0),
      0,
    );
    return chars < SHORT_CHARS;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const { step, parameterRows } of this.#steps) {
      connection.parse({ text: step.sql, name: '', types: [] }, true);
      // Described once: it is the same for all rows of parameters.
      connection.describe({ type: 'S', name: '' }, true);
      for (const values of parameterRows) {
        connection.bind({ portal: '', statement: '', values: [...values] }, true);
        execute(connection, this.#isPortioned ? PORTION_ROWS : 0);
      }
    }
    if (this.#isPortioned) connection.flush();
    else connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: { readonly fields: readonly ResultField[] }): void {
    const running = this.#steps[this.#at];
    if (running !== undefined) running.fields = message.fields;
  }

  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
    const running = this.#steps[this.#at];
    if (running === undefined || this.#isEnded) return;
    try {
      const row = (running.step.asLists === true ? decodeList : decodeRow)(
        running.fields,
        message.fields,
      );
      if (running.step.onRow === undefined) running.rows.push(row);
      else if (!running.step.onRow(row)) this.#isEnded = true;
    } catch (error) {
      this.#failure ??= error;
    }
  }

  handlePortalSuspended(connection: Connection): void {
    if (this.#isEnded || this.#failure !== null) {
      connection.sync();
      return;
    }
    execute(connection, PORTION_ROWS);
    connection.flush();
  }

  handleCommandComplete(message: { readonly text: string }, connection: Connection): void {
    this.#hasRun = true;
    const running = this.#steps[this.#at];
    if (running === undefined) return;
    if (running.step.sql === 'commit' && message.text !== 'COMMIT')
      this.#failure ??= new Error(
        'PostgreSQL rolled a transaction back that was to be committed: a statement of it had failed.',
      );
    // Rows that are returned are counted by themselves.
    if (running.fields.length === 0)
      running.changes += Number(/ (\d+)$/.exec(message.text)?.[1] ?? 0);
    running.runsLeft -= 1;
    if (running.runsLeft === 0) this.#at += 1;
    if (this.#isPortioned) connection.sync();
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.#done.resolve();
    else this.#done.reject(this.#failure);
  }

  /** Of the server, or of the connection: then nothing more comes. */
  handleError(error: unknown, connection: Connection): void {
    if (this.#isPortioned) connection.sync();
    this.#done.reject(error);
  }
}

function execute(connection: Connection, rows: number): void {
  // as: the types of pg say that the number of rows is a text.
  connection.execute({ portal: '', rows: rows as unknown as string }, true);
}
