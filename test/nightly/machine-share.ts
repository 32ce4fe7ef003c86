import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * A moment in the life of the machine, of a server on it, and of this process, which loads the
 * server; in milliseconds.
 */
export interface Moment {
  readonly atMs: number;
  /** CPU that was used by all, the hypervisor's other guests included. */
  readonly machineCpuMs: number;
  readonly ownCpuMs: number;
  /** Of the server without its threads for settling, which take what is left over. */
  readonly serverCpuMs: number;
}

const TICK_MS = 10;
/** As the system has it: cut off after fifteen characters. */
const SETTLING = 'block repacker';

export function momentOf(serverPid: number): Moment {
  const { user, system } = process.cpuUsage();
  return {
    atMs: performance.now(),
    machineCpuMs: machineCpuMs(),
    ownCpuMs: (user + system) / 1_000,
    serverCpuMs: serverCpuMs(serverPid),
  };
}

/**
 * The share of the machine available to the server and this process: 1 when nothing else runs, 0.25
 * when others took three quarters.
 */
export function shareBetween(from: Moment, to: Moment): number {
  const others =
    to.machineCpuMs -
    from.machineCpuMs -
    (to.ownCpuMs - from.ownCpuMs) -
    (to.serverCpuMs - from.serverCpuMs);
  return Math.min(1, Math.max(0, 1 - others / (availableParallelism() * (to.atMs - from.atMs))));
}

function machineCpuMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * TICK_MS;
}

/**
 * By the scheduler's own statistics, in nanoseconds: ticks are too coarse for slices of seconds.
 */
function serverCpuMs(pid: number): number {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const directory = `/proc/${pid}/task/${task}`;
    if (readFileSync(`${directory}/comm`, 'utf8').startsWith(SETTLING)) continue;
    sum += Number(readFileSync(`${directory}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  }
  return sum;
}
