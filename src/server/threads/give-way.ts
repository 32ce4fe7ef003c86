import { setPriority } from 'node:os';

/** A ninth of the processor while others want it too. */
const NICE = 10;
/** A seventieth. */
const NICEST = 19;

/**
 * Lowers this thread's priority: its work slows down while the server is busy with ingest, and runs
 * at full speed otherwise. On Linux only, where each thread has a priority; elsewhere it would
 * apply to the whole process. Work that no request awaits gets the lowest.
 */
export function giveWay(isAwaited = true): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(isAwaited ? NICE : NICEST);
  } catch {
    // Where that is not allowed, the thread runs like the others.
  }
}
