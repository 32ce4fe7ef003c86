const TERMINAL_MS = 500;
const LOG_MS = 10_000;
const WIDTH = 78;
const SECOND_MS = 1_000;

/**
 * Says how far a copy is: rows, rate and time left. On a terminal one line is written over, into a
 * file one is added every ten seconds.
 */
export class CopyProgress {
  readonly #out: NodeJS.WriteStream;
  readonly #startedMs = performance.now();
  readonly #total: number;
  #done = 0;
  #writtenMs = 0;

  constructor(total: number, out: NodeJS.WriteStream = process.stderr) {
    this.#total = total;
    this.#out = out;
  }

  step(part: string, rows: number): void {
    this.#done += rows;
    const nowMs = performance.now();
    if (nowMs - this.#writtenMs < (this.#out.isTTY ? TERMINAL_MS : LOG_MS)) return;
    this.#writtenMs = nowMs;
    const line = progressLine(part, this.#done, this.#total, nowMs - this.#startedMs);
    this.#out.write(this.#out.isTTY ? `\r${line.padEnd(WIDTH)}` : `${line}\n`);
  }

  /** Leaves the line as it is. */
  end(): void {
    if (this.#out.isTTY && this.#writtenMs > 0) this.#out.write(`\r${' '.repeat(WIDTH)}\r`);
  }
}

export function progressLine(part: string, done: number, total: number, elapsedMs: number): string {
  const rate = elapsedMs === 0 ? 0 : (done * SECOND_MS) / elapsedMs;
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
  const left = rate === 0 ? '' : `, ${duration(Math.max(0, total - done) / rate)} left`;
  return `${part}: ${count(done)} of ${count(total)} rows (${percent} %), ${count(Math.round(rate))} rows/s${left}`;
}

export function count(number: number): string {
  return number.toLocaleString('en-US');
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
