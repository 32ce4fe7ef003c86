import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 2_500;
/**
 * A thread that uses less of a processor than this is quiet: timers and health checks take a few
 * thousandths.
 */
const QUIET_SHARE = 0.02;
/**
 * Work that leaves enough behind to be worth a collection, in microseconds of the thread's
 * processor time; a collection takes a tenth of it at most.
 */
const WORK_MICROS_MIN = 300_000;
/**
 * A low-priority background thread, such as one that compacts old blocks for hours, is never idle;
 * it collects after this much work.
 */
const UNHURRIED_SHARE = 0.5;
const UNHURRIED_WORK_MICROS = 10_000_000;

/**
 * Gives back what a start, or work that is over, has left in this thread's heap. V8 collects when
 * there is more to allocate, so a thread with nothing to do keeps its garbage, and the pages it lay
 * in: 18 MB of what a server holds that has just started. A collection takes 5 to 30 ms of a
 * processor, so it comes only once for much work, and once nothing is going on. Right before it the
 * thread lets go, by `rest`, of what it holds for speed alone. Work without haste and without end
 * is collected after now and then, too.
 */
export function collectWhenQuiet(
  rest: () => void = () => undefined,
  collect: () => void = collector(),
  cpuMicros: () => number = threadCpuMicros,
): void {
  let before = cpuMicros();
  let workedMicros = WORK_MICROS_MIN;
  setInterval(() => {
    const spent = cpuMicros() - before;
    const share = spent / (LOOK_EVERY_MS * 1_000);
    // What timers take adds up too, but leaves nothing behind.
    if (share >= QUIET_SHARE) workedMicros += spent;
    const isQuiet = share < QUIET_SHARE && workedMicros >= WORK_MICROS_MIN;
    if (isQuiet) rest();
    if (isQuiet || (share < UNHURRIED_SHARE && workedMicros >= UNHURRIED_WORK_MICROS)) {
      collect();
      workedMicros = 0;
    }
    before = cpuMicros();
  }, LOOK_EVERY_MS).unref();
}

function threadCpuMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/**
 * V8 exposes its collector only to contexts created after the flag is set, so to those of threads
 * started since; no other interface requests a collection.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return () => {
    const collect: unknown = globalThis.gc ?? runInNewContext('gc');
    // Any other flavor keeps the pages it has emptied in a pool.
    if (typeof collect === 'function')
      Reflect.apply(collect, undefined, [
        { type: 'major', execution: 'sync', flavor: 'last-resort' },
      ]);
  };
}
