import { cpuMicros } from '../server-figures.ts';
import { waitUntil } from './peer.ts';

const LOOK_MS = 1_000;
const IDLE_CPU_MICROS = 50_000;
const QUIET_MS_MAX = 300_000;

/** Waits until processes use less than a twentieth of a processor. */
export async function quiet(pids: readonly number[]): Promise<void> {
  const used = (): number => pids.reduce((sum, pid) => sum + cpuMicros(pid), 0);
  let before = 0;
  const isQuiet = (): Promise<boolean> => {
    const now = used();
    const isIdle = now - before <= IDLE_CPU_MICROS;
    before = now;
    return Promise.resolve(isIdle);
  };
  await waitUntil(isQuiet, QUIET_MS_MAX, LOOK_MS);
}
