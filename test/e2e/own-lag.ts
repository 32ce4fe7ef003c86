import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

/**
 * The duration of a piece of work, and the longest delay of this process meanwhile: on a busy
 * machine it observes everything that much later.
 */
export async function timed<R>(
  work: () => Promise<R>,
): Promise<{ readonly result: R; readonly tookMs: number; readonly lateMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const startedAt = performance.now();
  try {
    const result = await work();
    const tookMs = performance.now() - startedAt;
    return { result, tookMs, lateMs: delay.max / 1e6 };
  } finally {
    delay.disable();
  }
}
