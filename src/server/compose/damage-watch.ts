import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Log } from '#server/telemetry/log.ts';

export interface DamageWatchOptions {
  /** Name of the database's file. */
  readonly file: string;
  /**
   * A file that says what was found, for the next start: only a check that finds the store whole
   * removes it.
   */
  readonly marker: string;
  /** Reads the whole store and resolves with the parts that are damaged. */
  readonly check: () => Promise<readonly string[]>;
  readonly log: Log;
}

const ADVICE = 'Run telltale doctor, and restore a backup.';

/**
 * Remembers that a database was found damaged. Successful reads and writes between two failures
 * don't prove that the damage is gone, so the server is not ready until a full check of the store
 * succeeds. Each finding starts one check, in the background.
 */
export class DamageWatch {
  readonly #options: DamageWatchOptions;
  #problem: string | null = null;
  #checking: Promise<void> | null = null;

  constructor(options: DamageWatchOptions) {
    this.#options = options;
  }

  /** For `/ready`; null when no damage is known. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Checks again the damage found by an earlier process. */
  resume(): void {
    if (existsSync(this.#options.marker))
      this.found(readFileSync(this.#options.marker, 'utf8').trim());
  }

  /** A part could not be read. */
  found(part: string): void {
    if (this.#problem !== null) return;
    this.#problem = `${this.#options.file} is damaged: ${part} could not be read. A check is running. ${ADVICE}`;
    this.#options.log.error({ part }, `${this.#options.file} is damaged; it is being checked`);
    this.#keepMarker(part);
    this.#checking = this.#check(part);
  }

  /** Resolves when no check is under way. */
  async checked(): Promise<void> {
    await this.#checking;
  }

  async #check(part: string): Promise<void> {
    try {
      const parts = await this.#options.check();
      if (parts.length === 0) {
        rmSync(this.#options.marker, { force: true });
        this.#problem = null;
        this.#options.log.warn({ part }, `${this.#options.file} was checked and is whole`);
        return;
      }
      this.#problem = `${this.#options.file} is damaged: ${parts.join(', ')}. ${ADVICE}`;
      this.#keepMarker(parts.join(', '));
      this.#options.log.error({ parts }, `${this.#options.file} was checked and is damaged`);
    } catch (error) {
      this.#problem = `${this.#options.file} is damaged: ${part} could not be read, nor could the file be checked. ${ADVICE}`;
      this.#options.log.error({ err: error }, `${this.#options.file} could not be checked`);
    }
  }

  /** Without it the next start only finds the damage when it is met again. */
  #keepMarker(text: string): void {
    try {
      writeFileSync(this.#options.marker, `${text}\n`, { mode: 0o600 });
    } catch (error) {
      this.#options.log.warn(
        { err: error },
        `that ${this.#options.file} is damaged could not be noted`,
      );
    }
  }
}
