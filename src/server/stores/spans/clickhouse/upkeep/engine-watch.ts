import { AppError } from '#contracts/wire/errors.ts';
import type { Writability } from '#core/ports/writability.ts';
import { notAnswering } from '../client/engine-failure.ts';
import { RowWriter } from '../client/row-writer.ts';
import type { ClickHouse } from '../client/clickhouse.ts';

const LOOK_MS = 1_000;
/** Without a statement for so long, the engine is asked whether it is there. */
const QUIET_MS = 5_000;
const ANSWER_MS_MAX = 5_000;

/**
 * Knows whether the engine takes data. While it does not, writes are refused at once, and a small
 * one of its own is tried each second; so this ends by itself.
 */
export class EngineWatch {
  readonly #db: ClickHouse;
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(db: ClickHouse) {
    this.#db = db;
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  canWrite(): Writability {
    const { problem } = this.#db.state;
    return problem === null ? { ok: true } : { ok: false, reason: problem.replace(/\.$/, '') };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { problem, answeredAtMs } = this.#db.state;
    if (this.#isLooking || (problem === null && performance.now() - answeredAtMs < QUIET_MS))
      return;
    this.#isLooking = true;
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(notAnswering(this.#db.name, ANSWER_MS_MAX)),
      ANSWER_MS_MAX,
    );
    try {
      const db = this.#db.until(late.signal);
      if (problem === null) await db.rows('SELECT 1');
      else await noteTried(db);
    } catch (error) {
      if (error instanceof AppError) this.#db.state.problem = error.detail;
    } finally {
      clearTimeout(timer);
      this.#isLooking = false;
    }
  }
}

/** Takes the way that spans take: what stops them stops it. */
async function noteTried(db: ClickHouse): Promise<void> {
  const writer = new RowWriter();
  writer.text('tried');
  writer.uint64(Date.now());
  writer.uint64(0);
  await db.insert('marks', ['name', 'version', 'value'], writer.finish());
}
