import { giveWay } from './give-way.ts';
import { monotonicMs } from './monotonic.ts';
import { threadCpuMs } from './thread-cpu.ts';
import type { CallResult, IncomingCall } from './thread-port.ts';

type Handler = (call: IncomingCall) => Promise<CallResult>;

/** A thread's event before it lowers its priority for a long call. */
export const GIVES_WAY = 'gives way';

/** A page of a list or a trace takes some tens of milliseconds of a processor. */
const SHORT_CPU_MS_MAX = 250;

/**
 * A call that has had so much of a processor has its thread give way, so that spans, replies and
 * short calls are not kept waiting by it. Without special rights a thread cannot take that back: it
 * is good for this one call, and the listener of `announce` gives it no other. Looked at whenever
 * the call asks for its budget.
 */
export function givingWayWhenLong(handle: Handler, announce: () => void): Handler {
  let gaveWay = false;
  return (call) => {
    if (gaveWay) return handle(call);
    const cpuBefore = threadCpuMs();
    let lookAt = monotonicMs() + SHORT_CPU_MS_MAX;
    const look = (): void => {
      const leftMs = SHORT_CPU_MS_MAX - (threadCpuMs() - cpuBefore);
      // CPU time can't exceed the elapsed time.
      lookAt = monotonicMs() + Math.max(1, leftMs);
      if (leftMs > 0) return;
      gaveWay = true;
      announce();
      giveWay();
    };
    const over = (): boolean => {
      if (!gaveWay && monotonicMs() >= lookAt) look();
      return call.budget.over();
    };
    return handle({ ...call, budget: { over } });
  };
}
