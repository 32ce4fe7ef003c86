import { setPriority } from 'node:os';

/** A ninth of the processor while others want it too. */
const NICE = 10;
/** A seventieth. */
const NICEST = 19;

/**
 * Lets this thread give way: what it does takes its time when the server is busy taking spans, and costs others nothing when it is not. On Linux
 * alone, where a priority belongs to a thread; elsewhere it would be that of the whole process. What is not awaited gives way entirely.
 */
export function giveWay(isAwaited = true): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(isAwaited ? NICE : NICEST);
  } catch {
    // Where that is not allowed, the thread runs like the others.
  }
}
