import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  type MessagePort,
} from 'node:worker_threads';
import { AppError } from '#contracts/wire/errors.ts';
import { postgresName, type PostgresSettings } from './postgres-settings.ts';

/** What is asked of the thread that holds the connection. */
export type ReadsQuestion =
  | {
      readonly op: 'rows';
      readonly sql: string;
      readonly parameters: readonly unknown[];
      readonly asLists: boolean;
    }
  | { readonly op: 'begin' | 'commit' };

export interface ReadsData {
  readonly settings: PostgresSettings;
  /** Rises with each answer. */
  readonly answered: SharedArrayBuffer;
  readonly port: MessagePort;
}

export interface ReadsAnswer {
  readonly rows: readonly unknown[];
  readonly changes: number;
  readonly error: { readonly detail: string; readonly isOutage: boolean } | null;
}

/** A connection has 5 s, a statement 27. */
const ANSWER_MS_MAX = 40_000;

/**
 * A connection for code that computes from rows step by step in a thread of its own, as it does on
 * SQLite: each call waits for its answer, and stops this thread meanwhile. The connection itself is
 * in another thread, begun with the first call.
 */
export class PostgresReads {
  readonly #entry: URL;
  readonly #settings: PostgresSettings;
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #open: { readonly worker: Worker; readonly port: MessagePort } | null = null;

  /** `entry` is the file of that thread. */
  constructor(entry: URL, settings: PostgresSettings) {
    this.#entry = entry;
    this.#settings = settings;
  }

  /** The rows of a statement with question marks, by column name. */
  rows(sql: string, parameters: readonly unknown[]): readonly unknown[] {
    return this.#ask({ op: 'rows', sql, parameters, asLists: false }).rows;
  }

  /** The rows of a statement, each as the list of its cells. */
  lists<Cell>(sql: string, parameters: readonly unknown[]): readonly (readonly Cell[])[] {
    // as: the thread was asked for lists.
    return this.#ask({ op: 'rows', sql, parameters, asLists: true })
      .rows as readonly (readonly Cell[])[];
  }

  /** Runs a statement; how many rows it changed. */
  run(
    sql: string,
    parameters: readonly unknown[],
  ): { readonly rows: readonly unknown[]; readonly changes: number } {
    return this.#ask({ op: 'rows', sql, parameters, asLists: false });
  }

  /** Reads one state of the database until `commit`. */
  begin(): void {
    this.#ask({ op: 'begin' });
  }

  commit(): void {
    this.#ask({ op: 'commit' });
  }

  close(): void {
    this.#open?.port.close();
    this.#open = null;
  }

  #ask(question: ReadsQuestion): ReadsAnswer {
    const { port } = (this.#open ??= this.#begin());
    const before = Atomics.load(this.#answered, 0);
    port.postMessage(question);
    Atomics.wait(this.#answered, 0, before, ANSWER_MS_MAX);
    const received = receiveMessageOnPort(port);
    if (received === undefined) {
      void this.#open.worker.terminate();
      this.close();
      throw new AppError('unavailable', `${postgresName(this.#settings)} doesn’t answer.`, {
        retryAfterSeconds: 1,
      });
    }
    // as: the thread sends answers alone.
    const answer = received.message as ReadsAnswer;
    if (answer.error === null) return answer;
    const { detail, isOutage } = answer.error;
    throw isOutage
      ? new AppError('unavailable', detail, { retryAfterSeconds: 1 })
      : new Error(detail);
  }

  #begin(): { readonly worker: Worker; readonly port: MessagePort } {
    const { port1, port2 } = new MessageChannel();
    const data: ReadsData = {
      settings: this.#settings,
      answered: this.#answered.buffer,
      port: port2,
    };
    const worker = new Worker(this.#entry, { workerData: data, transferList: [port2] });
    worker.on('error', () => this.close());
    worker.unref();
    port1.unref();
    return { worker, port: port1 };
  }
}
