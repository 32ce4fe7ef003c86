import { createContext, Script } from 'node:vm';

const CALL = new Script('work()');

/** Work that did not return in time. */
export class Overrun extends Error {}

/** Work that got less of a processor than this share of its time was kept from it by others. */
const SHARE_MIN = 0.25;

/**
 * How often such work is begun at most, and how many times as long each attempt may last as the one
 * before.
 */
export interface Patience {
  readonly attempts: number;
  readonly longer: number;
}
const ONCE: Patience = { attempts: 1, longer: 1 };

/**
 * Runs synchronous work that may never return, such as a library over hostile bytes: at the time
 * limit, V8 interrupts it at any point, and this throws `Overrun`. The work's objects stay in the
 * state they were in, so the work should own all it changes. On a busy machine a low-priority
 * thread may hardly run in that time: with patience, such work is restarted, which must be safe.
 */
export function runWithin<T>(timeMs: number, work: () => T, { attempts, longer } = ONCE): T {
  let usedMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    const since = process.threadCpuUsage();
    try {
      return runOnce(timeMs * longer ** (attempt - 1), work);
    } catch (error) {
      const { user, system } = process.threadCpuUsage(since);
      usedMs += (user + system) / 1_000;
      if (!(error instanceof Overrun) || attempt >= attempts || usedMs >= SHARE_MIN * timeMs)
        throw error;
    }
  }
}

function runOnce<T>(timeMs: number, work: () => T): T {
  let result: { readonly value: T } | null = null;
  const context = createContext({
    work: () => {
      result = { value: work() };
    },
  });
  try {
    CALL.runInContext(context, { timeout: Math.ceil(timeMs) });
  } catch (error) {
    // The error is of the context's own kind, not of ours.
    if (
      typeof error === 'object' &&
      error !== null &&
      'code' in error &&
      error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    )
      throw new Overrun(`not done after ${Math.ceil(timeMs)} ms`);
    throw error;
  }
  return finished(result);
}

/** The compiler does not see that the callback has set it. */
function finished<T>(result: { readonly value: T } | null): T {
  if (result === null) throw new Error('The work has not run.');
  return result.value;
}
